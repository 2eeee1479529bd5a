import Dispatch
import Foundation
import Synchronization

/// Work on a thread of its own.
///
/// Tests share as many threads as there are cores, and some keep theirs until others have done
/// something: if that waits for one of the shared threads too, nobody ever goes on.
final class OwnThread: Sendable {
  private let isDone = DispatchSemaphore(value: 0)
  private let failure = Mutex<(any Error)?>(nil)

  /// Starts the work.
  init(_ work: @escaping @Sendable () throws -> Void) {
    Thread.detachNewThread {
      do {
        try work()
      } catch {
        self.failure.withLock { $0 = error }
      }
      self.isDone.signal()
    }
  }

  /// Waits for the end of the work, once, and throws what that threw.
  func wait() throws {
    isDone.wait()
    if let error = failure.withLock({ $0 }) { throw error }
  }
}
