import Foundation
import RestorationCore
import RestorationStore

extension Benchmark {
  /// The bytes that a save of one change appends to the journal, against those of the item that
  /// holds the node's record.
  static func changeBytes(_ name: String, bar: Double) -> Benchmark {
    Benchmark(name, bar: bar) { benchmark, folder in
      let items = try StoredApp(in: folder).appendedItems()
      let records = items.filter(\.isRecord)
      return [
        Figure(
          name: benchmark.name,
          ours: Double(items.reduce(0) { $0 + $1.range.count }),
          reference: Double(records.reduce(0) { $0 + $1.range.count }),
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
      let app = BenchmarkApp<HandwrittenNode>(FileStateStore(directory: URL(filePath: path)))
      app.launch(with: nodes)
      try app.saveEverything()
      let files = try StoreFiles(in: path)
      let json = try JSONEncoder().encode((0..<nodes).map(JSONNode.init))
      return [
        Figure(
          name: benchmark.name,
          ours: Double(files.bytesByName.values.map(\.count).max() ?? 0),
          reference: Double(json.count),
          referenceName: "JSON with identifier, class and parent",
          unit: .bytes,
          bar: benchmark.bar
        )
      ]
    }
  }
}

/// A node as one would write it in JSON so that the tree can be made again.
private struct JSONNode: Encodable {
  let identifier: String
  let className = "node"
  let parent = 1
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
