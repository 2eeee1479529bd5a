/// Where a node stands, as a path or as what one is put together from if somebody asks.
@MainActor
package enum StatePlace {
  /// A path.
  case path(IdentifierPath)

  /// A node that stands in the tree.
  case node(LiveNode)

  /// A record's place below that of another one.
  case recorded(IdentifierPath.Component, below: Int, in: PlaceTable)

  /// No place yet.
  case nowhere

  /// The path.
  ///
  /// - Complexity: O(*n*) in the depth.
  package var path: IdentifierPath {
    switch self {
    case .path(let path): path
    case .node(let node): node.path
    case .recorded(let component, let parent, let table):
      table.path(parent).appending(component)
    case .nowhere: IdentifierPath(root: IdentifierPath.Component(identifier: "?"))
    }
  }

  /// The last component of the path.
  package var last: IdentifierPath.Component {
    if case .recorded(let component, _, _) = self { return component }
    return path.last
  }
}
