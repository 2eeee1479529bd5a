#if os(Linux)
import Foundation
import Testing

@testable import RestorationCore
@testable import RestorationStore

@Suite("Open files stay with their process")
struct CloseOnExecTests {
  @Test("A program that is started while a store is open inherits none of its files.")
  func inheritance() throws {
    try withTemporaryFolder { folder in
      let store = FileStateStore(directory: folder)
      try store.commit([StateArchive.sample().replacing()])
      try store.compact()
      try store.commit([JournalTests.change(1)])
      _ = try #require(store.launchGuard?.record(of: "main", build: "1") == nil)
      let open = try Self.openFiles(of: getpid(), in: folder)
      #expect(open.contains("lock") && open.contains { $0.hasPrefix("journal-") })

      let child = try Self.start(["/bin/sleep", "60"])
      defer {
        kill(child, SIGKILL)
        waitpid(child, nil, 0)
      }
      #expect(try Self.openFiles(of: child, in: folder) == [])
      store.close()
      let next = FileStateStore(directory: folder)
      try next.commit([JournalTests.change(2)])
    }
  }

  /// The names of the files in a folder that a process has open.
  private static func openFiles(of process: pid_t, in folder: URL) throws -> [String] {
    let place = "/proc/\(process)/fd"
    return try FileManager.default.contentsOfDirectory(atPath: place).compactMap { number in
      var bytes = [CChar](repeating: 0, count: 4_096)
      // What was closed meanwhile is not open.
      guard readlink("\(place)/\(number)", &bytes, bytes.count - 1) > 0 else { return nil }
      let used = bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      let path = String(decoding: used, as: UTF8.self)
      return path.hasPrefix(folder.path + "/") ? String(path.dropFirst(folder.path.count + 1)) : nil
    }
  }

  /// Starts a program that inherits whatever may be inherited.
  private static func start(_ arguments: [String]) throws -> pid_t {
    var words = arguments.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var process = pid_t()
    let result = posix_spawn(&process, arguments[0], nil, nil, &words, environ)
    guard result == 0 else { throw POSIXError(POSIXErrorCode(rawValue: result) ?? .EIO) }
    return process
  }
}
#endif
