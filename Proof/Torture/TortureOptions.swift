/// What the command line asks for.
struct TortureOptions {
  /// How many children are killed.
  var kills = 100

  /// Where all randomness comes from but the instants at which the system lets the child run.
  var seed: UInt64 = .random(in: 0..<1_000_000)

  /// Whether whole sessions save, and not stores alone.
  var savesSessions = false

  /// Whether saves are to survive a power loss; `nil` for children of both kinds.
  var isDurable: Bool?

  static let usage = """
    Kills a process that saves, at random, again and again, and looks at what is found.

        torture [--kills N] [--seed N] [--sessions] [--durable yes|no]
    """

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let option = rest.popFirst() {
      switch option {
      case "--kills": kills = try Self.number(of: option, rest.popFirst())
      case "--seed": seed = try Self.number(of: option, rest.popFirst())
      case "--sessions": savesSessions = true
      case "--durable": isDurable = try Self.answer(to: option, rest.popFirst())
      default: throw UsageError(message: "There is no option '\(option)'.\n\(Self.usage)")
      }
    }
  }

  private static func answer(to option: String, _ text: String?) throws -> Bool {
    switch text {
    case "yes": return true
    case "no": return false
    default: throw UsageError(message: "\(option) needs yes or no.\n\(usage)")
    }
  }

  private static func number<Number: FixedWidthInteger>(
    of option: String,
    _ text: String?
  ) throws -> Number {
    guard let text, let number = Number(text), number >= 0 else {
      throw UsageError(message: "\(option) needs a number.\n\(usage)")
    }
    return number
  }
}

/// Says what is wrong with the command line.
struct UsageError: Error, CustomStringConvertible {
  let message: String

  var description: String { message }
}
