import Foundation
import Testing

@testable import RestorationCore
@testable import RestorationStore

@Suite("A failed system call is a typed error, and costs nothing")
struct FailureTests {
  private let old = StateArchive.sample(version: 1)
  private let new = StateArchive.sample(version: 2)

  /// What each error number amounts to when a save meets it.
  private static let numbers: [(Int32, StateStoreError.Code)] = [
    (ENOSPC, .outOfSpace), (EDQUOT, .outOfSpace), (EFBIG, .outOfSpace), (EROFS, .readOnly),
    (EACCES, .readOnly), (EIO, .inputOutput), (ENOENT, .inputOutput), (EMFILE, .inputOutput),
  ]

  @Test("When any one call of a save fails, it throws and the old state stays, or it succeeds.")
  func anyCall() throws {
    for (number, code) in Self.numbers {
      var index = 0
      var isOver = false
      while !isOver {
        try withTemporaryFolder { folder in
          let place = folder.appending(path: "state")
          try FileStateStore(directory: place).commit([old.replacing()])
          let fileSystem = FaultyFileSystem(.fail(number), at: index)
          isOver = try saveOnce(place, fileSystem, expecting: code, number)
        }
        index += 1
      }
      #expect(index > 8)
    }
  }

  /// Saves with one call failing, and answers whether there were fewer calls than that.
  private func saveOnce(
    _ place: URL,
    _ fileSystem: FaultyFileSystem,
    expecting code: StateStoreError.Code,
    _ number: Int32
  ) throws -> Bool {
    let store = FileStateStore(directory: place, fileSystem: fileSystem)
    do {
      try store.commit([new.replacing(setsAside: "vetoed")])
      #expect(try store.load(scene: "main") == LoadedArchive(archive: new))
    } catch {
      #expect(error.code == code)
      #expect(error.errorNumber == number)
      #expect(error.operation != nil && error.location?.hasPrefix(place.path) == true)
      #expect(error.message.contains(";"))
      #expect(try store.load(scene: "main") == LoadedArchive(archive: old))
      let reader = FileStateStore(directory: place, access: .readOnly)
      #expect(try reader.load(scene: "main") == LoadedArchive(archive: old))
      // The next attempt writes a file of its own and trusts nothing of the failed one.
      try store.commit([new.replacing(setsAside: "vetoed")])
    }
    store.close()
    let reader = FileStateStore(directory: place, access: .readOnly)
    #expect(try reader.load(scene: "main") == LoadedArchive(archive: new))
    return !fileSystem.wasHit
  }

  @Test("Interrupted calls are made again, and short reads and writes are continued.")
  func interrupted() throws {
    for fault in [FaultyFileSystem.Fault.interruptAll, .short(1), .short(7)] {
      try withTemporaryFolder { folder in
        let place = folder.appending(path: "a/b")
        let store = FileStateStore(directory: place, fileSystem: FaultyFileSystem(fault))
        try store.commit([old.replacing()])
        try store.commit([new.replacing(setsAside: "vetoed")])
        store.close()
        #expect(try store.load(scene: "main") == LoadedArchive(archive: new))
        #expect(try store.generations().count == 2)
        try store.erase()
        #expect(folder.appending(path: "a").names.isEmpty)
      }
    }
  }

  @Test("P340: state that cannot be read now is not saved over, and can be read later.")
  func unavailable() throws {
    try withTemporaryFolder { folder in
      try FileStateStore(directory: folder).commit([old.replacing()])
      let before = try folder.snapshot.filter { $0.key != "lock" }
      let count = try readCount(folder)
      var refusals = 0
      for index in 0..<count {
        let fileSystem = FaultyFileSystem(.fail(EIO), at: index, failsReads: true)
        let store = FileStateStore(directory: folder, fileSystem: fileSystem)
        do throws(StateStoreError) {
          let loaded = try store.load(scene: "main")
          #expect(loaded == LoadedArchive(archive: old))
        } catch {
          refusals += 1
          #expect(error.code == .unavailable)
          #expect(try folder.snapshot.filter { $0.key != "lock" } == before)
          #expect(try store.load(scene: "main") == LoadedArchive(archive: old))
        }
      }
      #expect(refusals > 2)

      let dead = FaultyFileSystem(.failFromHereOn(EACCES), at: 0, failsReads: true)
      let store = FileStateStore(directory: folder, fileSystem: dead)
      #expect(throws: StateStoreError.self) { try store.load(scene: "main") }
      #expect(throws: StateStoreError.self) { try store.commit([new.replacing()]) }
      #expect(try folder.snapshot.filter { $0.key != "lock" } == before)
    }
  }

