import Foundation
import Synchronization
import Testing

@testable import RestorationCore
@testable import RestorationStore

@Suite("Snapshots keep a state under a name")
struct SnapshotTests {
  @Test(
    "A snapshot is as it was, whatever is saved and compacted later, and goes when it is removed."
  )
  func named() throws {
    for hasLinks in [true, false] {
      try withTemporaryFolder { folder in
        let fileSystem = NoLinks(base: PosixFileSystem(), hasLinks: hasLinks)
        let store = FileStateStore(directory: folder, fileSystem: fileSystem)
        var archive = StateArchive.sample()
        try store.commit([archive.replacing()])
        try store.compact()
        try store.commit([JournalTests.change(1)])
        archive.apply(JournalTests.change(1))
        try store.keep(as: "before / the import 🧭")
        for version in 2..<6 {
          try store.commit([.sampleChanges(version)])
          try store.compact()
        }
        for _ in 0..<2 {
          let kept = try #require(try store.generations().first { $0.name != nil })
          #expect(kept.name == "before / the import 🧭")
          #expect(kept.reason == nil && kept.number == 2)
          #expect(kept.scenes == [archive.header])
          let loaded = try store.load(scene: "main", from: kept)
          #expect(loaded == LoadedArchive(archive: archive))
          #expect(try store.load(scene: "main")?.archive == .sample(version: 5))
          store.close()
        }
        try store.removeSnapshot(named: "before / the import 🧭")
        #expect(try store.generations().allSatisfy { $0.name == nil })
        #expect(folder.snapshots.isEmpty)
        try store.removeSnapshot(named: "before / the import 🧭")
      }
    }
  }

  @Test("Another snapshot of the same name replaces the first, and an erase leaves none.")
  func replaced() throws {
    try withTemporaryFolder { folder in
      let place = folder.appending(path: "state")
      let store = FileStateStore(directory: place)
      for version in 1...3 {
        try store.commit([.sampleChanges(version)])
        try store.keep(as: "a")
        try store.keep(as: version == 2 ? "e\u{301}" : "\u{e9}")
      }
      let names = try store.generations().compactMap(\.name)
      #expect(names.map { Array($0.utf8) } == ["\u{e9}", "a", "e\u{301}"].map { Array($0.utf8) })
      let first = try #require(try store.generations().last)
      #expect(try store.load(scene: "main", from: first)?.archive == .sample(version: 2))
      try store.erase()
      #expect(folder.names.isEmpty)
      #expect(try store.generations().isEmpty)
    }
  }

  @Test("A name or reason that is too long is refused, and costs no other snapshot.")
  func longNames() throws {
    try withTemporaryFolder { folder in
      var options = FileStateStore.Options()
      options.limits.stringLength = 40
      options.keptGenerations = 2
      let store = FileStateStore(directory: folder, options: options)
      try store.commit([.sampleChanges(1)])
      try store.keep(as: "a")
      let long = String(repeating: "x", count: 41)
      for _ in 0..<4 {
        let error = #expect(throws: StateStoreError.self) { try store.keep(as: long) }
        #expect(error?.code == .limitExceeded && error?.message.contains("41 bytes") == true)
      }
      let next = StateArchive.sample(version: 2).replacing(setsAside: long)
      #expect(throws: StateStoreError.self) { try store.commit([next]) }
      #expect(try store.load(scene: "main")?.archive == .sample(version: 1))
      try store.keep(as: String(long.dropLast()))
      #expect(try store.generations().compactMap(\.name) == [String(long.dropLast()), "a"])
    }
  }

  @Test("A link in the place of a snapshot is none, and what it leads to stays.")
  func links() throws {
    try withTemporaryFolder { folder in
      let place = folder.appending(path: "state")
      let outside = folder.appending(path: "outside")
      let store = FileStateStore(directory: place)
      try store.commit([.sampleChanges(1)])
      try store.keep(as: "a")
      let kept = try #require(place.snapshots.first)
      try FileManager.default.moveItem(at: kept, to: outside)
      try FileManager.default.createSymbolicLink(at: kept, withDestinationURL: outside)
      let before = try outside.snapshot
      #expect(try store.generations().allSatisfy { $0.name == nil })
      try store.removeSnapshot(named: "a")
      try store.keep(as: "b")
      try store.removeSnapshot(named: "b")
      try store.erase()
      #expect(try outside.snapshot == before)
      #expect(folder.names == ["outside"])
    }
  }

  @Test("A snapshot without its last file does not exist, and leaves with the next one.")
  func incomplete() throws {
    try withTemporaryFolder { folder in
      let store = FileStateStore(directory: folder)
      try store.commit([.sampleChanges(1)])
      try store.keep(as: "a")
      let end = try #require(folder.snapshots.first).appending(path: "end")
      let bytes = try Data(contentsOf: end)
      try FileManager.default.removeItem(at: end)
      #expect(try store.generations().count == 1)
      try (bytes.dropLast() + [bytes[bytes.count - 1] ^ 1]).write(to: end)
      #expect(try store.generations().count == 1)
      try FileManager.default.removeItem(at: end)
      try store.keep(as: "b")
      #expect(folder.snapshots.count == 1)
      #expect(try store.generations().compactMap(\.name) == ["b"])
    }
  }

