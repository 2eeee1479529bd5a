import RestorationCore

/// An app with a shelf of nodes, whose tree a session saves to a store.
@MainActor
final class BenchmarkApp<Node: BenchmarkNode> {
  let session: RestorationSession
  let shelf = Shelf(restorationIdentifier: "shelf")

  /// The nodes on the shelf, in order.
  private(set) var nodes: [Node] = []

  private var pageNumber = 1_000

  /// Makes the app, which is yet to be launched.
  ///
  /// - Parameters:
  ///   - store: Where it saves.
  ///   - scheduling: Who wakes saves that are asked for; by default nobody asks.
  init(_ store: any StateStore, scheduling: (any SaveScheduling)? = nil) {
    var registry = RestorationClassRegistry()
    registry.register(Node.self, named: "node") { request, _ in
      Node(identifier: request.identifier)
    }
    var configuration = SessionConfiguration()
    configuration.savesAutomatically = false
    if let scheduling {
      configuration.scheduling = scheduling
      configuration.saveDelay = .zero
    }
    session = RestorationSession(store: store, registry: registry, configuration: configuration)
  }

  /// Restores an empty shelf, and fills it with so many nodes then.
  ///
  /// So nothing of the first save is done beforehand: at its begin, the session knows none of them.
  func launch(with count: Int) {
    session.restore(shelf, in: "main")
    nodes = (0..<count).map { Node(Values($0)) }
    shelf.updateChildren { shelf.books = nodes }
  }

  /// Restores what was saved, down to the state of each node.
  func launch(expecting count: Int) throws {
    let report = session.restore(shelf, in: "main")
    guard report.outcome == .restored, report.sleepingNodes == 0, shelf.books.count == count else {
      throw BenchmarkError("A restore did not bring back everything: \(report)")
    }
  }

  /// Saves all nodes for the first time.
  func saveEverything() throws {
    try save(expecting: nodes.count + 1)
  }

  /// Changes a node, and saves it.
  func saveChange(of index: Int) throws {
    change(index)
    try save(expecting: 1)
  }

  /// Changes a value of a node to another one that takes as many bytes.
  func change(_ index: Int) {
    pageNumber = pageNumber < 60_000 ? pageNumber + 1 : 1_000
    nodes[index].pageNumber = pageNumber
  }

  private func save(expecting count: Int) throws {
    let report = session.save()
    guard report.outcome == .saved, report.updatedRecords == count else {
      throw BenchmarkError("A save of \(count) records did something else: \(report)")
    }
  }
}
