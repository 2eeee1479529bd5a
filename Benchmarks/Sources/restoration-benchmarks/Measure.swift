import Foundation

/// One line of the table: ours beside a reference, in one run.
struct Measure: Codable {
  var name: String
  var ours: Double
  var reference: Double
  var referenceName: String
  var unit: String

  /// Ours divided by the reference, so smaller is better.
  var ratio: Double { ours / reference }

  /// The line as it is printed for a person.
  var line: String {
    let numbers = String(format: "%10.4f %10.4f %8.4f", ours, reference, ratio)
    return name.padding(toLength: 26, withPad: " ", startingAt: 0) + numbers
      + "  \(unit), against \(referenceName)"
  }
}

/// Runs both bodies in turn, and gives the median of each in milliseconds.
///
/// A body prepares what it needs, and returns the work that is timed.
@MainActor
func medians(
  rounds: Int = 15,
  _ ours: () throws -> () throws -> Void,
  _ reference: () throws -> () throws -> Void
) throws -> (ours: Double, reference: Double) {
  var first: [Double] = []
  var second: [Double] = []
  for _ in 0..<rounds {
    first.append(try milliseconds(ours))
    second.append(try milliseconds(reference))
  }
  return (first.sorted()[rounds / 2], second.sorted()[rounds / 2])
}

@MainActor
private func milliseconds(_ body: () throws -> () throws -> Void) throws -> Double {
  let work = try body()
  let start = ContinuousClock.now
  try work()
  return (ContinuousClock.now - start) / .milliseconds(1)
}
