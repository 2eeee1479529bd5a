import Foundation

/// What the program was started with.
struct Options {
  var isDemo = false
  var folder = URL(filePath: ".")
  var stateFolder = URL(filePath: ".")
  var reports = false
  var unwinds = false
  var width = 100
  var height = 24
  var rounds = 5
  var seed = UInt64.random(in: 0...UInt64(UInt32.max))

  static let usage = """
    quickstart FOLDER [--size 100x24] [--state FOLDER]
        Reads the text files of a folder. Started again, it stands where it stood.
    quickstart demo [FOLDER] [--rounds 5] [--seed N] [--unwinds]
        Kills itself in the middle of things, and shows what comes back. With --unwinds it goes
        back by unwinding, before and after, and checks where each unwind would end.
    """

  /// Reads the arguments; throws a line that says what is wrong with them.
  init(_ arguments: [String]) throws {
    var words: [String] = []
    var rest = arguments[...]
    while let word = rest.popFirst() {
      switch word {
      case "--size": try setSize(try Self.value(of: word, &rest))
      case "--state": stateFolder = URL(filePath: try Self.value(of: word, &rest))
      case "--rounds": rounds = try Self.number(word, &rest)
      case "--seed": seed = try Self.number(word, &rest)
      case "--report": reports = true
      case "--unwinds": unwinds = true
      default: words.append(word)
      }
    }
    isDemo = words.first == "demo"
    if isDemo { words.removeFirst() }
    guard words.count == 1 || (isDemo && words.isEmpty) else { throw OptionError(Self.usage) }
    folder = URL(filePath: words.first ?? Self.ownSources.path)
    guard TextFolder(root: folder).isFolder("") else {
      throw OptionError("There is no folder \(folder.path).")
    }
    if !arguments.contains("--state") { stateFolder = Self.defaultStateFolder(for: folder) }
  }

  private mutating func setSize(_ text: String) throws {
    let numbers = text.split(separator: "x").compactMap { Int($0) }
    guard numbers.count == 2, numbers.allSatisfy({ $0 > 9 }) else {
      throw OptionError("--size takes a width and a height, such as 100x24.")
    }
    (width, height) = (numbers[0], numbers[1])
  }

  private static func value(of option: String, _ rest: inout ArraySlice<String>) throws -> String {
    guard let value = rest.popFirst() else { throw OptionError("\(option) needs a value.") }
    return value
  }

  private static func number<Number: FixedWidthInteger>(
    _ option: String,
    _ rest: inout ArraySlice<String>
  ) throws -> Number {
    guard let number = Number(try value(of: option, &rest)) else {
      throw OptionError("\(option) needs a whole number.")
    }
    return number
  }

  /// The sources of the package itself, for a demo on real files.
  private static var ownSources: URL {
    var url = URL(filePath: #filePath)
    for _ in 0..<5 { url.deleteLastPathComponent() }
    return url.appending(path: "Sources")
  }

  /// A folder for the state of each folder that is read.
  private static func defaultStateFolder(for folder: URL) -> URL {
    let home =
      ProcessInfo.processInfo.environment["XDG_STATE_HOME"].map { URL(filePath: $0) }
      ?? FileManager.default.homeDirectoryForCurrentUser.appending(path: ".local/state")
    let name = folder.standardizedFileURL.path.replacing("/", with: "-")
    return home.appending(path: "restoration-quickstart/\(name)")
  }
}

/// A line that says what is wrong with the arguments.
struct OptionError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
