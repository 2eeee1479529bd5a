import Foundation
import Synchronization

/// What other threads have done on the main actor, with a pipe that wakes the loop for it.
final class DeliveryPipe: Sendable {
  /// The end that the loop waits on.
  let reader: Int32

  private let writer: Int32
  private let actions = Mutex<[@MainActor @Sendable () -> Void]>([])

  /// Makes the pipe.
  init() throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw UsageError("No pipe could be made: \(String(cString: strerror(errno))).")
    }
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    (reader, writer) = (ends[0], ends[1])
  }

  deinit {
    close(reader)
    close(writer)
  }

  /// Leaves an action to the loop, from any thread.
  func add(_ action: @escaping @MainActor @Sendable () -> Void) {
    actions.withLock { $0.append(action) }
    var byte: UInt8 = 0
    // A pipe that is full wakes the loop as well.
    _ = write(writer, &byte, 1)
  }

  /// Runs what was left, and tells whether anything was.
  @MainActor
  func run() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(reader, &bytes, bytes.count) > 0 {}
    let due = actions.withLock { actions in
      defer { actions = [] }
      return actions
    }
    for action in due { action() }
    return !due.isEmpty
  }
}
