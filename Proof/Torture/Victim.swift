import Foundation

/// A child process, as its parent sees it.
final class Victim {
  private let process = Process()
  private let output = Pipe()
  private var buffer: [UInt8] = []

  init(_ run: Run, folder: URL) throws {
    process.executableURL = URL(filePath: CommandLine.arguments[0]).absoluteURL
    process.arguments = ["--child", folder.path(percentEncoded: false)] + run.arguments
    process.standardOutput = output
    try process.run()
    try output.fileHandleForWriting.close()
  }

  /// The next message that comes before a deadline; `nil` if none does, or the child is gone.
  func nextMessage(before deadline: ContinuousClock.Instant) -> Message? {
    while true {
      if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: buffer[..<end], as: UTF8.self)
        buffer.removeSubrange(...end)
        return Message(line) ?? .failed("It said '\(line)'.")
      }
      let left = ContinuousClock.now.duration(to: deadline)
      guard left > .zero, isReadable(within: left), read() else { return nil }
    }
  }

  /// Ends the child as nothing but the system can, and returns what it had still said.
  func kill() -> [Message] {
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    var messages: [Message] = []
    while let message = nextMessage(before: .now + .seconds(10)) { messages.append(message) }
    return messages
  }

  /// Whether it was killed, and did not end otherwise.
  var wasKilled: Bool {
    process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGKILL
  }

  private func isReadable(within time: Duration) -> Bool {
    var request = pollfd()
    request.fd = output.fileHandleForReading.fileDescriptor
    request.events = Int16(POLLIN)
    let microseconds = Int(time / .microseconds(1))
    if poll(&request, 1, Int32(clamping: microseconds / 1_000)) > 0 { return true }
    // The instant of a kill is not to be a whole millisecond.
    usleep(UInt32(microseconds % 1_000))
    return poll(&request, 1, 0) > 0
  }

  private func read() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = systemRead(output.fileHandleForReading.fileDescriptor, &bytes)
    guard count > 0 else { return false }
    buffer += bytes[..<count]
    return true
  }
}

/// Reads from a descriptor, under a name that the methods above do not hide.
private func systemRead(_ file: Int32, _ bytes: inout [UInt8]) -> Int {
  read(file, &bytes, bytes.count)
}
