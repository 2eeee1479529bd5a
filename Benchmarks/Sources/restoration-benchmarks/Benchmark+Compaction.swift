import RestorationCore
import RestorationStore

extension Benchmark {
  /// The slowest saves while the store compacts, against the slowest while it does not.
  ///
  /// Saves of one change are made every half millisecond, as by an app that is busy. The 99th
  /// percentile is taken of those while the store writes a baseline of 10 MB, and of as many before.
  /// Both figures are medians over ten compactions.
  static func compactionStall(_ name: String, bar: Double) -> Benchmark {
    Benchmark(name, bar: bar) { benchmark, folder in
      let pace = try CompactionPace(in: folder)
      var stalls: [CompactionPace.Stall] = []
      for _ in 0..<10 { stalls.append(try pace.runThroughCompaction()) }
      return [
        Figure(
          benchmark.name,
          seconds: median(stalls.map(\.during)),
          against: "the 99th percentile without compaction",
          median(stalls.map(\.before)),
          in: .microseconds,
          bar: benchmark.bar
        )
      ]
    }
  }
}
