/// Where a node stands, as a path or as what one is put together from if somebody asks.
@MainActor
package enum StatePlace {
  /// A path.
  case path(IdentifierPath)

  /// A node that stands in the tree.
  case node(LiveNode)

  /// A record's place below that of another one.
  case recorded(RecordedPlace)

  /// No place yet.
  case nowhere

  /// The path.
  ///
  /// - Complexity: O(*n*) in the depth.
  package var path: IdentifierPath {
    switch self {
    case .path(let path): path
    case .node(let node): node.path
    case .recorded(let place): place.path
    case .nowhere: IdentifierPath(root: IdentifierPath.Component(identifier: "?"))
    }
  }

  /// The last component of the path.
  package var last: IdentifierPath.Component {
    if case .recorded(let place) = self { return place.component }
    return path.last
  }
}

/// A record's place below that of another one.
@MainActor
package final class RecordedPlace {
  // Each access is over before anything else can run.
  @exclusivity(unchecked) private var identifier = "?"
  @exclusivity(unchecked) private var slot = ContainerSlot.only
  @exclusivity(unchecked) private var ordinal = 0
  @exclusivity(unchecked) private var parent = 0
  private let table: PlaceTable

  /// Makes a place that is still to be moved to one.
  init(in table: PlaceTable) {
    self.table = table
  }

  /// Becomes another place; nobody else may know this one.
  func move(to identifier: String, _ slot: ContainerSlot, _ ordinal: Int, below parent: Int) {
    self.identifier = identifier
    self.slot = slot
    self.ordinal = ordinal
    self.parent = parent
  }

  /// The last component of the path.
  var component: IdentifierPath.Component {
    IdentifierPath.Component(identifier: identifier, slot: slot, ordinal: ordinal)
  }

  /// The path.
  ///
  /// - Complexity: O(*n*) in the depth.
  var path: IdentifierPath { table.path(parent).appending(component) }
}
