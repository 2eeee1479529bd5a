import Foundation
import Testing

@testable import FeederApp

@Suite("The program")
struct ProgramTests {
  @Test("Keys, a kill, and the same screen: with a note half written, its caret too.")
  func keysAndKill() throws {
    let home = try TemporaryHome()
    let feed = home.url.appending(path: "feed.rss")
    try Self.feed.write(to: feed, atomically: true, encoding: .utf8)
    #expect(try home.feeder("import", feed.path).status == 0)
    let first = try home.feeder(
      "--keys",
      "j<Enter>jjnHalf a thou<Left>",
      "--size",
      "100x30",
      "--kill"
    )
    #expect(first.status == SIGKILL && first.output.contains("Half a thou"))
    #expect(first.output.contains("line 1, column 11"))
    let second = try home.feeder("--keys", "", "--size", "100x30")
    #expect(second.status == 0)
    #expect(second.output == first.output)
    let narrow = try home.feeder("--keys", "", "--size", "60x24", "--kill")
    #expect(narrow.output.contains("Half a thou"))
    #expect(try home.feeder("--keys", "", "--size", "100x30").output == first.output)
  }

  @Test("Without a terminal and without keys it says how to use it.")
  func usage() throws {
    let home = try TemporaryHome()
    let run = try home.feeder()
    #expect(run.status == 2 && run.output.isEmpty)
    #expect(run.errors.contains("--keys KEYS"))
  }

  @Test(
    "Arguments that make no sense get one line that says why.",
    arguments: [
      ["--size", "big"], ["--keys"], ["--rounds", "many", "demo"], ["read"], ["--colour"],
      ["import"],
      ["--keys", "<Nokey>"],
    ]
  )
  func arguments(_ arguments: [String]) throws {
    let home = try TemporaryHome()
    let run = try home.feeder(arguments)
    #expect(run.status == 2)
    #expect(!run.errors.isEmpty)
  }

  @Test("A file that is no feed gets its line, and nothing that is there is lost.")
  func damage() throws {
    let home = try TemporaryHome()
    let file = home.url.appending(path: "feed.rss")
    try Self.feed.write(to: file, atomically: true, encoding: .utf8)
    #expect(try home.feeder("import", file.path).status == 0)
    let screen = try home.feeder("--keys", "", "--size", "100x30").output
    try String(Self.feed.prefix(500)).write(to: file, atomically: true, encoding: .utf8)
    let run = try home.feeder("import", file.path)
    #expect(run.status == 1)
    #expect(run.errors.split(separator: "\n").count == 1 && run.errors.contains("feed.rss"))
    #expect(try home.feeder("--keys", "", "--size", "100x30").output == screen)
  }

  @Test("The demo holds, with unwinds and without.", arguments: [[], ["--unwinds"]])
  func demo(_ options: [String]) throws {
    let home = try TemporaryHome()
    let run = try home.feeder(["demo", "--rounds", "6", "--seed", "1"] + options)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
  }

  @Test("The folders follow the XDG specification, and --home.")
  func folders() {
    let home = Folders(home: URL(filePath: "/h"), environment: ["XDG_DATA_HOME": "/d"])
    #expect(home.library.path == "/h/library.sqlite" && home.state.path == "/h/state")
    let xdg = Folders(home: nil, environment: ["XDG_DATA_HOME": "/d", "XDG_STATE_HOME": "/s"])
    #expect(xdg.library.path == "/d/feeder/library.sqlite" && xdg.state.path == "/s/feeder/state")
    let standard = Folders(home: nil, environment: ["HOME": "/me", "XDG_DATA_HOME": "relative"])
    #expect(standard.library.path == "/me/.local/share/feeder/library.sqlite")
    #expect(standard.state.path == "/me/.local/state/feeder/state")
  }

  private static var feed: String {
    var random = SeededGenerator(seed: 7)
    var feed = DemoFeed()
    return feed.nextFile(articles: 12, &random)
  }
}
