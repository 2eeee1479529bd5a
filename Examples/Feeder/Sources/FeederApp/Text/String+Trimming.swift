import Foundation

extension String {
  /// The text without spaces and line breaks at its ends.
  var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
