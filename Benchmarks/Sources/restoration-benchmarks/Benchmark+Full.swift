import Foundation
import RestorationCore

extension Benchmark {
  /// The first save of all nodes into a store that keeps bytes in memory.
  ///
  /// The session knows none of the nodes before, so that the time is that of everything: asking the
  /// tree, numbering and tracking the nodes, writing their state, and putting the archive together.
  static func fullSave<Node: BenchmarkNode>(
    _ name: String,
    of type: Node.Type,
    bar: Double
  ) -> Benchmark {
    Benchmark(name, bar: bar) { benchmark, _ in
      let values = (0..<nodes).map { Values($0) }
      let ours = Contender {
        let app = BenchmarkApp<Node>(InMemoryStateStore())
        app.launch(with: nodes)
        return {
          try app.saveEverything()
          return nil
        }
      }
      return try benchmark.compare(
        ours,
        with: FoundationCoder.allCases.map { ($0, $0.encoderName, $0.encoding(values)) },
        and: copying(try archiveBytes(of: type))
      )
    }
  }

  /// Making, attaching and decoding all nodes from bytes in memory, none of them left asleep.
  static func fullRestore<Node: BenchmarkNode>(
    _ name: String,
    of type: Node.Type,
    bar: Double
  ) -> Benchmark {
    Benchmark(name, bar: bar) { benchmark, _ in
      let values = (0..<nodes).map { Values($0) }
      let store = try savedStore(of: type)
      let ours = Contender {
        let app = BenchmarkApp<Node>(store)
        return {
          try app.launch(expecting: nodes)
          return app
        }
      }
      return try benchmark.compare(
        ours,
        with: FoundationCoder.allCases.map { ($0, $0.decoderName, try $0.decoding(values)) },
        and: copying(try archiveBytes(of: type))
      )
    }
  }

  /// A store in memory that holds all nodes.
  @MainActor
  static func savedStore<Node: BenchmarkNode>(of type: Node.Type) throws -> InMemoryStateStore {
    let store = InMemoryStateStore()
    let app = BenchmarkApp<Node>(store)
    app.launch(with: nodes)
    try app.saveEverything()
    return store
  }

  /// The archive of all nodes.
  @MainActor
  static func archiveBytes<Node: BenchmarkNode>(of type: Node.Type) throws -> [UInt8] {
    guard let loaded = try savedStore(of: type).load(scene: "main") else {
      throw BenchmarkError("The store in memory has nothing after a save.")
    }
    return loaded.archive.encoded()
  }

  /// The physical limit: a copy of as many bytes into fresh memory.
  @MainActor
  private static func copying(_ bytes: [UInt8]) -> Contender {
    Contender {
      {
        [UInt8](unsafeUninitializedCapacity: bytes.count) { target, count in
          bytes.withUnsafeBytes { UnsafeMutableRawBufferPointer(target).copyMemory(from: $0) }
          count = bytes.count
        }
      }
    }
  }

  /// Lines for the fastest coder, which has the bar, for each coder, and for the copy.
  @MainActor
  private func compare(
    _ ours: Contender,
    with coders: [(coder: FoundationCoder, name: String, contender: Contender)],
    and copy: Contender
  ) throws -> [Figure] {
    let times = try medians(of: [ours] + coders.map(\.contender) + [copy])
    let suffixes = coders.map(\.coder.rawValue) + ["memcpy"]
    let references = coders.map(\.name) + ["memcpy of the archive"]
    let lines = suffixes.indices.map { index in
      Figure(
        "\(name)/\(suffixes[index])",
        seconds: times[0],
        against: references[index],
        times[index + 1],
        in: .milliseconds,
        bar: nil
      )
    }
    guard var fastest = lines.dropLast().min(by: { $0.reference < $1.reference }) else { return [] }
    fastest.name = name
    fastest.bar = bar
    return [fastest] + lines
  }
}
