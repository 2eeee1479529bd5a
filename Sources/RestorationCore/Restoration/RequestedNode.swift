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
  var className: String? { recordedClass?.name }

  @exclusivity(unchecked) private var recordedClass: RecordedClass?
  @exclusivity(unchecked) private var classNumber = 0

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
    recordedClass = className.map { RecordedClass($0, in: RestorationClassRegistry()) }
    self.classVersion = classVersion
    self.parent = parent
  }

  /// Becomes another node; nobody else may know this one.
  @inline(__always)
  func become(
    _ wanted: borrowing RestorationWalk.Wanted,
    of classes: RecordedClasses,
    below parent: RestorationWalk.Pending
  ) {
    identifier = wanted.identifier
    ordinal = wanted.ordinal
    classVersion = wanted.layout.classVersion
    // Mostly these are those of the node before, and comparing costs less than counting.
    if slot != wanted.slot { slot = wanted.slot }
    let classNumber = wanted.namesClass ? classes.currentNumber : 0
    if self.classNumber != classNumber {
      self.classNumber = classNumber
      recordedClass = wanted.namesClass ? classes.current : nil
    }
    if parentPlace != parent.place {
      parentPlace = parent.place
      self.parent = parent.object
    }
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
