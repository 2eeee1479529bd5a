/// The precautions of the format, which a test takes out one by one to see that each is needed.
///
/// Nothing else changes them.
package struct FormatChecks: Hashable, Sendable {
  /// Whether each file has a random salt.
  package var salts = true

  /// Whether a batch, and a segment, must name the checksum of what comes before it.
  package var chains = true

  /// Whether a segment ends where the one that follows it says.
  package var ends = true

  /// Whether, of several segments that follow, the one counts that was begun last.
  package var order = true

  /// Whether a file must hold the number that is in its name.
  package var names = true
}

extension RestorationLimits {
  /// A salt for a new file.
  package func salt() -> UInt64 {
    checks.salts ? .random(in: .min ... .max) : 0
  }
}
