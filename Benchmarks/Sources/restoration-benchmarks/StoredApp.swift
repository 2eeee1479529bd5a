import Foundation
import RestorationCore
import RestorationStore

/// An app with all nodes, saved in files, one of which changes again and again.
@MainActor
final class StoredApp {
  let app: BenchmarkApp<HandwrittenNode>
  let path: String

  private let store: FileStateStore
  private var answers = 0

  /// Makes the app and saves everything for the first time.
  init(
    in folder: WorkFolder,
    durability: FileStateStore.Durability = .processCrash,
    scheduling: MainLoop? = nil
  ) throws {
    path = folder.newPath("store")
    var options = FileStateStore.Options()
    options.durability = durability
    store = FileStateStore(directory: URL(filePath: path), options: options)
    app = BenchmarkApp(store, scheduling: scheduling)
    app.launch(with: Benchmark.nodes)
    try app.saveEverything()
    // The first change may be what begins the journal.
    try app.saveChange(of: Benchmark.nodes / 2)
    app.session.saveHandler = { [weak self] report in
      if report.outcome == .saved { self?.answers += 1 }
    }
  }

  isolated deinit {
    // Its folder is removed next, in which nothing may be done any more.
    store.close()
  }

  /// The app's one node changes, and is saved.
  func saveChange() throws {
    try app.saveChange(of: Benchmark.nodes / 2)
  }

  /// The app's one node changes, and is saved when the loop comes to it.
  func saveChangeSoon(by loop: MainLoop) throws {
    let before = answers
    app.change(Benchmark.nodes / 2)
    app.session.setNeedsSave()
    loop.run { answers > before }
  }

  /// What a save appends.
  func appendedItems() throws -> [CBORSequence.Item] {
    let before = try StoreFiles(in: path)
    try saveChange()
    return try StoreFiles(in: path).items(since: before)
  }

  /// How many bytes a save appends.
  func bytesPerSave() throws -> Int {
    try appendedItems().reduce(0) { $0 + $1.range.count }
  }

  /// Bytes of the length of the node's record, for a row of a table.
  var recordBytes: [UInt8] {
    get throws {
      guard let record = try appendedItems().first(where: \.isRecord) else {
        throw BenchmarkError("A save appended no record.")
      }
      return (0..<record.range.count).map { UInt8(truncatingIfNeeded: $0) }
    }
  }
}

extension CBORSequence.Item {
  /// Whether it is a node's record.
  var isRecord: Bool { kind == 2 }
}
