import Foundation

/// What the program was started with.
struct Options {
  enum Command: Equatable {
    case read
    case importFiles([String])
    case demo
  }

  var command = Command.read
  var home: URL?
  var keys: String?
  var size: Size?
  var dies = false
  var rounds = 10

  /// Whether the demo unwinds often.
  var unwinds = false
  var seed = UInt64.random(in: 0...UInt64(UInt32.max))

  /// Whether the demo runs it: keys come as lines, and what is saved is reported.
  var reports = false

  static let usage = """
    feeder                      Reads feeds in this terminal. Started again, it stands where it stood.
    feeder import FILE…         Takes in RSS, Atom, JSON Feed and OPML files.
    feeder --keys KEYS [--size 100x30] [--kill]
                                Plays keys without a terminal, prints the last screen, and with
                                --kill ends itself by SIGKILL. KEYS is text such as
                                'jj<Enter>n a note<Esc>'; <lt> is the character '<'.
    feeder demo [--unwinds] [--rounds 10] [--seed N]
                                Kills itself in the middle of things, and checks what comes back.
                                With --unwinds it goes back by name often, before and after.

    --home DIR                  Keeps everything in DIR, and not in XDG_DATA_HOME/feeder (articles)
                                and XDG_STATE_HOME/feeder (where you stand).
    """

  /// Reads the arguments; throws a line that says what is wrong with them.
  init(_ arguments: [String]) throws {
    var words: [String] = []
    var rest = arguments[...]
    while let word = rest.popFirst() {
      switch word {
      case "--home": home = URL(filePath: try Self.value(of: word, &rest))
      case "--keys": keys = try Self.value(of: word, &rest)
      case "--size": size = try Self.size(try Self.value(of: word, &rest))
      case "--kill": dies = true
      case "--rounds": rounds = try Self.number(word, &rest)
      case "--seed": seed = try Self.number(word, &rest)
      case "--report": reports = true
      case "--unwinds": unwinds = true
      case "--help", "-h": throw UsageError(Self.usage)
      default:
        guard !word.hasPrefix("--") else {
          throw UsageError("There is no option \(word); feeder --help lists those there are.")
        }
        words.append(word)
      }
    }
    command = try Self.command(words)
  }

  private static func command(_ words: [String]) throws -> Command {
    switch words.first {
    case nil: return .read
    case "import" where words.count > 1: return .importFiles(Array(words.dropFirst()))
    case "import": throw UsageError("Import what? feeder import FILE…")
    case "demo" where words.count == 1: return .demo
    case let word?: throw UsageError("There is no command '\(word)'.\n\n\(usage)")
    }
  }

  private static func value(of option: String, _ rest: inout ArraySlice<String>) throws -> String {
    guard let value = rest.popFirst() else { throw UsageError("\(option) needs a value.") }
    return value
  }

  private static func size(_ text: String) throws -> Size {
    guard let size = Size(text) else {
      throw UsageError("--size takes a width and a height, such as 100x30, and not '\(text)'.")
    }
    return size
  }

  private static func number<Number: FixedWidthInteger>(
    _ option: String,
    _ rest: inout ArraySlice<String>
  ) throws -> Number {
    let text = try value(of: option, &rest)
    guard let number = Number(text), number >= 0 else {
      throw UsageError("\(option) needs a whole number, and not '\(text)'.")
    }
    return number
  }
}
