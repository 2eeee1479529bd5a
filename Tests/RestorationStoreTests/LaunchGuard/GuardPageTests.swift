import Foundation
import RestorationCore
import Testing

@testable import RestorationStore

/// What the page of the launch guard remembers, whatever becomes of its file.
@Suite("The page of the launch guard")
struct GuardPageTests {
  private static let note = LaunchNote(NodeNumber(7), .decoding)

  private static var record: LaunchRecord {
    var record = LaunchRecord()
    record.note = note
    record.suspect = NodeNumber(7)
    record.deaths = 3
    record.deathsInRestore = 2
    record.deathsUnsettled = 1
    record.holdsScene = true
    return record
  }

  /// A store that has its lock, in a folder where something is saved.
  private func store(
    _ folder: URL,
    _ fileSystem: any FileSystem = PosixFileSystem()
  ) throws
    -> FileStateStore
  {
    let store = FileStateStore(directory: folder, fileSystem: fileSystem)
    if folder.names.isEmpty { try store.commit([StateArchive.sample(version: 1).replacing()]) }
    return store
  }

  /// Leaves a page behind as a process does that dies: nothing is closed.
  private func leave(_ folder: URL, scenes: [String] = ["main"]) throws {
    let store = try store(folder)
    let launchGuard = try #require(store.launchGuard)
    var watches: [any LaunchWatch] = []
    for scene in scenes {
      watches.append(try #require(launchGuard.watch(scene: scene, build: "1", Self.record)))
    }
    let page = folder.appending(path: "guard")
    let bytes = try Data(contentsOf: page)
    withExtendedLifetime(watches) {}
    watches = []
    store.close()
    try bytes.write(to: page)
  }

  private func record(
    _ folder: URL,
    scene: String = "main",
    build: String = "1"
  ) throws -> LaunchRecord? {
    let store = try store(folder)
    defer { store.close() }
    return store.launchGuard?.record(of: scene, build: build)
  }

  @Test("Each word is in the file when it was set, mapped or written.", arguments: [true, false])
  func roundTrip(isMapped: Bool) throws {
    try withTemporaryFolder { folder in
      let store = try store(folder, isMapped ? PosixFileSystem() : FaultyFileSystem())
      let launchGuard = try #require(store.launchGuard)
      #expect(launchGuard.record(of: "main", build: "1") == nil)
      let watch = try #require(launchGuard.watch(scene: "main", build: "1", Self.record))
      watch.note = LaunchNote(NodeNumber(9), .making)
      #expect(watch.note.node == NodeNumber(9))
      let page = folder.appending(path: "guard")
      let bytes = try Data(contentsOf: page)
      #expect(
        bytes.count == 4096
          && Array(bytes.prefix(8)) == Array("\u{59}".utf8) + [0x0F, 0xFD] + Array("guard".utf8)
      )
      #expect(try page.mode == 0o600)
      store.close()
      try bytes.write(to: page)
      var expected = Self.record
      expected.note = LaunchNote(NodeNumber(9), .making)
      #expect(try record(folder) == expected)
    }
  }

  @Test("A watch that is let go of, and a store that is closed, leave a note that is closed.")
  func closes() throws {
    try withTemporaryFolder { folder in
      let store = try store(folder)
      var watch = store.launchGuard?.watch(scene: "main", build: "1", Self.record)
      #expect(watch?.note == Self.note)
      watch = nil
      let second = try #require(store.launchGuard?.watch(scene: "other", build: "1", Self.record))
      second.note = .unsettled
      store.close()
      second.note = Self.note
      #expect(try record(folder)?.note == .closed)
      #expect(try record(folder, scene: "other")?.note == .closed)
    }
  }

  @Test(
    "A watch that follows another in one process has no death to count, and is the one that counts."
  )
  func follows() throws {
    try withTemporaryFolder { folder in
      let store = try store(folder)
      defer { store.close() }
      let launchGuard = try #require(store.launchGuard)
      var first = launchGuard.watch(scene: "main", build: "1", Self.record)
      #expect(launchGuard.record(of: "main", build: "1")?.note == .closed)
      let second = try #require(launchGuard.watch(scene: "main", build: "1", Self.record))
      withExtendedLifetime(first) {}
      first = nil
      #expect(second.note == Self.note)
    }
  }

