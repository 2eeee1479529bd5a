import Foundation

/// Addresses as they stand in feeds.
enum WebAddress {
  /// Makes an address absolute, if it is not and there is a base; else it stays as it is.
  static func resolve(_ address: String, base: String?) -> String {
    let clean = String(
      String.UnicodeScalarView(address.unicodeScalars.filter { !$0.isHidden && $0 != "\n" })
    ).trimmingSpace
    guard !isAbsolute(clean), let base, let baseURL = URL(string: base), !clean.isEmpty else {
      return clean
    }
    return URL(string: clean, relativeTo: baseURL)?.absoluteString ?? clean
  }

  /// Whether an address begins with a scheme.
  static func isAbsolute(_ address: String) -> Bool {
    var length = 0
    for byte in address.utf8 {
      let isLetter = 97...122 ~= byte | 0x20
      let isOther = 48...57 ~= byte || byte == 0x2B || byte == 0x2D || byte == 0x2E
      guard isLetter || isOther && length > 0 else { return byte == 0x3A && length > 0 }
      length += 1
    }
    return false
  }
}
