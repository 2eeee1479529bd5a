import Foundation
import Testing

@testable import RestorationCore
@testable import RestorationStore

@Suite("A store touches nothing of another one that has come in its place")
struct ReplacedFolderTests {
  /// A store whose folder was replaced, and another one that has saved durably in the new one.
  private func withReplacement(
    _ folder: URL,
    _ body: (_ former: FileStateStore, _ place: URL, _ expected: StateArchive) throws -> Void
  ) throws {
    let place = folder.appending(path: "state")
    let former = FileStateStore(directory: place)
    try former.commit([StateArchive.sample(version: 1).replacing()])
    try former.commit([JournalTests.change(1)])
    try FileManager.default.removeItem(at: place)
    let store = FileStateStore(directory: place)
    var expected = StateArchive.sample(version: 5)
    try store.commit([expected.replacing()])
    try store.compact()
    try store.commit([JournalTests.change(77)])
    expected.apply(JournalTests.change(77))
    try store.keep(as: "theirs")
    try store.flush()
    try body(former, place, expected)
    #expect(try store.load(scene: "main")?.archive == expected)
    store.close()
    let next = FileStateStore(directory: place, access: .readOnly)
    #expect(try next.load(scene: "main") == LoadedArchive(archive: expected))
    #expect(try next.generations().contains { $0.name == "theirs" })
  }

  @Test("It compacts nothing, writes no snapshot and removes none there.")
  func uses() throws {
    let uses: [(FileStateStore) throws -> Void] = [
      { try $0.compact() }, { try $0.compactIfWorthwhile() }, { try $0.keep(as: "mine") },
      { try $0.removeSnapshot(named: "theirs") }, { try $0.flush() },
      { try $0.commit([JournalTests.change(3)]) },
    ]
    for (index, use) in uses.enumerated() {
      try withTemporaryFolder { folder in
        try withReplacement(folder) { former, place, _ in
          let before = try place.snapshot
          do throws(any Error) {
            try use(former)
          } catch let error as StateStoreError {
            #expect(error.code == .locked, "use \(index)")
          }
          #expect(try place.snapshot == before, "use \(index)")
          former.close()
          #expect(try place.snapshot == before, "use \(index)")
        }
      }
    }
  }

  @Test(
    "Once its lock is gone and another store saves, a save is refused, and none of the other's lost.",
    arguments: [FileStateStore.Durability.processCrash, .powerLoss]
  )
  func lostLock(durability: FileStateStore.Durability) throws {
    try withTemporaryFolder { folder in
      var options = FileStateStore.Options()
      options.durability = durability
      let first = FileStateStore(directory: folder, options: options)
      try first.commit([JournalTests.change(1)])
      try FileManager.default.removeItem(at: folder.appending(path: "lock"))
      let second = FileStateStore(directory: folder, options: options)
      try second.commit([JournalTests.change(100)])
      let error = #expect(throws: StateStoreError.self) {
        try first.commit([JournalTests.change(6)])
        try first.flush()
      }
      #expect(error?.code == .locked)
      if durability == .powerLoss {
        #expect(throws: StateStoreError.self) {
          if try !first.save(RecordChange(JournalTests.change(7)), mayWait: true) {
            try first.commit([JournalTests.change(7)])
          }
        }
      }
      let record = try second.load(scene: "main")?.archive.records[NodeNumber(2)]
      #expect(record == JournalTests.change(100).updated[0])
    }
  }

  @Test("A folder that was moved is noticed by the next sync, and saved to anew.")
  func movedFolder() throws {
    try withTemporaryFolder { folder in
      let place = folder.appending(path: "state")
      let store = FileStateStore(directory: place)
      try store.commit([StateArchive.sample().replacing()])
      try FileManager.default.moveItem(at: place, to: folder.appending(path: "elsewhere"))
      try store.commit([JournalTests.change(2)])
      try store.flush()
      var expected = StateArchive.sample()
      expected.apply(JournalTests.change(2))
      let reader = FileStateStore(directory: place, access: .readOnly)
      #expect(try reader.load(scene: "main")?.archive == expected)
    }
  }
}
