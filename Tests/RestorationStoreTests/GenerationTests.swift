import Foundation
import Testing

@testable import RestorationCore
@testable import RestorationStore

@Suite("What was saved before can be gone back to")
struct GenerationTests {
  @Test(
    "P239, P241, P221: saves go to one file, and a compaction leaves what it replaces for once."
  )
  func files() throws {
    try withTemporaryFolder { folder in
      let store = FileStateStore(directory: folder)
      for version in 1..<10 {
        try store.commit([.sampleChanges(version)])
        #expect(folder.journals.count == 1 && folder.names.count == 2)
        #expect(try store.generations().map(\.number) == [UInt64(version)])
      }
      try store.compact()
      #expect(folder.baselines.count == 1 && folder.journals.count == 1)
      for version in 10..<13 { try store.commit([.sampleChanges(version)]) }
      try store.compact()
      #expect(folder.baselines.count == 2 && folder.journals.count == 1)
      let generations = try store.generations()
      #expect(generations.map(\.reason) == [nil, nil])
      #expect(generations.map(\.number) == [12, 9])
      let previous = try #require(generations.last)
      #expect(try store.load(scene: "main", from: previous)?.archive == .sample(version: 9))
      #expect(previous.byteCount > 100)
      try store.commit([.sampleChanges(13)])
      try store.compact()
      #expect(folder.baselines.count == 2 && folder.journals.count == 1)
      #expect(try store.load(scene: "main", from: previous) == nil)
    }
  }

  @Test("P337: what a save replaces without having been restored is kept, and can be chosen.")
  func kept() throws {
    try withTemporaryFolder { folder in
      let store = FileStateStore(directory: folder)
      try store.commit([.sampleChanges(1)])
      store.close()
      let reason = "vetoed: the user's /choice/ 🧭"
      try store.commit([StateArchive.sample(version: 2).replacing(setsAside: reason)])
      for version in 3..<10 { try store.commit([.sampleChanges(version)]) }
      store.close()
      let kept = try #require(try store.generations().first { $0.reason != nil })
      #expect(kept.reason == reason)
      #expect(kept.scenes == [StateArchive.sample(version: 1).header])
      let loaded = try store.load(scene: "main", from: kept)
      #expect(loaded == LoadedArchive(archive: .sample(version: 1)))
      #expect(try store.load(scene: "other", from: kept) == nil)
      #expect(try store.load(scene: "main")?.archive == .sample(version: 9))
    }
  }

  @Test("Kept generations are bounded by their count and their bytes, and the newest ones stay.")
  func bounded() throws {
    for bytes in [Int.max, 4_000] {
      try withTemporaryFolder { folder in
        var options = FileStateStore.Options()
        options.keptGenerations = 5
        options.keptBytes = bytes
        let store = FileStateStore(directory: folder, options: options)
        for version in 1..<20 {
          var archive = StateArchive.sample(version: version)
          archive.appState = [UInt8](repeating: 1, count: 1_000)
          try store.commit([archive.replacing(setsAside: "version \(version)")])
          try store.compact()
        }
        let kept = try store.generations().compactMap(\.reason)
        let count = bytes == .max ? 5 : 2
        #expect(kept == (0..<count).map { "version \(19 - $0)" })
      }
    }
  }

  @Test("Things that could not be used are bounded by their count.")
  func damagedBounded() throws {
    try withTemporaryFolder { folder in
      for version in 1..<12 {
        try FileStateStore(directory: folder).commit([.sampleChanges(version)])
        try Data("x".utf8).write(to: try #require((folder.journals + folder.baselines).first))
      }
      #expect(folder.names.filter { $0.hasPrefix("damaged-") }.count == 4)
    }
  }

  @Test("The clock orders nothing: a save dated long ago is the last one if it was made last.")
  func clock() throws {
    try withTemporaryFolder { folder in
      let store = FileStateStore(directory: folder)
      var archive = StateArchive.sample()
      for date in [Date.distantFuture, Date(timeIntervalSince1970: 0), .distantPast] {
        archive.header.date = date
        try store.commit([archive.replacing()])
        store.close()
        for (age, url) in folder.journals.enumerated() {
          let times = [FileAttributeKey.modificationDate: Date(timeIntervalSince1970: Double(-age))]
          try FileManager.default.setAttributes(times, ofItemAtPath: url.path)
        }
        #expect(try store.load(scene: "main") == LoadedArchive(archive: archive))
      }
    }
  }

  @Test("A clock that jumps back between saves, compactions and snapshots orders nothing.")
  @MainActor
  func jumpingClock() throws {
    try withTemporaryFolder { folder in
      let clock = Clock()
      var configuration = SessionConfiguration()
      configuration.savesAutomatically = false
      configuration.now = { clock.now }
      let store = FileStateStore(directory: folder)
      for round in 1...12 {
        clock.now = Date(timeIntervalSinceReferenceDate: [5e8, -2e9, 0, 4e9, 1][round % 5])
        let session = RestorationSession(store: store, configuration: configuration)
        let root = Page(restorationIdentifier: "root")
        session.restore(root, in: "main")
        #expect(root.text == (round == 1 ? "" : "\(round - 1)"))
        root.text = "\(round)"
        #expect(session.save().outcome == .saved)
        if round.isMultiple(of: 2) { try store.compact() }
        if round.isMultiple(of: 3) { try store.keep(as: "\(round)") }
        try check(store, after: round)
        if round.isMultiple(of: 4) { store.close() }
        try folder.setTimes(to: clock.now)
      }
    }
  }

  /// Sees that what can be gone back to is what was saved, in its order.
  @MainActor
  private func check(_ store: FileStateStore, after round: Int) throws {
    let generations = try store.generations()
    #expect(generations.map(\.number) == generations.map(\.number).sorted(by: >))
    #expect(generations.first?.number == UInt64(round))
    let names = generations.compactMap(\.name)
    #expect(names == (1...round).filter { $0.isMultiple(of: 3) }.map { "\($0)" }.reversed())
    for generation in generations {
      let root = Page(restorationIdentifier: "root")
      let session = RestorationSession(store: InMemoryStateStore())
      let archive = try #require(try store.load(scene: "main", from: generation)?.archive)
      try session.store.commit([SceneChanges(replacingWith: archive)])
      session.restore(root, in: "main")
      #expect(root.text == "\(generation.number)")
      #expect(root.text == generation.name ?? root.text)
    }
  }
}

@MainActor
private final class Clock {
  var now = Date.distantPast
}

private final class Page: RestorableController {
  @Restored("text") var text = ""
}

extension URL {
  /// Dates all files in the folder.
  fileprivate func setTimes(to date: Date) throws {
    for name in names {
      let path = appending(path: name).path
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
    }
  }
}
