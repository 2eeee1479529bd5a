import Foundation

/// The program itself, started as a child that reports what it does.
final class Child {
  /// A line of the report: what happens, and the position that the user is in.
  struct Event {
    let name: String
    let lines: [String]
  }

  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var buffer = Data()

  init(_ options: Options, width: Int) throws {
    process.executableURL = Bundle.main.executableURL
    process.arguments = [
      options.folder.path, "--state", options.stateFolder.path, "--report", "--size", "\(width)x24",
    ]
    if options.unwinds { process.arguments?.append("--unwinds") }
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    try output.fileHandleForWriting.close()
  }

  func send(_ command: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data("\(command)\n".utf8))
  }

  /// The next line of the report, or `nil` once the child is gone.
  func nextEvent() -> Event? {
    while true {
      if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: buffer[..<end], as: UTF8.self)
        buffer = Data(buffer[(end + 1)...])
        let parts = line.components(separatedBy: "\t")
        return Event(name: parts[0], lines: Array(parts.dropFirst()))
      }
      let data = output.fileHandleForReading.availableData
      if data.isEmpty { return nil }
      buffer.append(data)
    }
  }

  /// Ends the child as a power cut would end it.
  func kill() {
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}
