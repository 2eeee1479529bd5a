import Foundation
import RestorationCore
import Testing

@testable import RestorationStore

@MainActor @Suite("Nothing changed, nothing written")
struct UnchangedTests {
  private func makeSession(_ store: FileStateStore) -> RestorationSession {
    var configuration = SessionConfiguration()
    configuration.savesAutomatically = false
    return RestorationSession(store: store, configuration: configuration)
  }

  @Test("A save of what is saved touches no file, and makes no call that could.")
  func filesAndCalls() throws {
    try withTemporaryFolder { folder in
      let fileSystem = FaultyFileSystem()
      let store = FileStateStore(directory: folder, fileSystem: fileSystem)
      let root = Page(restorationIdentifier: "root")
      let session = makeSession(store)
      session.restore(root, in: "main")
      root.text = "new"
      #expect(session.save().outcome == .saved)
      try store.flush()
      let before = try folder.fileTimes
      let calls = fileSystem.operations.count
      for _ in 0..<10 { #expect(session.save().outcome == .nothingChanged) }
      try store.commit([])
      try store.flush()
      #expect(try folder.fileTimes == before)
      #expect(fileSystem.operations.count == calls)
      root.text = "newer"
      #expect(session.save().outcome == .saved)
      #expect(try folder.fileTimes != before)
      #expect(fileSystem.operations.count > calls)
    }
  }

  @Test("To open, read and close a store for reading touches no file.")
  func reading() throws {
    try withTemporaryFolder { folder in
      try FileStateStore(directory: folder).commit([StateArchive.sample().replacing()])
      let before = try folder.fileTimes
      for _ in 0..<3 {
        let reader = FileStateStore(directory: folder, access: .readOnly)
        #expect(try reader.load(scene: "main")?.archive == .sample())
        _ = try reader.generations()
        reader.close()
      }
      #expect(try folder.fileTimes == before)
    }
  }

  #if os(Linux)
  @Test(
    "The operating system sees no call of a save that has nothing to save.",
    .enabled(if: SystemCallTrace.isAvailable, "It takes strace, and the right to use it.")
  )
  func tracedCalls() async throws {
    await #expect(processExitsWith: .success) {
      try await MainActor.run {
        try withTemporaryFolder { folder in
          let store = FileStateStore(directory: folder)
          let root = Page(restorationIdentifier: "root")
          let session = UnchangedTests().makeSession(store)
          session.restore(root, in: "main")
          root.text = "one"
          try #require(session.save().outcome == .saved)
          try store.flush()
          let quiet = try SystemCallTrace.calls(on: folder) {
            for _ in 0..<10 { _ = session.save() }
          }
          try #require(quiet == [])
          root.text = "two"
          let busy = try SystemCallTrace.calls(on: folder) { _ = session.save() }
          try #require(!busy.isEmpty)
        }
      }
    }
  }
  #endif
}

private final class Page: RestorableController {
  @Restored("text") var text = ""
}

extension URL {
  /// What tells whether anything was done to a file in the folder, or to the folder itself.
  fileprivate var fileTimes: [String: [Int]] {
    get throws {
      var times: [String: [Int]] = [:]
      for name in names + ["."] {
        var status = stat()
        guard lstat(appending(path: name).path, &status) == 0 else { throw POSIXError(.EIO) }
        #if canImport(Darwin)
        let (written, changed) = (status.st_mtimespec, status.st_ctimespec)
        #else
        let (written, changed) = (status.st_mtim, status.st_ctim)
        #endif
        times[name] = [
          Int(status.st_ino), Int(status.st_size), written.tv_sec, written.tv_nsec,
          changed.tv_sec, changed.tv_nsec,
        ]
      }
      return times
    }
  }
}
