import RestorationCore

extension Benchmark {
  /// By how much the peak of resident memory grows in the first save, to memory, beyond the objects
  /// of the app, against the bytes of the archive.
  static func memoryOfSave(_ name: String, bar: Double) -> Benchmark {
    Benchmark(name, bar: bar) { benchmark, _ in
      try [benchmark.figure(of: PeakMemory.save.median())]
    }
  }

  /// By how much it grows in the restore from memory, beyond the objects that the app would have to
  /// make in any case.
  static func memoryOfRestore(_ name: String, bar: Double) -> Benchmark {
    Benchmark(name, bar: bar) { benchmark, _ in
      try [benchmark.figure(of: PeakMemory.restore.median() - PeakMemory.objects.median())]
    }
  }

  @MainActor
  private func figure(of growth: Double) throws -> Figure {
    Figure(
      name: name,
      ours: growth,
      reference: Double(try Self.archiveBytes(of: HandwrittenNode.self).count),
      referenceName: "the archive",
      unit: .bytes,
      bar: bar
    )
  }
}
