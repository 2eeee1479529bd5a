import Foundation
import Synchronization

/// What a child of the demo says, line by line: an event, and where the user stands.
final class Report: Sendable {
  private let stand = Mutex(Stand())

  /// Takes in where the user stands now.
  func note(_ stand: Stand) {
    self.stand.withLock { $0 = stand }
  }

  /// Says that something happens where the user was noted to stand last.
  func say(_ event: String) {
    write(event, stand.withLock { $0.lines })
  }

  /// Says that something happened, and what it was.
  func say(_ event: String, _ text: String) {
    write(event, [text])
  }

  private func write(_ event: String, _ lines: [String]) {
    let line = ([event] + lines).joined(separator: "\t") + "\n"
    var bytes = Array(line.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes {
        Foundation.write(STDOUT_FILENO, $0.baseAddress, $0.count)
      }
      if count < 0, errno != EINTR { return }  // nobody listens any more
      bytes = bytes.dropFirst(max(0, count))
    }
  }
}
