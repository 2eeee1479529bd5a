/// A row of the table.
struct Benchmark: Sendable {
  /// The row's name.
  let name: String

  /// The ratio that must not be exceeded.
  let bar: Double

  /// Measures the row; the first line is the one that the bar counts for.
  let run: @MainActor @Sendable (Benchmark, WorkFolder) throws -> [Figure]

  init(
    _ name: String,
    bar: Double,
    _ run: @escaping @MainActor @Sendable (Benchmark, WorkFolder) throws -> [Figure]
  ) {
    self.name = name
    self.bar = bar
    self.run = run
  }

  /// How many nodes there are, unless a row says otherwise.
  static let nodes = 10_000
}
