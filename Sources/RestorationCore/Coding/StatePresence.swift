/// Whether a key is absent, holds null, or holds a value.
public enum StatePresence: Hashable, Sendable {
  /// The node did not write the key.
  case absent
  /// The node wrote null.
  case null
  /// The node wrote a value.
  case value
}
