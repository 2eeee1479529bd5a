/// Where a node stands, as a path or as what one is put together from if somebody asks.
@MainActor
package enum StatePlace {
  /// A path.
  case path(IdentifierPath)

  /// A node that stands in the tree.
  case node(LiveNode)

  /// A node that is to be made.
  case requested(RequestedNode)

  /// No place yet.
  case nowhere

  /// The path.
  ///
  /// - Complexity: O(*n*) in the depth.
  package var path: IdentifierPath {
    switch self {
    case .path(let path): path
    case .node(let node): node.path
    case .requested(let node): node.path
    case .nowhere: IdentifierPath(root: IdentifierPath.Component(identifier: "?"))
    }
  }
}