  @Test("Saves that fail again and again keep what they would replace but once.")
  func keptOnce() throws {
    try withTemporaryFolder { folder in
      let isFull = Atomic(false)
      let fileSystem = FaultyFileSystem(failing: { operation, path in
        isFull.load(ordering: .relaxed) && operation == "open" && path.contains("/journal-")
          && !path.contains("/snapshot-") ? ENOSPC : nil
      })
      let store = FileStateStore(directory: folder, fileSystem: fileSystem)
      try store.commit([.sampleChanges(1)])
      try store.keep(as: "precious")
      isFull.store(true, ordering: .relaxed)
      let next = StateArchive.sample(version: 2).replacing(setsAside: "vetoed")
      for _ in 0..<20 {
        #expect(throws: StateStoreError.self) { try store.commit([next]) }
      }
      isFull.store(false, ordering: .relaxed)
      try store.commit([next])
      let kept = try store.generations().filter { $0.name != nil || $0.reason != nil }
      #expect(kept.map { $0.name ?? $0.reason } == ["vetoed", "precious"])
    }
  }

  @Test("Where a file lost its name, what it holds is written anew before it is kept.")
  func lostNames() throws {
    for keeps in [true, false] {
      try withTemporaryFolder { folder in
        let store = FileStateStore(directory: folder)
        var archive = StateArchive.sample()
        try store.commit([archive.replacing()])
        try store.compact()
        try store.commit([JournalTests.change(1)])
        archive.apply(JournalTests.change(1))
        for url in folder.baselines { try FileManager.default.removeItem(at: url) }
        if keeps {
          try store.keep(as: "all")
        } else {
          try store.commit([StateArchive.sample(version: 9).replacing(setsAside: "vetoed")])
        }
        store.close()
        let kept = try #require(
          try store.generations().first { $0.name == "all" || $0.reason == "vetoed" }
        )
        #expect(try store.load(scene: "main", from: kept) == LoadedArchive(archive: archive))
      }
    }
  }

  @Test("A snapshot that replaces one of its name costs no other one, however few may be kept.")
  func replacedAtTheLimit() throws {
    try withTemporaryFolder { folder in
      var options = FileStateStore.Options()
      options.keptGenerations = 3
      let store = FileStateStore(directory: folder, options: options)
      for name in ["a", "b", "c", "c", "b"] {
        try store.commit([.sampleChanges(folder.names.count)])
        try store.keep(as: name)
      }
      #expect(Set(try store.generations().compactMap(\.name)) == ["a", "b", "c"])
    }
  }

  @Test("One snapshot that cannot be read hides no other, and hinders none.")
  func unreadable() throws {
    try withTemporaryFolder { folder in
      let plain = FileStateStore(directory: folder)
      for name in ["a", "b"] {
        try plain.commit([.sampleChanges(name == "a" ? 1 : 2)])
        try plain.keep(as: name)
      }
      plain.close()
      let bad = try #require(folder.snapshots.first).lastPathComponent
      let fileSystem = FaultyFileSystem(failing: { operation, path in
        operation == "open" && path.hasSuffix("\(bad)/end") ? EIO : nil
      })
      let store = FileStateStore(directory: folder, fileSystem: fileSystem)
      #expect(try store.generations().compactMap(\.name) == ["b"])
      try store.keep(as: "c")
      try store.removeSnapshot(named: "b")
      #expect(try store.generations().compactMap(\.name) == ["c"])
    }
  }
}

/// The real file system, which can make links or not.
private struct NoLinks: FileSystem {
  var base: PosixFileSystem
  var hasLinks: Bool

  var userID: UInt32 { base.userID }
  var processID: Int32 { base.processID }

  func open(_ path: String, for use: FileUse) throws(SystemCallFailure) -> FileDescriptor {
    try base.open(path, for: use)
  }
  func close(_ file: FileDescriptor) throws(SystemCallFailure) { try base.close(file) }
  func status(of file: FileDescriptor) throws(SystemCallFailure) -> FileStatus {
    try base.status(of: file)
  }
  func status(at path: String, followingLinks: Bool) throws(SystemCallFailure) -> FileStatus {
    try base.status(at: path, followingLinks: followingLinks)
  }
  func read(
    _ file: FileDescriptor,
    into buffer: UnsafeMutableRawBufferPointer,
    at offset: Int
  ) throws(SystemCallFailure) -> Int { try base.read(file, into: buffer, at: offset) }
  func write(
    _ file: FileDescriptor,
    _ bytes: UnsafeRawBufferPointer,
    at offset: Int
  ) throws(SystemCallFailure) -> Int { try base.write(file, bytes, at: offset) }
  func synchronize(_ file: FileDescriptor) throws(SystemCallFailure) { try base.synchronize(file) }
  func synchronizeContents(of file: FileDescriptor) throws(SystemCallFailure) {
    try base.synchronizeContents(of: file)
  }
  func lock(_ file: FileDescriptor) throws(SystemCallFailure) -> Bool { try base.lock(file) }
  func unlock(_ file: FileDescriptor) throws(SystemCallFailure) { try base.unlock(file) }
  func rename(_ path: String, to newPath: String) throws(SystemCallFailure) {
    try base.rename(path, to: newPath)
  }
  func link(_ path: String, to newPath: String) throws(SystemCallFailure) {
    guard hasLinks else { throw SystemCallFailure("link", EPERM, newPath) }
    try base.link(path, to: newPath)
  }
  func remove(_ path: String) throws(SystemCallFailure) { try base.remove(path) }
  func removeFolder(_ path: String) throws(SystemCallFailure) { try base.removeFolder(path) }
  func makeFolder(_ path: String) throws(SystemCallFailure) { try base.makeFolder(path) }
  func restrictFolder(_ path: String) throws(SystemCallFailure) { try base.restrictFolder(path) }
  func names(in folder: String) throws(SystemCallFailure) -> [String] {
    try base.names(in: folder)
  }
}
