import Foundation
import Testing

@testable import FeederApp

#if os(Linux)
@Suite("In a terminal")
struct TerminalTests {
  @Test(
    "Whatever ends it, the terminal is as it was before.",
    arguments: [nil, SIGTERM, SIGHUP, SIGINT, SIGSEGV, SIGABRT]
  )
  func ending(_ signal: Int32?) throws {
    let home = try TemporaryHome()
    let terminal = try PseudoTerminal(size: Size(width: 100, height: 30))
    let before = terminal.settings
    let process = try terminal.start(home)
    let screen = terminal.read(until: "quit")
    #expect(screen.contains("\u{1B}[?1049h") && screen.contains("No articles here yet"))
    #expect(terminal.settings != before)
    if let signal { kill(process.processIdentifier, signal) } else { terminal.type("q") }
    #expect(terminal.read(until: "\u{1B}[?1049l").contains("\u{1B}[?25h"))
    process.waitUntilExit()
    #expect(process.terminationStatus == signal ?? 0)
    #expect(terminal.settings == before)
  }

  @Test("Keys are answered with the lines that changed, and another size with all of them.")
  func answers() throws {
    let home = try TemporaryHome()
    let terminal = try PseudoTerminal(size: Size(width: 100, height: 30))
    let process = try terminal.start(home)
    _ = terminal.read(until: "quit")
    terminal.type("a")
    #expect(terminal.read(until: "Address").contains("\u{1B}[?25h") == false)
    _ = terminal.read(until: "\u{1B}[?2026l")
    terminal.type("x")
    let answer = terminal.read(until: "\u{1B}[?2026l")
    #expect(answer.contains("x") && answer.contains("\u{1B}[?25h") && !answer.contains("Reading"))
    terminal.resize(to: Size(width: 60, height: 24))
    kill(process.processIdentifier, SIGWINCH)
    #expect(terminal.read(until: "cancel").contains("Reading"))
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}
#endif
