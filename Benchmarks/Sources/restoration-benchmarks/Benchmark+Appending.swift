import Foundation
import RestorationCore
import RestorationStore

extension Benchmark {
  /// A change and a save that waits for its commit, against a bare `pwrite` to a file that grows, and
  /// `fdatasync` if the save would survive a power loss.
  static func append(
    _ name: String,
    _ durability: FileStateStore.Durability,
    bar: Double
  ) -> Benchmark {
    Benchmark(name, bar: bar) { benchmark, folder in
      let app = try StoredApp(in: folder, durability: durability)
      let file = try BareFile(at: folder.newPath("bare"), writing: try app.bytesPerSave())
      let isDurable = durability == .powerLoss
      return try benchmark.compare(
        Contender(repeating: app.saveChange),
        with: isDurable
          ? "bare pwrite and fdatasync of as many bytes" : "bare pwrite of as many bytes",
        Contender(repeating: isDurable ? file.appendDurably : file.append)
      )
    }
  }

  /// A change that the session is told to save soon, until its answer, against an empty round trip
  /// of an action through the timers that wake the save.
  static func appendInBackground(_ name: String, bar: Double) -> Benchmark {
    Benchmark(name, bar: bar) { benchmark, folder in
      let loop = MainLoop()
      let app = try StoredApp(in: folder, scheduling: loop)
      return try benchmark.compare(
        Contender(repeating: { try app.saveChangeSoon(by: loop) }),
        with: "an empty round trip through the same queue",
        Contender(repeating: loop.makeRoundTrip)
      )
    }
  }

  /// A change and a save, against SQLite, which updates one row of as many bytes; if the save would
  /// survive a power loss, so does the row, and the log has reached its length before.
  static func appendBesideSQLite(
    _ name: String,
    _ durability: FileStateStore.Durability,
    bar: Double
  ) -> Benchmark {
    Benchmark(name, bar: bar) { benchmark, folder in
      let app = try StoredApp(in: folder, durability: durability)
      let bytes = try app.recordBytes
      let isDurable = durability == .powerLoss
      let table = try SQLiteTable(
        at: folder.newPath("sqlite"),
        synchronous: isDurable ? .full : .normal,
        rows: nodes,
        bytes: bytes
      )
      if isDurable { try table.reuseLog(of: nodes / 2, bytes: bytes) }
      let row = ChangingRow(table, bytes: bytes)
      return try benchmark.compare(
        Contender(repeating: app.saveChange),
        with: isDurable
          ? "SQLite, WAL (reused), synchronous=FULL" : "SQLite, WAL, synchronous=NORMAL",
        Contender(repeating: row.update)
      )
    }
  }

  /// Measures ours beside one reference, in microseconds.
  @MainActor
  func compare(
    _ ours: Contender,
    with referenceName: String,
    _ reference: Contender
  ) throws -> [Figure] {
    let times = try medians(of: [ours, reference], rounds: 31)
    return [
      Figure(
        name,
        seconds: times[0],
        against: referenceName,
        times[1],
        in: .microseconds,
        bar: bar
      )
    ]
  }
}

/// A row of a table that gets other bytes each time: SQLite skips an update that changes nothing.
@MainActor
private final class ChangingRow {
  private let table: SQLiteTable
  private var bytes: [UInt8]
  private var turn: UInt32 = 0

  init(_ table: SQLiteTable, bytes: [UInt8]) {
    self.table = table
    self.bytes = bytes
  }

  func update() throws {
    turn += 1
    for byte in 0..<4 { bytes[byte] = UInt8(truncatingIfNeeded: turn >> (8 * UInt32(byte))) }
    try table.update(Benchmark.nodes / 2, to: bytes)
  }
}
