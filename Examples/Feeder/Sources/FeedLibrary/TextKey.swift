private import Foundation

/// Keys by which texts are compared.
enum TextKey {
  /// A key for sorting: without regard to case, accents and width.
  static func sorting(_ text: String) -> String {
    text.folding(
      options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive],
      locale: nil
    )
  }

  /// A key for addresses: those that lead to the same place have the same.
  ///
  /// Scheme, `www.`, the case of the host, a final slash and a fragment make no difference.
  static func address(_ address: String) -> String {
    var rest = address.trimmingCharacters(in: .whitespacesAndNewlines)[...]
    for prefix in ["feed:", "https:", "http:", "//"] where rest.lowercased().hasPrefix(prefix) {
      rest = rest.dropFirst(prefix.count)
    }
    rest = rest.prefix { $0 != "#" }
    var host = rest.prefix { $0 != "/" && $0 != "?" }.lowercased()
    let path = rest.dropFirst(host.count)
    if host.hasPrefix("www.") { host.removeFirst(4) }
    return host + (path.last == "/" ? path.dropLast() : path)
  }

  /// White space as single spaces, none around.
  static func line(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
