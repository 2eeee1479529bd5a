/// What a factory is told of the node that it is asked to make.
@MainActor public struct RestorationRequest {
  /// The scene that is being restored.
  public let scene: String

  /// Where the node stands.
  ///
  /// - Complexity: O(*n*) in the depth.
  public var path: IdentifierPath { place.path }

  /// The name under which the node's class was registered when it was saved, if it was.
  public let className: String?

  /// The version that the class was registered with when the node was saved, 0 by default.
  public let classVersion: Int

  /// The node that contains, presents or owns the new one; `nil` for the root of a scene.
  public let parent: (any Restorable)?

  private let place: StatePlace

  /// Makes a request for a node at a path.
  package init(
    scene: String,
    path: IdentifierPath,
    className: String? = nil,
    classVersion: Int = 0,
    parent: (any Restorable)? = nil
  ) {
    self.init(
      scene: scene,
      place: .path(path),
      className: className,
      classVersion: classVersion,
      parent: parent
    )
  }

  /// Makes a request.
  init(
    scene: String,
    place: StatePlace,
    className: String?,
    classVersion: Int,
    parent: (any Restorable)?
  ) {
    self.scene = scene
    self.place = place
    self.className = className
    self.classVersion = classVersion
    self.parent = parent
  }
}

extension RestorationRequest {
  /// The node's restoration identifier, the last one of its path.
  public var identifier: String { place.last.identifier }

  /// The slot of the parent in which the node stands.
  public var slot: ContainerSlot { place.last.slot }

  /// The node's position, from 0, among siblings of the same identifier in the same slot.
  public var ordinal: Int { place.last.ordinal }
}
