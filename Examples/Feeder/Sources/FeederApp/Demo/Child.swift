import Foundation

/// The program itself, started as a child that reports what it does.
final class Child {
  /// A line of the report: what happens, and where the user stands or what it was.
  struct Event {
    let name: String
    let lines: [String]

    var stand: Stand { Stand(lines: lines) }
  }

  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let errors = Pipe()
  private var buffer = Data()

  init(home: URL, size: Size) throws {
    process.executableURL = try Self.program()
    process.arguments = [
      "--report", "--home", home.path, "--size", "\(size.width)x\(size.height)",
    ]
    process.standardInput = input
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    try output.fileHandleForWriting.close()
    try errors.fileHandleForWriting.close()
  }

  private static func program() throws -> URL {
    let link = "/proc/self/exe"
    if FileManager.default.fileExists(atPath: link) {
      return URL(filePath: try FileManager.default.destinationOfSymbolicLink(atPath: link))
    }
    return URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
  }

  func send(_ keys: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data("\(keys)\n".utf8))
  }

  /// The next line of the report, or `nil` once the child is gone.
  func nextEvent() -> Event? {
    while true {
      if let event = bufferedEvent() { return event }
      let data = output.fileHandleForReading.availableData
      if data.isEmpty { return nil }
      buffer.append(data)
    }
  }

  /// The next line of the report, if it has come already or comes within some milliseconds.
  func nextEvent(within milliseconds: Int) -> Event? {
    if let event = bufferedEvent() { return event }
    var wait = pollfd(
      fd: output.fileHandleForReading.fileDescriptor,
      events: Int16(POLLIN),
      revents: 0
    )
    guard poll(&wait, 1, Int32(milliseconds)) > 0 else { return nil }
    buffer.append(output.fileHandleForReading.availableData)
    return bufferedEvent()
  }

  private func bufferedEvent() -> Event? {
    guard let end = buffer.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let line = String(decoding: buffer[..<end], as: UTF8.self)
    buffer = Data(buffer[(end + 1)...])
    let parts = line.components(separatedBy: "\t")
    return Event(name: parts[0], lines: Array(parts.dropFirst()))
  }

  /// Ends the child by a signal, and waits for its end.
  func end(by signal: Int32) {
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
  }

  /// What the child complained of, once it has ended.
  func complaints() -> String {
    String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self).trimmed
  }
}
