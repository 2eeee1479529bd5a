import RestorationStore

extension Benchmark {
  /// The rows of the table, in its order.
  static let all: [Benchmark] = [
    fullSave("encode-full", of: HandwrittenNode.self, bar: 0.15),
    fullSave("encode-full-restored", of: RestoredNode.self, bar: 0.20),
    fullRestore("restore-full", of: HandwrittenNode.self, bar: 0.20),
    fullRestore("restore-full-restored", of: RestoredNode.self, bar: 0.25),
    change("change-one", bar: 0.000_5),
    changeBytes("change-one-bytes", bar: 1.5),
    changeScaling("change-one-scaling", isRandom: false, bar: 1.2),
    changeScaling("change-random-scaling", isRandom: true, bar: 3),
    append("append", .processCrash, bar: 2.5),
    appendInBackground("append-background", bar: 2),
    appendBesideSQLite("append-sqlite", .processCrash, bar: 0.33),
    append("append-durable", .powerLoss, bar: 1.3),
    appendBesideSQLite("append-durable-sqlite", .powerLoss, bar: 1),
    compactionStall("compaction-stall", bar: 3),
    size("size", bar: 0.75),
    memoryOfSave("memory-save", bar: 3.5),
    memoryOfRestore("memory-restore", bar: 1.5),
  ]
}
