extension String {
  /// Whether two strings have the same UTF-8 bytes.
  ///
  /// `==` takes strings for equal that differ in normalisation; identifiers must not be taken so.
  package func hasSameBytes(as other: String) -> Bool {
    utf8.elementsEqual(other.utf8)
  }

  /// Feeds the UTF-8 bytes to a hasher, closed by a byte that UTF-8 never has.
  ///
  /// This is the hash that goes with ``hasSameBytes(as:)``; the hash of `String` itself is the same
  /// for strings that differ in normalisation.
  package func hashBytes(into hasher: inout Hasher) {
    let hashed: Void? = utf8.withContiguousStorageIfAvailable {
      hasher.combine(bytes: UnsafeRawBufferPointer($0))
    }
    if hashed == nil {
      Array(utf8).withUnsafeBytes { hasher.combine(bytes: $0) }
    }
    hasher.combine(UInt8.max)
  }
}
