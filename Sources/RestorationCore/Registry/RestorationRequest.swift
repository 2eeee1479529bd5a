/// What a factory is told of the node that it is asked to make.
@MainActor public struct RestorationRequest {
  /// Where the answers come from: one reference, since a restore makes a request for each node.
  private enum Source {
    case node(RequestedNode)
    case details(Details)
  }

  private final class Details {
    let scene: String
    let path: IdentifierPath
    let className: String?
    let classVersion: Int
    let parent: (any Restorable)?

    init(
      scene: String,
      path: IdentifierPath,
      className: String?,
      classVersion: Int,
      parent: (any Restorable)?
    ) {
      self.scene = scene
      self.path = path
      self.className = className
      self.classVersion = classVersion
      self.parent = parent
    }
  }

  private let source: Source

  /// Makes a request for a node at a path.
  package init(
    scene: String,
    path: IdentifierPath,
    className: String? = nil,
    classVersion: Int = 0,
    parent: (any Restorable)? = nil
  ) {
    source = .details(
      Details(
        scene: scene,
        path: path,
        className: className,
        classVersion: classVersion,
        parent: parent
      )
    )
  }

  /// Makes a request for a node of an archive, which stays that node's as long as somebody has it.
  init(_ node: RequestedNode) {
    source = .node(node)
  }
}

// MARK: - Where the node stands

extension RestorationRequest {
  /// The scene that is being restored.
  public var scene: String {
    switch source {
    case .node(let node): node.scene
    case .details(let details): details.scene
    }
  }

  /// Where the node stands.
  ///
  /// - Complexity: O(*n*) in the depth.
  public var path: IdentifierPath {
    switch source {
    case .node(let node): node.path
    case .details(let details): details.path
    }
  }

  /// The node that contains, presents or owns the new one; `nil` for the root of a scene.
  public var parent: (any Restorable)? {
    switch source {
    case .node(let node): node.parent
    case .details(let details): details.parent
    }
  }

  /// The node's restoration identifier, the last one of its path.
  public var identifier: String { component.identifier }

  /// The slot of the parent in which the node stands.
  public var slot: ContainerSlot { component.slot }

  /// The node's position, from 0, among siblings of the same identifier in the same slot.
  public var ordinal: Int { component.ordinal }

  /// The last component of the path.
  private var component: IdentifierPath.Component {
    switch source {
    case .node(let node): node.component
    case .details(let details): details.path.last
    }
  }
}

// MARK: - What was recorded

extension RestorationRequest {
  /// The name under which the node's class was registered when it was saved, if it was.
  public var className: String? {
    switch source {
    case .node(let node): node.className
    case .details(let details): details.className
    }
  }

  /// The version that the class was registered with when the node was saved, 0 by default.
  public var classVersion: Int {
    switch source {
    case .node(let node): node.classVersion
    case .details(let details): details.classVersion
    }
  }
}
