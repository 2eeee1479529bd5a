import Foundation
import Testing

@testable import RestorationCore
@testable import RestorationStore

@Suite("What is saved comes back")
struct RoundTripTests {
  @Test("P211: random archives of several scenes survive any number of reopenings.")
  func reopenings() throws {
    try withTemporaryFolder { folder in
      var generator = SeededGenerator(seed: 211)
      var expected: [String: StateArchive] = [:]
      for _ in 0..<30 {
        let store = FileStateStore(directory: folder.appending(path: "state"))
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
          let name = ["main", "", "zweites Fenster"].randomElement(using: &generator) ?? ""
          let count = Int.random(in: 0...40, using: &generator)
          let archive = StateArchive.random(name, count: count, using: &generator)
          expected[name] = archive
          try store.commit([archive.replacing()])
        }
        store.close()
        #expect(try store.scenes().map(\.scene) == expected.keys.sorted())
        for (name, archive) in expected {
          #expect(try store.load(scene: name) == LoadedArchive(archive: archive))
        }
      }
    }
  }

  @Test("P212: changes in any number, saved over many openings, are all there, in their order.")
  func appendedChanges() throws {
    try withTemporaryFolder { folder in
      var generator = SeededGenerator(seed: 212)
      var options = FileStateStore.Options()
      options.segmentBytes = 8_000
      var expected = StateArchive.random("main", count: 10, using: &generator)
      let first = FileStateStore(directory: folder, options: options)
      try first.commit([expected.replacing()])
      first.close()
      for _ in 0..<30 {
        let store = FileStateStore(directory: folder, options: options)
        for _ in 0..<Int.random(in: 0...40, using: &generator) {
          let changes = expected.randomChange(using: &generator)
          try store.commit([changes])
          expected.apply(changes)
        }
        #expect(try store.load(scene: "main") == LoadedArchive(archive: expected))
        store.close()
        #expect(try store.load(scene: "main") == LoadedArchive(archive: expected))
      }
      #expect(expected.records.count > 10 && expected.nextNumber > 100)
    }
  }

  @Test(
    "P218: of what replaces everything, and what is saved after it, nothing is older.",
    arguments: [false, true]
  )
  func replacement(inOtherFile: Bool) throws {
    try withTemporaryFolder { folder in
      let store = FileStateStore(directory: folder)
      var generator = SeededGenerator(seed: 218)
      let other = StateArchive.sample("other")
      var large = StateArchive.random("main", count: 30, using: &generator)
      large.appState = [0xA1, 0x61, 0x78, 0x01]
      try store.commit([large.replacing(), other.replacing()])
      if inOtherFile { store.close() }
      var expected = StateArchive.tiny(version: 2)
      try store.commit([expected.replacing()])
      let change = expected.randomChange(using: &generator)
      try store.commit([change])
      expected.apply(change)
      #expect(expected.records.count < 4 && expected.appState != large.appState)
      for compacts in [false, true] {
        if compacts { try store.compact() }
        store.close()
        #expect(try store.load(scene: "main") == LoadedArchive(archive: expected))
        #expect(try store.load(scene: "other") == LoadedArchive(archive: other))
      }
    }
  }

  @Test("P282: long keys and values, many of them, and many nodes come back.")
  @MainActor
  func large() throws {
    try withTemporaryFolder { folder in
      let root = Storage(restorationIdentifier: String(repeating: "r", count: 100_000))
      for length in [1, 100, 10_000, 1_000_000] {
        let key = String(repeating: "k", count: length)
        root.values[key] = String(repeating: "é", count: length / 2)
      }
      for index in 0..<5_000 { root.values["key \(index)"] = "value \(index)" }
      var generator = SeededGenerator(seed: 282)
      let wide = StateArchive.random("wide", count: 3_000, using: &generator)
      let store = FileStateStore(directory: folder)
      try store.commit([wide.replacing()])
      let session = RestorationSession(store: store)
      session.restore(root, in: "main")
      #expect(session.save().outcome == .saved)
      for compacts in [false, true] {
        if compacts { try store.compact() }
        store.close()
        let reader = FileStateStore(directory: folder, access: .readOnly)
        let again = Storage(restorationIdentifier: root.restorationIdentifier)
        #expect(RestorationSession(store: reader).restore(again, in: "main").outcome == .restored)
        #expect(again.values == root.values)
        #expect(try reader.load(scene: "wide") == LoadedArchive(archive: wide))
      }
    }
  }

  @Test("A batch of changes is applied to what was saved, by this store and by the next one.")
  func changes() throws {
    try withTemporaryFolder { folder in
      var archive = StateArchive.sample()
      try FileStateStore(directory: folder).commit([archive.replacing()])
      for version in 2..<8 {
        var changes = SceneChanges(header: archive.header, root: archive.root, nextNumber: 9)
        changes.header.appVersion = "\(version)"
        changes.updated = [
          NodeRecord(number: NodeNumber(2), parent: NodeNumber(1), identifier: "v\(version)")
        ]
        changes.removed = [NodeNumber(UInt64(version))]
        archive.apply(changes)
        let store = FileStateStore(directory: folder)
        try store.commit([changes])
        #expect(try store.load(scene: "main")?.archive == archive)
      }
      let reader = FileStateStore(directory: folder, access: .readOnly)
      #expect(try reader.load(scene: "main") == LoadedArchive(archive: archive))
    }
  }

  @Test("Every bit of a date, every state of a header and extreme numbers come back.")
  func extremes() throws {
    try withTemporaryFolder { folder in
      let dates = [0.0, -0.0, .leastNonzeroMagnitude, 1e300, 0.1, 797_000_000.123_456_7]
      for (index, seconds) in dates.enumerated() {
        var archive = StateArchive.sample("s\(index)")
        archive.header.date = Date(timeIntervalSinceReferenceDate: seconds)
        archive.header.schema = index.isMultiple(of: 2) ? .max : .min
        archive.header.layoutClass = index.isMultiple(of: 2) ? nil : ""
        archive.nextNumber = .max
        archive.root = nil
        archive.records[NodeNumber(.max - 1)] = NodeRecord(
          number: NodeNumber(.max - 1),
          parent: NodeNumber(0),
          identifier: "x",
          classVersion: .min,
          state: [],
          containerState: [0xFF],
          presentation: []
        )
        let store = FileStateStore(directory: folder)
        try store.commit([archive.replacing()])
        store.close()
        let loaded = try #require(try store.load(scene: "s\(index)"))
        #expect(loaded == LoadedArchive(archive: archive))
        let bits = loaded.archive.header.date.timeIntervalSinceReferenceDate.bitPattern
        #expect(bits == seconds.bitPattern)
      }
    }
  }

  @Test("P213: a record larger than any buffer is read whole.")
  func largeRecord() throws {
    try withTemporaryFolder { folder in
      var archive = StateArchive.sample()
      archive.records[NodeNumber(4)]?.state = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0) }
      try FileStateStore(directory: folder).commit([archive.replacing()])
      #expect(try FileStateStore(directory: folder).load(scene: "main")?.archive == archive)
    }
  }

  @Test("P214: what exceeds a limit is refused with its name, and never cut.")
  func limits() throws {
    try withTemporaryFolder { folder in
      var options = FileStateStore.Options()
      options.limits.bytesPerNode = 1_000
      options.limits.nodes = 5
      options.limits.stringLength = 50
      options.bytesPerFile = 4_000
      let store = FileStateStore(directory: folder, options: options)
      let good = StateArchive.sample()
      try store.commit([good.replacing()])
      let before = try folder.snapshot
      for excess in excesses(of: good) {
        let error = #expect(throws: StateStoreError.self) {
          try store.commit([good.replacing(), excess.replacing()])
        }
        #expect(error?.code == .limitExceeded)
        #expect(try store.load(scene: "main") == LoadedArchive(archive: good))
        #expect(try folder.snapshot == before)
      }
    }
  }

  private func excesses(of good: StateArchive) -> [StateArchive] {
    var large = good
    large.records[NodeNumber(2)]?.state = [UInt8](repeating: 0, count: 1_000)
    var many = good
    for number in 10..<12 {
      let number = NodeNumber(UInt64(number))
      many.records[number] = NodeRecord(number: number, parent: NodeNumber(1), identifier: "x")
    }
    var long = good
    long.records[NodeNumber(2)]?.identifier = String(repeating: "x", count: 51)
    var name = good
    name.header.scene = String(repeating: "x", count: 51)
    var huge = good
    huge.appState = [UInt8](repeating: 0, count: 4_000)
    var last = good
    last.records[NodeNumber(.max)] = NodeRecord(
      number: NodeNumber(.max),
      parent: NodeNumber(1),
      identifier: "x"
    )
    var unnamed = good
    unnamed.records[NodeNumber(2)]?.identifier = ""
    return [large, many, long, name, huge, last, unnamed]
  }

  @Test("P286, P347: a save that changes nothing writes nothing.")
  func nothingChanged() throws {
    try withTemporaryFolder { folder in
      let fileSystem = FaultyFileSystem()
      let store = FileStateStore(directory: folder, fileSystem: fileSystem)
      let archive = StateArchive.sample()
      try store.commit([archive.replacing()])
      let count = fileSystem.operations.count
      try store.commit([])
      try store.commit([
        SceneChanges(header: archive.header, root: archive.root, nextNumber: archive.nextNumber)
      ])
      try store.discard(scene: "never saved")
      #expect(fileSystem.operations.count == count)
    }
  }

  @Test("Making a store touches nothing, and neither does a load where nothing was saved.")
  func touchesNothing() throws {
    try withTemporaryFolder { folder in
      let place = folder.appending(path: "a/b/c")
      let fileSystem = FaultyFileSystem()
      let store = FileStateStore(directory: place, fileSystem: fileSystem)
      #expect(fileSystem.readCount == 0)
      let loaded = try store.load(scene: "main")
      #expect(loaded == nil)
      #expect(try store.scenes().isEmpty)
      #expect(fileSystem.operations.isEmpty)
      #expect(folder.names.isEmpty)
    }
  }

  @Test("A discarded scene is gone, and the others stay.")
  func discard() throws {
    try withTemporaryFolder { folder in
      let store = FileStateStore(directory: folder)
      try store.commit([StateArchive.sample("a").replacing(), StateArchive.sample("b").replacing()])
      try store.discard(scene: "a")
      store.close()
      #expect(try store.load(scene: "a") == nil)
      #expect(try store.load(scene: "b")?.archive == .sample("b"))
      #expect(try store.scenes().map(\.scene) == ["b"])
    }
  }

  @Test("Names of scenes of every kind are told apart and never leave the folder.")
  func sceneNames() throws {
    try withTemporaryFolder { folder in
      let place = folder.appending(path: "state")
      let names = [
        "", ".", "..", "../x", "/etc/passwd", "a/b", "a\\b", "🧭", "e\u{301}", "\u{e9}", "a\0b",
        "con", "lock", "state-0000000000000001.cbors", "%2e", " ", "\n",
        String(repeating: "x", count: 10_000), String(repeating: "🧭", count: 10_000),
      ]
      let store = FileStateStore(directory: place)
      for (index, name) in names.enumerated() {
        try store.commit([StateArchive.sample(name, version: index).replacing()])
      }
      store.close()
      for (index, name) in names.enumerated() {
        let loaded = try #require(try store.load(scene: name))
        #expect(loaded.archive == .sample(name, version: index))
        #expect(loaded.archive.header.scene.utf8.elementsEqual(name.utf8))
      }
      #expect(try store.scenes().count == names.count)
      #expect(folder.names == ["state"])
      #expect(place.names.count == 2)
    }
  }

  @Test("Files are private in a private folder; a folder that others chose keeps its mode.")
  func modes() throws {
    try withTemporaryFolder { folder in
      let made = folder.appending(path: "a/b")
      try FileStateStore(directory: made).commit([StateArchive.sample().replacing(setsAside: "x")])
      #expect(try made.mode == 0o700)
      #expect(try folder.appending(path: "a").mode == 0o700)
      try FileStateStore(directory: made).commit([StateArchive.sample().replacing(setsAside: "x")])
      for name in try made.snapshot.keys { #expect(try made.appending(path: name).mode == 0o600) }
      #expect(try #require(made.snapshots.first).mode == 0o700)

      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: made.path)
      try FileStateStore(directory: made).commit([StateArchive.sample("b").replacing()])
      #expect(try made.mode == 0o700)

      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: made.path)
      let launch = FileStateStore(directory: made)
      _ = try launch.load(scene: "b")
      #expect(try made.mode == 0o755)
      try launch.commit([StateArchive.sample("b", version: 2).replacing()])
      #expect(try made.mode == 0o700)

      let shared = folder.appending(path: "shared")
      try FileManager.default.createDirectory(at: shared, withIntermediateDirectories: true)
      try Data().write(to: shared.appending(path: "foreign"))
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: shared.path)
      try FileStateStore(directory: shared).commit([StateArchive.sample().replacing()])
      #expect(try shared.mode == 0o755)
      #expect(try #require(shared.journals.first).mode == 0o600)
    }
  }

  @Test("However little values may nest, what is saved is read again.", arguments: [0, 1, 2, 5])
  func depths(_ depth: Int) throws {
    try withTemporaryFolder { folder in
      var options = FileStateStore.Options()
      options.limits.depth = depth
      let archive = StateArchive.sample()
      let store = FileStateStore(directory: folder, options: options)
      try store.commit([archive.replacing()])
      try store.compact()
      try store.commit([StateArchive.sample("second").replacing()])
      store.close()
      #expect(try store.load(scene: "main") == LoadedArchive(archive: archive))
      #expect(try store.load(scene: "second") == LoadedArchive(archive: .sample("second")))
      let bytes = try archive.encoded(limits: options.limits)
      let loaded = try LoadedArchive(decoding: bytes, limits: options.limits)
      #expect(loaded == LoadedArchive(archive: archive))
    }
  }
}

