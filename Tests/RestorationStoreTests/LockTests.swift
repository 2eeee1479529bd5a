import Foundation
import Testing

@testable import RestorationCore
@testable import RestorationStore

@Suite("One store at a time saves to a folder")
struct LockTests {
  @Test("A second store in the process is refused, may read, and may save once the first closed.")
  func sameProcess() throws {
    try withTemporaryFolder { folder in
      let first = FileStateStore(directory: folder)
      try first.commit([StateArchive.sample().replacing()])
      let second = FileStateStore(directory: folder)
      let uses: [() throws -> Void] = [
        { _ = try second.load(scene: "main") }, { _ = try second.scenes() },
        { try second.commit([StateArchive.sample("b").replacing()]) },
        { try second.discard(scene: "main") }, { try second.erase() },
      ]
      for use in uses {
        let error = #expect(throws: StateStoreError.self) { try use() }
        #expect(error?.code == .locked)
        #expect(error?.message.contains("\(getpid())") == true)
        #expect(error?.location == folder.path(percentEncoded: false).dropLast().description)
      }
      let reader = FileStateStore(directory: folder, access: .readOnly)
      #expect(try reader.load(scene: "main")?.archive == .sample())
      first.close()
      #expect(try second.load(scene: "main")?.archive == .sample())
    }
  }

  @Test("A lock on a file that somebody replaced meanwhile is none.")
  func replacedFile() throws {
    try withTemporaryFolder { folder in
      let other = FileStateStore(directory: folder)
      let lock = folder.appending(path: "lock")
      let fileSystem = FaultyFileSystem(beforeLock: {
        guard !FileManager.default.fileExists(atPath: lock.path + ".seen") else { return }
        do {
          try Data().write(to: folder.appending(path: "lock.seen"))
          try FileManager.default.removeItem(at: lock)
          try other.commit([.sampleChanges(1)])
        } catch {
          Issue.record(error)
        }
      })
      let store = FileStateStore(directory: folder, fileSystem: fileSystem)
      let error = #expect(throws: StateStoreError.self) { try store.commit([.sampleChanges(2)]) }
      #expect(error?.code == .locked)
      other.close()
      try store.commit([.sampleChanges(3)])
      #expect(try store.load(scene: "main")?.archive == .sample(version: 3))
    }
  }

  @Test("A store that goes away gives back the lock.")
  func released() throws {
    try withTemporaryFolder { folder in
      for version in 0..<20 {
        try FileStateStore(directory: folder).commit([.sampleChanges(version)])
      }
      #expect(try FileStateStore(directory: folder).load(scene: "main") != nil)
    }
  }

  @Test("P283: closing twice and opening again after it are no faults.")
  func closedTwice() throws {
    try withTemporaryFolder { folder in
      let store = FileStateStore(directory: folder)
      store.close()
      try store.commit([.sampleChanges(1)])
      store.close()
      store.close()
      #expect(try store.load(scene: "main")?.archive == .sample(version: 1))
      try store.commit([.sampleChanges(2)])
      #expect(try store.load(scene: "main")?.archive == .sample(version: 2))
    }
  }

  @Test("A second process is refused, may read, and gets the lock when the first has ended.")
  func otherProcess() async throws {
    try await runInTemporaryFolder { folder in
      let path = folder.path
      let store = FileStateStore(directory: folder)
      try store.commit([.sampleChanges(1)])
      let holder = getpid()
      await #expect(processExitsWith: .success) {
        [path = path as String, holder = holder as Int32] in
        let folder = URL(filePath: path)
        let store = FileStateStore(directory: folder)
        let error = #expect(throws: StateStoreError.self) {
          try store.commit([.sampleChanges(2)])
        }
        try #require(error?.code == .locked)
        try #require(error?.message.contains("\(holder)") == true)
        let reader = FileStateStore(directory: folder, access: .readOnly)
        try #require(try reader.load(scene: "main")?.archive == .sample(version: 1))
      }
      store.close()
      await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
        let store = FileStateStore(directory: URL(filePath: path))
        try store.commit([.sampleChanges(3)])
        kill(getpid(), SIGKILL)
        withExtendedLifetime(store) {}
      }
      #expect(try store.load(scene: "main")?.archive == .sample(version: 3))
    }
  }

  @Test("Threads that save at once save one after the other, and lose nothing.")
  func threads() throws {
    try withTemporaryFolder { folder in
      let store = FileStateStore(directory: folder)
      DispatchQueue.concurrentPerform(iterations: 16) { index in
        do {
          try store.commit([StateArchive.sample("\(index)", version: index).replacing()])
        } catch {
          Issue.record(error)
        }
      }
      store.close()
      for index in 0..<16 {
        let loaded = try store.load(scene: "\(index)")
        #expect(loaded?.archive == .sample("\(index)", version: index))
      }
    }
  }

  @Test("A node is held back by whoever has the lock alone, and others are told who that is.")
  func heldBack() throws {
    try withTemporaryFolder { folder in
      let first = FileStateStore(directory: folder)
      try first.commit([StateArchive.sample().replacing()])
      let second = FileStateStore(directory: folder)
      let node = try #require(HeldBackNode.sample())
      let error = #expect(throws: StateStoreError.self) { try second.launchGuard?.holdBack(node) }
      #expect(error?.code == .locked)
    }
  }
}

extension SceneChanges {
  /// The changes that make a sample archive of whatever was there.
  static func sampleChanges(_ version: Int) -> SceneChanges {
    StateArchive.sample(version: version).replacing()
  }
}