  @Test("Other boots and builds are told.")
  func identities() throws {
    try withTemporaryFolder { folder in
      try leave(folder)
      #expect(try record(folder)?.isFromOtherBuild == false)
      #expect(try record(folder, build: "2")?.isFromOtherBuild == true)
      let store = try store(folder)
      defer { store.close() }
      store.pretendBoot("another")
      #expect(store.launchGuard?.record(of: "main", build: "1")?.isFromOtherBoot == true)
    }
  }

  @Test("A page with any byte of it damaged blames no other node, and loses no other scene.")
  func damage() throws {
    try withTemporaryFolder { folder in
      try leave(folder, scenes: ["main", "other"])
      let page = folder.appending(path: "guard")
      let sound = try Data(contentsOf: page)
      for offset in 0..<200 {
        var bytes = sound
        bytes[offset] ^= 0x40
        try bytes.write(to: page)
        let records = try ["main", "other"].map { try record(folder, scene: $0) }
        for record in records.compactMap(\.self) {
          var expected = Self.record
          expected.note = record.note
          #expect(record == expected, "offset \(offset)")
          #expect(record.note == Self.note || record.note.node == nil, "offset \(offset)")
        }
        if offset >= 8 { #expect(records.contains { $0 == Self.record }, "offset \(offset)") }
      }
    }
  }

  @Test("A page of any other length or kind blames nobody, and a new one takes its place.")
  func garbage() throws {
    for garbage in GarbageTests.Garbage.allCases {
      try withTemporaryFolder { folder in
        try leave(folder)
        let page = folder.appending(path: "guard")
        try garbage.put(at: page)
        let store = try store(folder)
        defer { store.close() }
        let launchGuard = try #require(store.launchGuard)
        #expect(launchGuard.record(of: "main", build: "1")?.note.node == nil, "\(garbage)")
        let watch = launchGuard.watch(scene: "main", build: "1", Self.record)
        if let watch { #expect(watch.note == Self.note, "\(garbage)") }
      }
    }
  }

  @Test("The page knows a bounded number of scenes; the one longest ago makes room.")
  func manyScenes() throws {
    try withTemporaryFolder { folder in
      let store = try store(folder)
      defer { store.close() }
      let launchGuard = try #require(store.launchGuard)
      let count = GuardPage.entryCount + 5
      for index in 0..<count {
        _ = launchGuard.watch(scene: "scene \(index)", build: "1", Self.record)
      }
      let known = (0..<count).filter {
        launchGuard.record(of: "scene \($0)", build: "1") != nil
      }
      #expect(known == Array(5..<count))
      #expect(try Data(contentsOf: folder.appending(path: "guard")).count == 4096)
    }
  }

  @Test("Without the lock nothing is read or written, and erasing leaves nothing behind.")
  func lock() throws {
    try withTemporaryFolder { folder in
      let place = folder.appending(path: "state")
      try leave(place)
      let holder = try store(place)
      #expect(holder.launchGuard?.record(of: "main", build: "1") != nil)
      let other = FileStateStore(directory: place)
      #expect(other.launchGuard?.record(of: "main", build: "1") == nil)
      #expect(other.launchGuard?.watch(scene: "main", build: "1", Self.record) == nil)
      #expect(FileStateStore(directory: place, access: .readOnly).launchGuard == nil)
      let node = try #require(HeldBackNode.sample())
      #expect(throws: StateStoreError.self) { try other.launchGuard?.holdBack(node) }
      try holder.launchGuard?.holdBack(node)
      try holder.erase()
      #expect(folder.names == [])
    }
  }

  @Test("Asking about a scene where nothing was ever saved touches nothing.")
  func touchesNothing() throws {
    try withTemporaryFolder { folder in
      let place = folder.appending(path: "state")
      let store = FileStateStore(directory: place)
      #expect(store.launchGuard?.record(of: "main", build: "1") == nil)
      #expect(store.launchGuard?.watch(scene: "main", build: "1", Self.record) == nil)
      #expect(folder.names == [])
    }
  }
}
