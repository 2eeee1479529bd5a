/// A keyed archiver, as the toolkit's own state restoration hands one to every controller.
@MainActor
open class Coder {
  /// Makes a coder that keeps nothing.
  public init() {}

  /// Writes a string.
  open func encode(_ string: String?, forKey key: String) {}

  /// Reads a string, or `nil` if there is none.
  open func decodeString(forKey key: String) -> String? { nil }
}
