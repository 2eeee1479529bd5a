import Foundation

/// Prints figures as they come, as a table or as JSON.
@MainActor
struct Output {
  let isJSON: Bool
  let machine: String
  let fileSystem: String

  /// Prints what stands above the table.
  func printHead() {
    guard !isJSON else { return }
    print("\(Benchmark.nodes) nodes with 10 values each; medians of interleaved runs;")
    print("ratio is ours divided by the reference, so smaller is better.")
    print()
    print(columns("name", "ours", "reference", "unit", "ratio", "bar"), "against; where")
  }

  /// Prints a line.
  func printLine(of figure: Figure) throws {
    if isJSON {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      let line = JSONLine(figure: figure, machine: machine, fileSystem: fileSystem)
      print(String(decoding: try encoder.encode(line), as: UTF8.self))
    } else {
      print(
        columns(
          figure.name,
          digits(figure.ours),
          digits(figure.reference),
          figure.unit.rawValue,
          digits(figure.ratio),
          figure.bar.map { "\($0)" } ?? "-"
        ),
        "\(figure.referenceName); \(fileSystem), \(machine)"
      )
    }
    fflush(nil)
  }

  private func columns(
    _ name: String,
    _ ours: String,
    _ reference: String,
    _ unit: String,
    _ ratio: String,
    _ bar: String
  ) -> String {
    name.padding(toLength: 32, withPad: " ", startingAt: 0)
      + [ours, reference].map { padded($0, 11) }.joined()
      + " " + unit.padding(toLength: 5, withPad: " ", startingAt: 0)
      + [ratio, bar].map { padded($0, 9) }.joined() + " "
  }

  private func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(1, width - text.count)) + text
  }

  /// A number with four digits that count.
  private func digits(_ number: Double) -> String {
    let whole = number == 0 ? 0 : Int(log10(abs(number)).rounded(.down)) + 1
    return String(format: "%.\(max(0, min(7, 4 - whole)))f", number)
  }
}

/// A figure as one object.
private struct JSONLine: Encodable {
  let figure: Figure
  let machine: String
  let fileSystem: String

  private enum CodingKeys: String, CodingKey {
    case name, ours, reference, referenceName, unit, ratio, bar, fileSystem, machine
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(figure.name, forKey: .name)
    try container.encode(figure.ours, forKey: .ours)
    try container.encode(figure.reference, forKey: .reference)
    try container.encode(figure.referenceName, forKey: .referenceName)
    try container.encode(figure.unit, forKey: .unit)
    try container.encode(figure.ratio, forKey: .ratio)
    // A line that is there for comparison alone says so: its bar is null.
    try container.encode(figure.bar, forKey: .bar)
    try container.encode(fileSystem, forKey: .fileSystem)
    try container.encode(machine, forKey: .machine)
  }
}
