/// How deep and how numerous the values of a JSON text are, before any memory is spent on them.
struct JSONShape {
  /// How deep values may be nested.
  static let maximumDepth = 200

  /// How many values a text may have.
  static let maximumValues = 1_000_000

  /// Where one of the limits is passed; nil if none is.
  private(set) var excess: (offset: Int, problem: String)?

  /// Looks through a text, which need not be valid.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  init(_ bytes: [UInt8]) {
    var depth = 0
    var values = 1
    var isInString = false
    var isEscaped = false
    for (offset, byte) in bytes.enumerated() {
      if isInString {
        if !isEscaped, byte == UInt8(ascii: "\"") { isInString = false }
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      case UInt8(ascii: ","): values += 1
      default: break
      }
      guard depth <= Self.maximumDepth, values <= Self.maximumValues else {
        let isDeep = depth > Self.maximumDepth
        excess = (
          offset,
          isDeep
            ? "nests values more than \(Self.maximumDepth) deep"
            : "has more than \(Self.maximumValues) values"
        )
        return
      }
    }
  }
}
