#if os(Linux)
import Foundation
import Testing

@testable import RestorationCore
@testable import RestorationStore

@Suite("A folder that cannot be written to can be read")
struct ReadOnlyFolderTests {
  private let old = StateArchive.sample(version: 1)
  private let new = StateArchive.sample(version: 2)

  @Test(
    "On a read-only disk a store reads, a save says why it fails, and works once it may.",
    .enabled(if: Mount.isAllowed, "It takes the right to mount a file system.")
  )
  func readOnlyDisk() throws {
    try withTemporaryFolder { folder in
      try FileStateStore(directory: folder).commit([old.replacing()])
      try Mount.withView(of: folder) { view, shut, open in
        try shut()
        let store = FileStateStore(directory: view)
        try checkReadOnly(store)
        try open()
        try store.commit([new.replacing()])
        store.close()
        #expect(try store.load(scene: "main") == LoadedArchive(archive: new))
      }
    }
  }

  @Test(
    "A disk that becomes read-only under way costs the saves that it refuses, and no other.",
    .enabled(if: Mount.isAllowed, "It takes the right to mount a file system.")
  )
  func becomesReadOnly() throws {
    try withTemporaryFolder { folder in
      try Mount.withView(of: folder) { view, shut, open in
        let store = FileStateStore(directory: view)
        try store.commit([old.replacing()])
        store.close()
        try shut()
        try checkReadOnly(store)
        try open()
        try store.commit([new.replacing()])
        #expect(try store.load(scene: "main")?.archive == new)
      }
    }
  }

  @Test(
    "Another user's process may neither read nor save, and changes nothing.",
    .enabled(if: geteuid() == 0, "It takes the right to become another user.")
  )
  func otherUser() async throws {
    try await runInTemporaryFolder { folder in
      try FileStateStore(directory: folder).commit([old.replacing()])
      let before = try folder.snapshot
      await #expect(processExitsWith: .success) { [path = folder.path as String] in
        try #require(setuid(65_534) == 0)
        let store = FileStateStore(directory: URL(filePath: path))
        let refused = #expect(throws: StateStoreError.self) { try store.load(scene: "main") }
        try #require(refused?.code == .unavailable)
        let error = #expect(throws: StateStoreError.self) {
          try store.commit([StateArchive.sample(version: 2).replacing()])
        }
        try #require(error?.errorNumber == EACCES)
      }
      #expect(try folder.snapshot == before)
    }
  }

  @Test("In a folder whose mode forbids it a save says why it fails, and works once it may.")
  func mode() async throws {
    try await runInTemporaryFolder { folder in
      let state = folder.appending(path: "state")
      try FileManager.default.createDirectory(at: state, withIntermediateDirectories: false)
      await #expect(processExitsWith: .success) { [path = state.path as String] in
        // No mode forbids anything to root.
        if geteuid() == 0 { try #require(chown(path, 65_534, 65_534) == 0 && setuid(65_534) == 0) }
        let archives = (1...2).map { StateArchive.sample(version: $0) }
        let store = FileStateStore(directory: URL(filePath: path))
        try store.commit([archives[0].replacing()])
        store.close()
        try #require(chmod(path, 0o500) == 0)
        try #require(try store.load(scene: "main")?.archive == archives[0])
        let error = #expect(throws: StateStoreError.self) {
          try store.commit([archives[1].replacing()])
        }
        try #require(error?.errorNumber == EACCES)
        try #require(try store.load(scene: "main")?.archive == archives[0])
        try #require(chmod(path, 0o700) == 0)
        try store.commit([archives[1].replacing()])
        store.close()
        try #require(try store.load(scene: "main")?.archive == archives[1])
      }
    }
  }

  @Test("A file of another user is neither read nor written over.")
  func otherOwner() throws {
    try withTemporaryFolder { folder in
      try FileStateStore(directory: folder).commit([old.replacing()])
      let before = try folder.snapshot.filter { $0.key != "lock" }
      let fileSystem = FaultyFileSystem(userID: geteuid() + 1)
      let store = FileStateStore(directory: folder, fileSystem: fileSystem)
      let refused = #expect(throws: StateStoreError.self) { try store.load(scene: "main") }
      #expect(refused?.code == .unavailable && refused?.errorNumber == EACCES)
      #expect(throws: StateStoreError.self) { try store.commit([new.replacing()]) }
      store.close()
      #expect(try folder.snapshot.filter { $0.key != "lock" } == before)
    }
  }

  private func checkReadOnly(_ store: FileStateStore) throws {
    #expect(try store.load(scene: "main") == LoadedArchive(archive: old))
    let error = #expect(throws: StateStoreError.self) { try store.commit([new.replacing()]) }
    #expect(error?.code == .readOnly)
    #expect(error?.errorNumber == EROFS)
    #expect(try store.load(scene: "main")?.archive == old)
  }
}
#endif
