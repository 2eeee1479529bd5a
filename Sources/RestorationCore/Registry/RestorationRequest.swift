/// What a factory is told of the node that it is asked to make.
@MainActor public struct RestorationRequest {
  /// One reference that has all of it, since a restore makes a request for each node.
  private let node: RequestedNode

  /// Makes a request for a node of an archive, which stays that node's as long as somebody has it.
  init(_ node: RequestedNode) {
    self.node = node
  }

  /// Makes a request for a node at a path.
  package init(
    scene: String,
    path: IdentifierPath,
    className: String? = nil,
    classVersion: Int = 0,
    parent: (any Restorable)? = nil
  ) {
    node = RequestedNode(
      in: scene,
      at: path,
      className: className,
      classVersion: classVersion,
      parent: parent
    )
  }
}

// MARK: - Where the node stands

extension RestorationRequest {
  /// The scene that is being restored.
  public var scene: String { node.scene }

  /// Where the node stands.
  ///
  /// - Complexity: O(*n*) in the depth.
  public var path: IdentifierPath { node.path }

  /// The node that contains, presents or owns the new one; `nil` for the root of a scene.
  public var parent: (any Restorable)? { node.parent }

  /// The node's restoration identifier, the last one of its path.
  public var identifier: String { node.component.identifier }

  /// The slot of the parent in which the node stands.
  public var slot: ContainerSlot { node.component.slot }

  /// The node's position, from 0, among siblings of the same identifier in the same slot.
  public var ordinal: Int { node.component.ordinal }
}

// MARK: - What was recorded

extension RestorationRequest {
  /// The name under which the node's class was registered when it was saved, if it was.
  public var className: String? { node.className }

  /// The version that the class was registered with when the node was saved, 0 by default.
  public var classVersion: Int { node.classVersion }
}
