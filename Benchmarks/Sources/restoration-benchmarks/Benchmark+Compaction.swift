import RestorationCore

extension Benchmark {
  /// Saves paced through a compaction.
  static func compactionStall(_ name: String, bar: Double) -> Benchmark {
    Benchmark(name, bar: bar) { _, _ in [] }
  }
}
