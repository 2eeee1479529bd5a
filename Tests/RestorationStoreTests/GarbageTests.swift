import Foundation
import Testing

@testable import RestorationCore
@testable import RestorationStore

@Suite("Whatever stands in place of a file, the store opens and saves")
struct GarbageTests {
  /// What is put in place of a file.
  enum Garbage: CaseIterable {
    case nothing, empty, zeros, random, text, folder, fullFolder, link, danglingLink, pipe, huge

    func put(at url: URL) throws {
      if FileManager.default.fileExists(atPath: url.path) {
        try FileManager.default.removeItem(at: url)
      }
      var generator = SeededGenerator(seed: 5)
      switch self {
      case .nothing: break
      case .empty: try Data().write(to: url)
      case .zeros: try Data(count: 5_000).write(to: url)
      case .random:
        try Data((0..<5_000).map { _ in .random(in: 0...255, using: &generator) }).write(to: url)
      case .text: try Data("This file is kept in the cloud.".utf8).write(to: url)
      case .folder:
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
      case .fullFolder:
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
        try Data().write(to: url.appending(path: "x"))
      case .link:
        let target = url.deletingLastPathComponent().appending(path: "target")
        try Data(count: 100).write(to: target)
        try FileManager.default.createSymbolicLink(at: url, withDestinationURL: target)
      case .danglingLink:
        try FileManager.default.createSymbolicLink(atPath: url.path, withDestinationPath: "gone")
      case .pipe: try #require(mkfifo(url.path, 0o600) == 0)
      case .huge:
        try Data().write(to: url)
        let file = try FileHandle(forWritingTo: url)
        try file.truncate(atOffset: 1 << 40)
        try file.close()
      }
    }
  }

  /// Whether it may be a segment that was being begun when the process died, so that it is no loss.
  private func isSilent(_ garbage: Garbage) -> Bool {
    [.nothing, .empty, .zeros].contains(garbage)
  }