  private func readCount(_ folder: URL) throws -> Int {
    let fileSystem = FaultyFileSystem()
    let store = FileStateStore(directory: folder, fileSystem: fileSystem)
    _ = try store.load(scene: "main")
    return fileSystem.readCount
  }

  @Test("P243: if only the last save cannot be read, the one before it is, and saving waits.")
  func unreadableNewest() throws {
    try withTemporaryFolder { folder in
      let store = FileStateStore(directory: folder)
      try store.commit([old.replacing()])
      store.close()
      try store.commit([new.replacing()])
      store.close()
      let before = try folder.snapshot.filter { $0.key != "lock" }
      let newest = try #require(folder.journals.last).lastPathComponent
      let fileSystem = FaultyFileSystem(unreadable: newest)
      let limited = FileStateStore(directory: folder, fileSystem: fileSystem)
      let loaded = try #require(try limited.load(scene: "main"))
      #expect(loaded.archive == old)
      #expect(loaded.damage.count == 1)
      let error = #expect(throws: StateStoreError.self) { try limited.commit([old.replacing()]) }
      #expect(error?.code == .unavailable)
      #expect(try folder.snapshot.filter { $0.key != "lock" } == before)
      limited.close()
      #expect(try store.load(scene: "main") == LoadedArchive(archive: new))
    }
  }

  @Test("A store on a disk that cannot be written to reads, and says why it does not save.")
  func readOnlyDisk() throws {
    try withTemporaryFolder { folder in
      try FileStateStore(directory: folder).commit([old.replacing()])
      let fileSystem = FaultyFileSystem(.failFromHereOn(EROFS), at: 0)
      let store = FileStateStore(directory: folder, fileSystem: fileSystem)
      #expect(try store.load(scene: "main") == LoadedArchive(archive: old))
      let error = #expect(throws: StateStoreError.self) { try store.commit([new.replacing()]) }
      #expect(error?.code == .readOnly)
    }
  }

  @Test("P312: a store made for reading changes nothing, and sees what others save, in any file.")
  func readOnlyAccess() throws {
    try withTemporaryFolder { folder in
      let writer = FileStateStore(directory: folder)
      try writer.commit([old.replacing()])
      let fileSystem = FaultyFileSystem()
      let reader = FileStateStore(directory: folder, access: .readOnly, fileSystem: fileSystem)
      #expect(try reader.load(scene: "main")?.archive == old)
      try writer.commit([new.replacing()])
      #expect(try reader.load(scene: "main")?.archive == new)
      try writer.compact()
      try writer.commit([old.replacing()])
      try writer.compact()
      #expect(try reader.load(scene: "main") == LoadedArchive(archive: old))
      // The folder is replaced as a whole.
      writer.close()
      try withTemporaryFolder { other in
        let place = other.appending(path: "state")
        try FileStateStore(directory: place).commit([new.replacing()])
        try FileManager.default.removeItem(at: folder)
        try FileManager.default.moveItem(at: place, to: folder)
      }
      #expect(try reader.load(scene: "main") == LoadedArchive(archive: new))
      for call in [
        { try reader.commit([old.replacing()]) }, { try reader.discard(scene: "main") },
        { try reader.erase() },
      ] {
        let error = #expect(throws: StateStoreError.self) { try call() }
        #expect(error?.code == .readOnly)
      }
      #expect(Set(fileSystem.operations) == ["close"])
    }
  }

  @Test("Options at the ends of what a number can be are refused or taken, and end nothing.")
  func extremeOptions() throws {
    try withTemporaryFolder { folder in
      var options = FileStateStore.Options()
      options.bytesPerFile = .min
      let narrow = FileStateStore(directory: folder, options: options)
      let error = #expect(throws: StateStoreError.self) { try narrow.commit([old.replacing()]) }
      #expect(error?.code == .limitExceeded)
      narrow.close()
      options.bytesPerFile = .max
      options.limits.stringLength = .max
      let wide = FileStateStore(directory: folder, options: options)
      try wide.commit([old.replacing()])
      try wide.keep(as: "a")
      #expect(try wide.generations().contains { $0.name == "a" })
      #expect(try wide.load(scene: "main")?.archive == old)
    }
  }

