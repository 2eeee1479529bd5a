import RestorationCore

extension StateArchive {
  /// The record of the first node with an identifier.
  func record(_ identifier: String) -> NodeRecord? {
    records.values.sorted { $0.number < $1.number }.first { $0.identifier == identifier }
  }

  /// The number of the first node with an identifier.
  func number(_ identifier: String) -> NodeNumber? {
    record(identifier)?.number
  }
}

extension RestorationReport {
  /// The reasons of all diagnostics, in order.
  var reasons: [RestorationDiagnostic.Reason] { diagnostics.map(\.reason) }
}

extension SaveReport {
  /// The reasons of all diagnostics, in order.
  var reasons: [RestorationDiagnostic.Reason] { diagnostics.map(\.reason) }
}

/// An error that a test throws.
struct Mishap: Error, CustomStringConvertible {
  var description: String { "a mishap" }
}
