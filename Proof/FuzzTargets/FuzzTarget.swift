/// A reader that is fed with bytes of every kind, and what has to hold whatever they are.
///
/// `Scripts/fuzz` searches for bytes that break it; `FuzzCorpusTests` replays the most telling bytes
/// that were ever found.
package struct FuzzTarget: Sendable {
  /// The name by which `Scripts/fuzz` and the corpus know it.
  package let name: String

  /// Sound inputs to begin with.
  package let seeds: @MainActor @Sendable () throws -> [[UInt8]]

  /// Reads bytes, and throws a ``Finding`` if what has to hold does not.
  package let check: @MainActor @Sendable ([UInt8]) throws -> Void
}

extension FuzzTarget {
  /// All readers.
  package static let all: [FuzzTarget] = [
    .values, .foreignValues, .codables, .paths, .patterns, .records, .archives, .repairedArchives,
    .folders, .guards,
  ]

  /// The reader of a name.
  package static func named(_ name: String) -> FuzzTarget? {
    all.first { $0.name == name }
  }
}

/// Says in one line what did not hold.
package struct Finding: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// Throws a finding unless a condition holds.
func require(_ condition: Bool, _ description: @autoclosure () -> String) throws(Finding) {
  guard condition else { throw Finding(description()) }
}
