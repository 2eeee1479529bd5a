#if os(Linux)
import Foundation

/// The system calls of this process, as `strace` sees them.
enum SystemCallTrace {
  private static let tool = "/usr/bin/strace"

  /// Whether there is such a tool, and whether it may look at this process.
  static let isAvailable: Bool =
    FileManager.default.isExecutableFile(atPath: tool)
    && geteuid() == 0

  /// The calls about files that the process makes while something runs, but for those that the
  /// trace makes itself.
  static func calls(on folder: URL, _ body: () throws -> Void) throws -> [String] {
    try withTemporaryFolder { scratch in
      let log = scratch.appending(path: "trace")
      let strace = try start([
        tool, "-f", "-o", log.path, "-e",
        "trace=%file,write,writev,pwrite64,pwritev,fsync,fdatasync,ftruncate,fallocate,flock",
        "-p", "\(getpid())",
      ])
      // The trace has begun once it shows a call that was made to be seen.
      try wait(for: "trace-begins", in: log) {
        _ = access(folder.path + "/trace-begins", F_OK)
      }
      _ = access(folder.path + "/body-begins", F_OK)
      try body()
      try wait(for: "trace-ends", in: log) { _ = access(folder.path + "/trace-ends", F_OK) }
      // It may have inherited that other signals are blocked; what it saw is in its log already.
      kill(strace, SIGKILL)
      var status: Int32 = 0
      waitpid(strace, &status, 0)
      return try calls(in: log, between: "body-begins", and: "trace-ends")
    }
  }

  /// Starts a program without a word from it.
  private static func start(_ arguments: [String]) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    var words = arguments.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var process = pid_t()
    let result = posix_spawn(&process, arguments[0], &actions, nil, &words, environ)
    guard result == 0 else { throw POSIXError(POSIXErrorCode(rawValue: result) ?? .EIO) }
    return process
  }

  private static func wait(for mark: String, in log: URL, _ call: () -> Void) throws {
    for _ in 0..<2_000 {
      call()
      usleep(5_000)
      guard FileManager.default.fileExists(atPath: log.path) else { continue }
      if try String(contentsOf: log, encoding: .utf8).contains(mark) { return }
    }
    throw POSIXError(.ETIMEDOUT)
  }

  /// The lines from the sight of one mark to the first of another.
  private static func calls(
    in log: URL,
    between start: String,
    and end: String
  ) throws -> [String] {
    let lines = try String(contentsOf: log, encoding: .utf8).split(separator: "\n").map(String.init)
    let first = lines.lastIndex { $0.contains(start) } ?? 0
    let last = lines.firstIndex { $0.contains(end) } ?? lines.count
    return lines[(first + 1)..<max(last, first + 1)].filter { line in
      // Threads come and go, and wake each other by writing a number.
      !line.contains("+++") && !line.contains("---")
        && !line.contains("\\1\\0\\0\\0\\0\\0\\0\\0")
    }
  }
}
#endif
