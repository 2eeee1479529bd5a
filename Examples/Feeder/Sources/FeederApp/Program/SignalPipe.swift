import Foundation

/// Signals as bytes in a pipe, so that the loop can wait for them as for anything else.
@MainActor
final class SignalPipe {
  /// The end that the loop waits on.
  let reader: Int32

  /// Written once, before any handler is installed that reads it; a handler may only call `write`.
  private nonisolated(unsafe) static var writer: Int32 = -1

  /// Makes the pipe, and has signals delivered to it from now on.
  init(_ signals: [Int32]) throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw UsageError("No pipe could be made: \(String(cString: strerror(errno))).")
    }
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    reader = ends[0]
    Self.writer = ends[1]
    Self.unblock(signals)
    for number in signals {
      _ = signal(number) { number in
        let error = errno
        var byte = UInt8(truncatingIfNeeded: number)
        _ = write(SignalPipe.writer, &byte, 1)
        errno = error
      }
    }
  }

  /// Lets signals through that whoever started the program had blocked, as a thread pool does.
  static func unblock(_ signals: [Int32]) {
    var set = sigset_t()
    sigemptyset(&set)
    for number in signals { sigaddset(&set, number) }
    sigprocmask(SIG_UNBLOCK, &set, nil)
  }

  /// The next signal that came, if one did.
  func next() -> Int32? {
    var byte: UInt8 = 0
    return read(reader, &byte, 1) == 1 ? Int32(byte) : nil
  }
}
