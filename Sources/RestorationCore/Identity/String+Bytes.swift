extension String {
  /// Whether two strings have the same UTF-8 bytes.
  ///
  /// `==` takes strings for equal that differ in normalisation; identifiers must not be taken so.
  @inline(__always)
  package func hasSameBytes(as other: String) -> Bool {
    // As a rule both are short, or the same literal, and kept as the same bits. Swift has this as
    // `isTriviallyIdentical(to:)` from 6.4 on.
    _isIdentical(to: other) || compareBytes(with: other)
  }

  @inline(never)
  private func compareBytes(with other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    var (text, other) = (self, other)
    return text.withUTF8 { bytes in
      other.withUTF8 { others in
        RawBytes.isSame(UnsafeRawBufferPointer(bytes), UnsafeRawBufferPointer(others))
      }
    }
  }

  /// Whether the string is shorter than another one, or as long and its UTF-8 bytes come first.
  func comesBefore(_ other: String) -> Bool {
    let (count, otherCount) = (utf8.count, other.utf8.count)
    guard count == otherCount else { return count < otherCount }
    var (text, other) = (self, other)
    return text.withUTF8 { bytes in
      other.withUTF8 { others in
        RawBytes.order(UnsafeRawBufferPointer(bytes), UnsafeRawBufferPointer(others)) < 0
      }
    }
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
