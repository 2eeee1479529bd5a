/// One line of the table: ours beside a reference.
struct Figure {
  /// The row's name, with the reference behind a slash if the row has several.
  var name: String

  /// What was measured of ours.
  var ours: Double

  /// What was measured of the reference.
  var reference: Double

  /// What the reference is.
  var referenceName: String

  /// The unit of both.
  var unit: Unit

  /// The ratio that must not be exceeded; `nil` for a line that is there for comparison alone.
  var bar: Double?

  /// Ours divided by the reference, so smaller is better.
  var ratio: Double { ours / reference }

  /// Whether the ratio is one that must not be.
  var isAboveBar: Bool { bar.map { !(ratio <= $0) } ?? false }

  /// The units that figures have.
  enum Unit: String, Encodable {
    case milliseconds = "ms"
    case microseconds = "µs"
    case bytes
  }
}

extension Figure {
  /// Makes a figure of two times in seconds.
  init(
    _ name: String,
    seconds ours: Double,
    against referenceName: String,
    _ reference: Double,
    in unit: Unit,
    bar: Double?
  ) {
    let scale = unit == .milliseconds ? 1e3 : 1e6
    self.init(
      name: name,
      ours: ours * scale,
      reference: reference * scale,
      referenceName: referenceName,
      unit: unit,
      bar: bar
    )
  }
}
