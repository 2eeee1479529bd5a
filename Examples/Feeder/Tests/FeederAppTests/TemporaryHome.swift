import Foundation
import Testing

/// A home for a feeder that is run as a program, removed with it.
final class TemporaryHome {
  /// What a run of the program came to.
  struct Run {
    /// The exit code, or the signal that ended it.
    let status: Int32
    let output: String
    let errors: String
  }

  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "feeder-test-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    do {
      try FileManager.default.removeItem(at: url)
    } catch {
      Issue.record("\(url.path) could not be removed: \(error)")
    }
  }

  /// The program, which stands beside the tests.
  static var program: URL {
    Bundle.module.bundleURL.deletingLastPathComponent().appending(path: "feeder")
  }

  func feeder(_ arguments: String...) throws -> Run { try feeder(arguments) }

  /// Runs the program with this home, and waits for its end.
  func feeder(_ arguments: [String]) throws -> Run {
    let process = Process()
    let (output, errors) = (Pipe(), Pipe())
    process.executableURL = Self.program
    process.arguments = arguments + ["--home", url.path]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let complaint = String(
      decoding: errors.fileHandleForReading.readDataToEndOfFile(),
      as: UTF8.self
    )
    process.waitUntilExit()
    return Run(status: process.terminationStatus, output: text, errors: complaint)
  }
}
