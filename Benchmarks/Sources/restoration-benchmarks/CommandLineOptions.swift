/// What the program was told to do.
struct CommandLineOptions {
  /// The rows to be measured, by their names; empty for all.
  var only: [String] = []

  /// Whether to print one JSON object a line in place of the table.
  var isJSON = false

  /// Whether to print the names of all rows and nothing else.
  var isList = false

  /// Whether a ratio above its bar makes the program fail.
  var isCheck = false

  /// The folder for files, if not the one beside the executable.
  var folder: String?

  /// Reads the arguments that stand behind the program's name.
  ///
  /// - Throws: `BenchmarkError` if one of them is not known.
  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--json": isJSON = true
      case "--list": isList = true
      case "--check": isCheck = true
      case "--only":
        guard let name = rest.popFirst(), Benchmark.all.contains(where: { $0.name == name }) else {
          throw BenchmarkError("--only needs the name of a row; --list names them.")
        }
        only.append(name)
      case "--folder":
        guard let path = rest.popFirst() else { throw BenchmarkError("--folder needs a path.") }
        folder = path
      default:
        throw BenchmarkError("'\(argument)' is not known. \(Self.usage)")
      }
    }
  }

  static let usage =
    "Usage: restoration-benchmarks [--json] [--list] [--check] [--only NAME]… [--folder PATH]"
}
