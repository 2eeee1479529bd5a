import Foundation
import RestorationCore
import RestorationStore

extension Benchmark {
  /// The bytes that a save of one change appends to the journal, against those of the item that
  /// holds the node's record.
  static func changeBytes(_ name: String, bar: Double) -> Benchmark {
    Benchmark(name, bar: bar) { benchmark, folder in
      let items = try StoredApp(in: folder).appendedItems()
      // One record and no other should be among them.
      let record = items.filter(\.isRecord).map(\.range.count).max()
      return [
        Figure(
          name: benchmark.name,
          ours: Double(items.reduce(0) { $0 + $1.range.count }),
          reference: Double(record ?? 0),
          referenceName: "the node's record",
          unit: .bytes,
          bar: benchmark.bar
        )
      ]
    }
  }

  /// The file that holds the archive of all nodes, index and all, against JSON that says as much.
  static func size(_ name: String, bar: Double) -> Benchmark {
    Benchmark(name, bar: bar) { benchmark, folder in
      let path = folder.newPath("store")
      let store = FileStateStore(directory: URL(filePath: path))
      let app = BenchmarkApp<HandwrittenNode>(store)
      app.launch(with: nodes)
      try app.saveEverything()
      // The save is in the journal; a baseline is what has an index.
      try store.compact()
      let baselines = try StoreFiles(in: path).bytesByName.filter { $0.key.hasPrefix("state-") }
      guard let baseline = baselines.first, baselines.count == 1 else {
        throw BenchmarkError("A store that was compacted has \(baselines.count) baselines.")
      }
      let json = try JSONEncoder().encode((0..<nodes).map(JSONNode.init))
      return [
        Figure(
          name: benchmark.name,
          ours: Double(baseline.value.count),
          reference: Double(json.count),
          referenceName: "JSON with identifier, class and parent",
          unit: .bytes,
          bar: benchmark.bar
        )
      ]
    }
  }
}

/// A node as one would write it in JSON so that the tree can be made again; there are no numbers by
/// which it could name its parent.
private struct JSONNode: Encodable {
  let identifier: String
  let className = "node"
  let parent = "shelf"
  let values: Values

  init(_ index: Int) {
    values = Values(index)
    identifier = values.identifier
  }

  private enum CodingKeys: String, CodingKey {
    case identifier
    case className = "class"
    case parent
    case values
  }
}