  #if os(Linux)
  @Test("A file that may not grow any more: the save fails, and the last one stays.")
  func fileSizeLimit() async throws {
    await #expect(processExitsWith: .success) {
      try withTemporaryFolder { folder in
        let store = FileStateStore(directory: folder)
        let old = StateArchive.sample(version: 1)
        try store.commit([old.replacing()])
        signal(SIGXFSZ, SIG_IGN)
        var limit = rlimit(rlim_cur: 2_000, rlim_max: .max)
        try #require(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
        var large = old
        large.appState = [UInt8](repeating: 0, count: 10_000)
        let error = #expect(throws: StateStoreError.self) { try store.commit([large.replacing()]) }
        try #require(error?.code == .outOfSpace)
        try #require(error?.operation == "write")
        try #require(try store.load(scene: "main") == LoadedArchive(archive: old))
        try store.commit([StateArchive.sample(version: 2).replacing()])
        store.close()
        try #require(try store.load(scene: "main")?.archive == .sample(version: 2))
        try #require(!folder.names.contains { $0.hasSuffix(".unfinished") })
      }
    }
  }
  #endif

  @Test("Files or the folder removed under way are written again by the next save.")
  func removedUnderWay() throws {
    try withTemporaryFolder { folder in
      let place = folder.appending(path: "a/state")
      let store = FileStateStore(directory: place)
      try store.commit([old.replacing(), StateArchive.sample("b").replacing()])
      for victim in [try #require(place.journals.last), place, folder.appending(path: "a")] {
        try FileManager.default.removeItem(at: victim)
        var changes = SceneChanges(header: new.header, root: new.root, nextNumber: 5)
        changes.header.system = victim.lastPathComponent
        changes.setsAside = "vetoed"
        try store.commit([changes])
        let reader = FileStateStore(directory: place, access: .readOnly)
        let loaded = try #require(try reader.load(scene: "main"))
        #expect(loaded.archive.header == changes.header)
        #expect(loaded.archive.records == old.records)
        #expect(try reader.load(scene: "b")?.archive == .sample("b"))
        #expect(try reader.generations().compactMap(\.reason) == ["vetoed"])
      }
    }
  }

  @Test("A folder that another store has filled meanwhile is not lost under the next save.")
  func replacedUnderWay() throws {
    try withTemporaryFolder { folder in
      let place = folder.appending(path: "state")
      let store = FileStateStore(directory: place)
      try store.commit([old.replacing()])
      try FileManager.default.removeItem(at: place)
      let other = FileStateStore(directory: place)
      try other.commit([StateArchive.sample("theirs").replacing()])
      let error = #expect(throws: StateStoreError.self) { try store.commit([new.replacing()]) }
      #expect(error?.code == .locked)
      other.close()
      try store.commit([new.replacing()])
      #expect(try store.scenes().map(\.scene) == ["main"])
      let kept = try #require(try store.generations().first { $0.reason != nil })
      #expect(kept.scenes.map(\.scene) == ["theirs"])
      #expect(try store.load(scene: "theirs", from: kept)?.archive == .sample("theirs"))
    }
  }

  @Test(
    "What others saved, or a newer version did, is kept even if the first attempt to save fails."
  )
  func keptAfterFailure() throws {
    for index in 0..<40 {
      try withTemporaryFolder { folder in
        let place = folder.appending(path: "state")
        let fileSystem = FaultyFileSystem(.fail(ENOSPC), at: index)
        let store = FileStateStore(directory: place, fileSystem: fileSystem)
        let loaded = try store.load(scene: "main")
        #expect(loaded == nil)
        try FileStateStore(directory: place).commit([StateArchive.sample("theirs").replacing()])
        try saveTwice(store)
        let kept = try #require(try store.generations().first { $0.reason != nil })
        #expect(kept.scenes.map(\.scene) == ["theirs"])
      }
      try withTemporaryFolder { folder in
        var newer = Baseline(generation: 1, sequence: 1)
        newer.carried = [ArchiveItem(kind: 90, flags: 1, node: nil, body: [0xF6])]
        let bytes = Data(BaselineWriter.uncheckedBytes(of: newer))
        try bytes.write(to: folder.appending(path: "state-0000000000000001.cbors"))
        let fileSystem = FaultyFileSystem(.fail(ENOSPC), at: index)
        let store = FileStateStore(directory: folder, fileSystem: fileSystem)
        try saveTwice(store, setsAside: "newer")
        let kept = try #require(folder.snapshots.first)
        #expect(try Data(contentsOf: kept.appending(path: "state-0000000000000001.cbors")) == bytes)
      }
    }
  }

  /// Saves, and if that fails, makes sure of the refusal that stands, and saves again.
  private func saveTwice(_ store: FileStateStore, setsAside: String? = nil) throws {
    do throws(StateStoreError) {
      try store.commit([new.replacing(setsAside: setsAside)])
    } catch {
      #expect(error.code == .outOfSpace)
      if setsAside != nil {
        let refusal = #expect(throws: StateStoreError.self) { try store.commit([new.replacing()]) }
        #expect(refusal?.code == .fromNewerVersion)
      }
      try store.commit([new.replacing(setsAside: setsAside)])
    }
    #expect(try store.load(scene: "main") == LoadedArchive(archive: new))
  }
}