/// A node that keeps texts under keys of any name.
private final class Storage: RestorableController {
  var values: [String: String] = [:]

  override func encodeRestorableState(to encoder: StateEncoder) throws {
    encoder.encode(values.keys.sorted(), forKey: "keys")
    for (key, value) in values { encoder.encode(value, forKey: StateKey("value of \(key)")) }
  }

  override func decodeRestorableState(from decoder: StateDecoder) throws {
    for key in try decoder.decode([String].self, forKey: "keys") {
      values[key] = try decoder.decode(forKey: StateKey("value of \(key)"))
    }
  }
}

extension StateArchive {
  /// Changes the state of a node, adds a node below it, or takes it away if nothing is below it.
  fileprivate func randomChange(using generator: inout SeededGenerator) -> SceneChanges {
    var changes = SceneChanges(header: header, root: root, nextNumber: nextNumber)
    changes.header.date += 1
    let all = records.values.sorted { $0.number < $1.number }
    guard var record = all.randomElement(using: &generator) else { return changes }
    switch Int.random(in: 0..<3, using: &generator) {
    case 0:
      let child = NodeRecord(number: NodeNumber(nextNumber), parent: record.number, identifier: "n")
      record.children.append(SlotRecord(slot: .only, children: [child.number]))
      changes.updated = [record, child]
      changes.nextNumber += 1
    case 1 where record.children.allSatisfy { $0.children.isEmpty }:
      guard var parent = record.parent.flatMap({ records[$0] }) else { return changes }
      parent.children = parent.children.map { list in
        SlotRecord(slot: list.slot, children: list.children.filter { $0 != record.number })
      }
      changes.updated = [parent]
      changes.removed = [record.number]
    default:
      record.state = (0..<9).map { _ in UInt8.random(in: 0...255, using: &generator) }
      changes.updated = [record]
    }
    return changes
  }
}
