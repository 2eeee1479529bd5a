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
      let before = try folder.filesAsTheyAre
      let calls = fileSystem.operations.count
      for _ in 0..<10 { #expect(session.save().outcome == .nothingChanged) }
      try store.commit([])
      try store.flush()
      #expect(try folder.filesAsTheyAre == before)
      #expect(fileSystem.operations.count == calls)
      root.text = "newer"
      #expect(session.save().outcome == .saved)
      #expect(try folder.filesAsTheyAre != before)
      #expect(fileSystem.operations.count > calls)
    }
  }

  @Test("To open, read and close a store for reading touches no file.")
  func reading() throws {
    try withTemporaryFolder { folder in
      try FileStateStore(directory: folder).commit([StateArchive.sample().replacing()])
      let before = try folder.filesAsTheyAre
      for _ in 0..<3 {
        let reader = FileStateStore(directory: folder, access: .readOnly)
        #expect(try reader.load(scene: "main")?.archive == .sample())
        _ = try reader.generations()
        reader.close()
      }
      #expect(try folder.filesAsTheyAre == before)
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

/// What tells whether anything was done to a file, or to a folder.
private struct FileAsItIs: Equatable {
  var numbers: [Int]
  var bytes: Data?
}

extension URL {
  /// The files in the folder as they are, and the folder itself.
  fileprivate var filesAsTheyAre: [String: FileAsItIs] {
    get throws {
      var files: [String: FileAsItIs] = [:]
      for name in names + ["."] {
        let url = appending(path: name)
        var status = stat()
        guard lstat(url.path, &status) == 0 else { throw POSIXError(.EIO) }
        #if canImport(Darwin)
        let (written, changed) = (status.st_mtimespec, status.st_ctimespec)
        #else
        let (written, changed) = (status.st_mtim, status.st_ctim)
        #endif
        let bytes = try name == "." ? nil : Data(contentsOf: url)
        files[name] = FileAsItIs(
          numbers: [
            Int(status.st_ino), Int(status.st_size), written.tv_sec, written.tv_nsec,
            changed.tv_sec, changed.tv_nsec,
          ],
          bytes: bytes
        )
      }
      return files
    }
  }
}
