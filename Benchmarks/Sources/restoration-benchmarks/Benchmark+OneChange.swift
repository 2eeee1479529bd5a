import RestorationCore

extension Benchmark {
  /// A change of one node and a save, to memory, among nodes that all promise to mark changes.
  static func change(_ name: String, bar: Double) -> Benchmark {
    Benchmark(name, bar: bar) { benchmark, _ in
      let app = try savedApp(with: nodes)
      let ours = try Contender(repeating: { try app.saveChange(of: nodes / 2) })
      let full = Contender {
        let app = BenchmarkApp<HandwrittenNode>(InMemoryStateStore())
        app.launch(with: nodes)
        return {
          try app.saveEverything()
          return nil
        }
      }
      let times = try medians(of: [ours, full])
      return [
        Figure(
          benchmark.name,
          seconds: times[0],
          against: "the full save",
          times[1],
          in: .microseconds,
          bar: benchmark.bar
        )
      ]
    }
  }

  /// The same save among 100,000 nodes and among 1,000.
  ///
  /// The node is always the one in the middle, or a random one each time, whose memory the processor
  /// does not have at hand.
  static func changeScaling(_ name: String, isRandom: Bool, bar: Double) -> Benchmark {
    Benchmark(name, bar: bar) { benchmark, _ in
      var contenders: [Contender] = []
      for count in [100_000, 1_000] {
        let app = try savedApp(with: count)
        // Which nodes come is drawn beforehand, so that drawing is not timed.
        let indices = (0..<4_096).map { _ in isRandom ? Int.random(in: 0..<count) : count / 2 }
        var turn = 0
        contenders.append(
          try Contender(repeating: {
            turn += 1
            try app.saveChange(of: indices[turn & 4_095])
          })
        )
      }
      let times = try medians(of: contenders)
      return [
        Figure(
          benchmark.name,
          seconds: times[0],
          against: "the same among 1,000 nodes",
          times[1],
          in: .microseconds,
          bar: benchmark.bar
        )
      ]
    }
  }

  /// An app whose nodes are all saved, to memory.
  @MainActor
  private static func savedApp(with count: Int) throws -> BenchmarkApp<HandwrittenNode> {
    let app = BenchmarkApp<HandwrittenNode>(InMemoryStateStore())
    app.launch(with: count)
    try app.saveEverything()
    return app
  }
}
