/// A node that is to be made: where it will stand, and what is recorded of it.
///
/// One is used for node after node, as long as nobody holds on to it.
@MainActor
package final class RequestedNode {
  /// The scene that is being restored.
  let scene: String

  private let places: PlaceTable

  // Each access is over before anything else can run.
  @exclusivity(unchecked) private var identifier = "?"
  @exclusivity(unchecked) private var slot = ContainerSlot.only
  @exclusivity(unchecked) private var ordinal = 0

  /// The parent's place; `nil` for the root of a scene.
  @exclusivity(unchecked) private var parentPlace: Int?

  /// The node that contains, presents or owns this one.
  @exclusivity(unchecked) private(set) var parent: (any Restorable)?

  /// The name of the class, if the record has one.
  @exclusivity(unchecked) private(set) var className: String?

  /// The version of the class.
  @exclusivity(unchecked) private(set) var classVersion = 0

  /// Makes one that is still to become a node of a scene, below one of the places.
  init(in scene: String, _ places: PlaceTable) {
    self.scene = scene
    self.places = places
  }

  /// Makes one of a node at a path.
  init(
    in scene: String,
    at path: IdentifierPath,
    className: String?,
    classVersion: Int,
    parent: (any Restorable)?
  ) {
    self.scene = scene
    places = PlaceTable()
    for component in path.components.dropLast() {
      parentPlace = places.add(component, below: parentPlace)
    }
    identifier = path.last.identifier
    slot = path.last.slot
    ordinal = path.last.ordinal
    self.className = className
    self.classVersion = classVersion
    self.parent = parent
  }

  /// Becomes another node; nobody else may know this one.
  func become(_ wanted: borrowing RestorationWalk.Wanted, below parent: RestorationWalk.Pending) {
    identifier = wanted.identifier
    slot = wanted.slot
    ordinal = wanted.ordinal
    parentPlace = parent.place
    className = wanted.recordedClass?.name
    classVersion = wanted.layout.classVersion
    // Mostly it is that of the node before, and comparing costs less than counting.
    if self.parent !== parent.object { self.parent = parent.object }
  }

  /// The last component of the path.
  var component: IdentifierPath.Component {
    IdentifierPath.Component(identifier: identifier, slot: slot, ordinal: ordinal)
  }

  /// The path.
  ///
  /// - Complexity: O(*n*) in the depth.
  var path: IdentifierPath {
    guard let parentPlace else { return IdentifierPath(root: component) }
    return places.path(parentPlace).appending(component)
  }
}