  @Test(
    "P215, P242, P279, P309: in place of the newest file, the one before it is read and reported.",
    arguments: Garbage.allCases
  )
  func newest(_ garbage: Garbage) throws {
    try withTemporaryFolder { folder in
      let store = FileStateStore(directory: folder)
      try store.commit([StateArchive.sample(version: 1).replacing()])
      try store.compact()
      try store.commit([StateArchive.sample(version: 2).replacing()])
      store.close()
      try garbage.put(at: try #require(folder.journals.last))

      let loaded = try #require(try store.load(scene: "main"))
      #expect(loaded.archive == .sample(version: 1))
      #expect(loaded.damage.isEmpty == isSilent(garbage))
      try store.commit([StateArchive.sample(version: 3).replacing()])
      #expect(try store.load(scene: "main") == LoadedArchive(archive: .sample(version: 3)))
      store.close()
      #expect(try store.load(scene: "main") == LoadedArchive(archive: .sample(version: 3)))
    }
  }

  @Test(
    "In place of a baseline, what it replaced gives the same state, and that is reported.",
    arguments: Garbage.allCases
  )
  func baseline(_ garbage: Garbage) throws {
    try withTemporaryFolder { folder in
      let store = FileStateStore(directory: folder)
      for version in 1...3 {
        try store.commit([StateArchive.sample(version: version).replacing()])
        if version < 3 { try store.compact() }
      }
      store.close()
      try garbage.put(at: try #require(folder.baselines.last))

      let loaded = try #require(try store.load(scene: "main"))
      #expect(loaded.archive == .sample(version: 3))
      #expect(loaded.damage.isEmpty == (garbage == .nothing))
      try store.commit([StateArchive.sample(version: 4).replacing()])
      #expect(try store.load(scene: "main") == LoadedArchive(archive: .sample(version: 4)))
      store.close()
      #expect(try store.load(scene: "main") == LoadedArchive(archive: .sample(version: 4)))
    }
  }

  @Test(
    "P250, P278, P280, P308: in place of every file, nothing is restored and saving begins anew.",
    arguments: Garbage.allCases
  )
  func all(_ garbage: Garbage) throws {
    try withTemporaryFolder { folder in
      let store = FileStateStore(directory: folder)
      try store.commit([StateArchive.sample(version: 1).replacing()])
      try store.compact()
      try store.commit([StateArchive.sample(version: 2).replacing()])
      store.close()
      for url in folder.baselines + folder.journals { try garbage.put(at: url) }

      if garbage == .nothing {
        #expect(try store.load(scene: "main") == nil)
      } else {
        let error = #expect(throws: StateStoreError.self) { try store.load(scene: "main") }
        #expect(error?.code == .damaged)
      }
      try store.commit([StateArchive.sample(version: 3).replacing()])
      #expect(try store.load(scene: "main") == LoadedArchive(archive: .sample(version: 3)))
      store.close()
      #expect(try store.load(scene: "main") == LoadedArchive(archive: .sample(version: 3)))
      let aside = folder.names.filter { $0.hasPrefix("damaged-") }
      let isBounded = garbage == .huge
      let count = isSilent(garbage) ? 1 : isBounded ? 1 : 3
      #expect(aside.count == (garbage == .nothing ? 0 : count))
    }
  }

  @Test("In place of the older files, nothing is lost.", arguments: Garbage.allCases)
  func older(_ garbage: Garbage) throws {
    try withTemporaryFolder { folder in
      let store = FileStateStore(directory: folder)
      for version in 1...2 {
        try store.commit([StateArchive.sample(version: version).replacing()])
        try store.compact()
      }
      store.close()
      for url in [try #require(folder.baselines.first)] + folder.journals {
        try garbage.put(at: url)
      }
      #expect(try store.load(scene: "main") == LoadedArchive(archive: .sample(version: 2)))
      try store.commit([StateArchive.sample(version: 3).replacing()])
      store.close()
      #expect(try store.load(scene: "main") == LoadedArchive(archive: .sample(version: 3)))
    }
  }

  @Test("In place of the lock, nothing is lost.", arguments: Garbage.allCases)
  func lock(_ garbage: Garbage) throws {
    try withTemporaryFolder { folder in
      let store = FileStateStore(directory: folder)
      try store.commit([StateArchive.sample(version: 1).replacing()])
      store.close()
      try garbage.put(at: folder.appending(path: "lock"))
      try store.commit([StateArchive.sample(version: 2).replacing()])
      store.close()
      try garbage.put(at: folder.appending(path: "lock"))
      #expect(try store.load(scene: "main") == LoadedArchive(archive: .sample(version: 2)))
      try store.commit([StateArchive.sample(version: 3).replacing()])
      store.close()
      #expect(try store.load(scene: "main") == LoadedArchive(archive: .sample(version: 3)))
    }
  }

  @Test("In place of a file that was being written, nothing is lost.", arguments: Garbage.allCases)
  func unfinished(_ garbage: Garbage) throws {
    try withTemporaryFolder { folder in
      let store = FileStateStore(directory: folder)
      try store.commit([StateArchive.sample(version: 1).replacing()])
      try garbage.put(at: folder.appending(path: "state-0000000000000002.unfinished"))
      try store.commit([StateArchive.sample(version: 2).replacing()])
      store.close()
      #expect(try store.load(scene: "main") == LoadedArchive(archive: .sample(version: 2)))
      try store.compact()
      #expect(!folder.names.contains { $0.hasSuffix(".unfinished") })
    }
  }

  @Test(
    "In place of the folder, the store says so and touches nothing.",
    arguments: Garbage.allCases
  )
  func wholeFolder(_ garbage: Garbage) throws {
    try withTemporaryFolder { folder in
      let place = folder.appending(path: "state")
      try garbage.put(at: place)
      let store = FileStateStore(directory: place)
      let isFolder = [.nothing, .folder, .fullFolder, .danglingLink].contains(garbage)
      if isFolder {
        #expect(try store.load(scene: "main") == nil)
      } else {
        let error = #expect(throws: StateStoreError.self) { try store.load(scene: "main") }
        #expect(error?.code == .unavailable)
        #expect(throws: StateStoreError.self) {
          try store.commit([StateArchive.sample().replacing()])
        }
      }
    }
  }

  @Test(
    "No more of what was set aside is kept than may be.",
    arguments: [Garbage.text, .fullFolder]
  )
  func bounded(_ garbage: Garbage) throws {
    try withTemporaryFolder { folder in
      var options = FileStateStore.Options()
      options.damagedFiles = 2
      for version in 1...4 {
        let store = FileStateStore(directory: folder, options: options)
        try store.commit([StateArchive.sample(version: version).replacing()])
        store.close()
        try garbage.put(at: try #require((folder.baselines + folder.journals).first))
      }
      let store = FileStateStore(directory: folder, options: options)
      try store.commit([StateArchive.sample(version: 5).replacing()])
      #expect(folder.names.filter { $0.hasPrefix("damaged-") }.count == 2)
    }
  }

  @Test("P219: of no file nothing is read, of one that, and of many the newest that is sound.")
  func count() throws {
    try withTemporaryFolder { folder in
      let store = FileStateStore(directory: folder)
      #expect(try store.load(scene: "main") == nil)
      #expect(try store.scenes().isEmpty)
      var files: [(url: URL, bytes: Data)] = []
      for version in 1...4 {
        try store.commit([StateArchive.sample(version: version).replacing()])
        try store.compact()
        let newest = try #require(folder.baselines.last)
        files.append((newest, try Data(contentsOf: newest)))
      }
      store.close()
      for url in folder.baselines + folder.journals { try FileManager.default.removeItem(at: url) }
      let reader = FileStateStore(directory: folder, access: .readOnly)
      for (index, file) in files.enumerated() {
        try file.bytes.write(to: file.url)
        let expected = StateArchive.sample(version: index + 1)
        #expect(try reader.load(scene: "main") == LoadedArchive(archive: expected))
      }
      for (index, file) in files.enumerated().reversed() {
        let loaded = try #require(try reader.load(scene: "main"))
        #expect(loaded.archive == .sample(version: index + 1))
        #expect(loaded.damage.count == 3 - index)
        try file.bytes.dropLast().write(to: file.url)
      }
      let error = #expect(throws: StateStoreError.self) { try reader.load(scene: "main") }
      #expect(error?.code == .damaged)
    }
  }

  @Test("P219: wrongly named files are ignored, and stay.")
  func names() throws {
    try withTemporaryFolder { folder in
      let store = FileStateStore(directory: folder)
      try store.commit([StateArchive.sample(version: 1).replacing()])
      try store.compact()
      store.close()
      let bytes = try Data(contentsOf: try #require(folder.baselines.first))
      let foreign = [
        "state.cbors", "state-1.cbors", "state-ffffffffffffffff.cbors",
        "STATE-0000000000000009.cbors",
        "state-000000000000000A.cbors", "state-0000000000000009.cbors.bak", ".DS_Store", "xkept-",
        "kept-0000000000000009.cbors", "damaged-9", "lock2", "journal-9.cbors", "snapshot-9",
        "state-+000000000000009.cbors",
      ]
      for name in foreign { try bytes.write(to: folder.appending(path: name)) }
      for version in 2..<9 {
        try store.commit([StateArchive.sample(version: version).replacing()])
        #expect(Set(foreign).isSubset(of: folder.names))
      }
      store.close()
      #expect(try store.load(scene: "main") == LoadedArchive(archive: .sample(version: 8)))
    }
  }

  @Test("A copy under the name of a later generation or segment is not taken for one.")
  func copied() throws {
    try withTemporaryFolder { folder in
      let store = FileStateStore(directory: folder)
      try store.commit([StateArchive.sample(version: 1).replacing()])
      try store.compact()
      try FileManager.default.copyItem(
        at: try #require(folder.journals.first),
        to: folder.appending(path: "journal-7fffffffffffffff.cbors")
      )
      try FileManager.default.copyItem(
        at: try #require(folder.baselines.first),
        to: folder.appending(path: "state-7fffffffffffffff.cbors")
      )
      store.close()
      let loaded = try #require(try store.load(scene: "main"))
      #expect(loaded.archive == .sample(version: 1))
      #expect(loaded.damage.count == 2)
      try store.commit([StateArchive.sample(version: 2).replacing()])
      store.close()
      #expect(try store.load(scene: "main") == LoadedArchive(archive: .sample(version: 2)))
    }
  }
}
