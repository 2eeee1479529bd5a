/// XML made fit for a strict parser, with the way back to places in the original.
///
/// Entities of HTML become characters, stray ampersands are escaped, what XML forbids is left
/// out, and so are the XML declaration (the text is UTF-8 by now) and the document type: without
/// it there is nothing external to load and no entity to expand.
struct PreparedXML {
  /// The XML as UTF-8.
  private(set) var bytes: [UInt8] = []

  private let original: [UInt8]

  /// Where the result is longer or shorter than the original, by how much from there on.
  private var shifts: [(offset: Int, shift: Int)] = []

  private var index = 0

  /// Prepares XML.
  ///
  /// - Parameters:
  ///   - original: The text as UTF-8.
  ///   - file: What errors call the file.
  /// - Throws: An entity that neither XML nor HTML defines.
  init(_ original: [UInt8], file: String) throws(FeedImportError) {
    self.original = original
    bytes.reserveCapacity(original.count)
    while index < original.count {
      switch original[index] {
      case UInt8(ascii: "<"):
        try checkAttributes(file: file)
        takeMarkup()
      case UInt8(ascii: "&"): try takeReference(file: file)
      default: takeByte()
      }
    }
  }

  /// Tells the place in the original for one that the parser reports.
  func position(line: Int, column: Int) -> SourcePosition {
    var start = 0
    var remaining = line - 1
    while remaining > 0, let feed = bytes[start...].firstIndex(of: 0x0A) {
      start = feed + 1
      remaining -= 1
    }
    let offset = min(start + max(column - 1, 0), bytes.count)
    let shift = shifts.last { $0.offset <= offset }?.shift ?? 0
    return ByteText.position(of: min(max(offset - shift, 0), original.count), in: original)
  }

  /// The place right after the last character.
  var end: SourcePosition { ByteText.position(of: original.count, in: original) }

  /// Whether nothing is closed any more from a place on, so that the text ends within it.
  func endsSoon(afterLine line: Int, column: Int) -> Bool {
    let place = position(line: line, column: column)
    guard place.line >= end.line - 1 else { return false }
    return bytes.last { $0 > 0x20 } != UInt8(ascii: ">")
  }
}

extension PreparedXML {
  /// How many attributes a tag may have: the parser compares each with all others.
  private static let maximumAttributes = 500

  private func checkAttributes(file: String) throws(FeedImportError) {
    // Comments, sections and the like are no tags.
    guard index + 1 < original.count, original[index + 1] != UInt8(ascii: "!") else { return }
    var quote: UInt8?
    var count = 0
    for byte in original[(index + 1)...] {
      // No `<` may be in a tag, also within quotes: so no byte is looked at twice.
      if byte == UInt8(ascii: "<") { return }
      if let open = quote {
        if byte == open { quote = nil }
        continue
      }
      switch byte {
      case UInt8(ascii: ">"): return
      case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
      case UInt8(ascii: "="): count += 1
      default: break
      }
      if count > Self.maximumAttributes { break }
    }
    guard count > Self.maximumAttributes else { return }
    throw FeedImportError(
      .tooComplex,
      file: file,
      position: ByteText.position(of: index, in: original),
      problem: "has more than \(Self.maximumAttributes) attributes in one tag",
      remedy: "check that it is a feed; none is like this"
    )
  }

  private mutating func takeMarkup() {
    if original[index...].starts(with: "<![CDATA[".utf8) {
      take(through: "]]>")
    } else if original[index...].starts(with: "<!--".utf8) {
      take(through: "-->")
    } else if original[index...].starts(with: "<!DOCTYPE".utf8)
      || original[index...].starts(with: "<!doctype".utf8)
    {
      skip(to: endOfDocumentType())
    } else if original[index...].starts(with: "<?xml".utf8), isDeclaration {
      skip(to: end(of: "?>"))
    } else if original[index...].starts(with: "<?".utf8) {
      take(through: "?>")
    } else {
      takeByte()
    }
  }

  private var isDeclaration: Bool {
    index + 5 < original.count && original[index + 5] <= 0x20
  }

  /// Copies a byte, unless it is a character that XML does not allow.
  private mutating func takeByte() {
    let byte = original[index]
    let isForbidden = byte < 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0D
    // U+FFFE and U+FFFF.
    if byte == 0xEF, original[index...].starts(with: [0xEF, 0xBF]), index + 2 < original.count,
      original[index + 2] >= 0xBE
    {
      skip(to: index + 3)
    } else if isForbidden {
      skip(to: index + 1)
    } else {
      bytes.append(byte)
      index += 1
    }
  }

  private mutating func take(through terminator: String) {
    let end = end(of: terminator)
    while index < end { takeByte() }
  }

  /// Leaves out what is up to an offset, but for its line feeds.
  private mutating func skip(to end: Int) {
    bytes.append(contentsOf: original[index..<end].lazy.filter { $0 == 0x0A })
    index = end
    noteShift()
  }

  private mutating func noteShift() {
    shifts.append((bytes.count, bytes.count - index))
  }

  private func end(of terminator: String) -> Int {
    let pattern = Array(terminator.utf8)
    var start = index
    while let found = original[start...].firstIndex(of: pattern[0]) {
      if original[found...].starts(with: pattern) { return found + pattern.count }
      start = found + 1
    }
    return original.count
  }

  /// Finds the end of `<!DOCTYPE …[ … ]>` with its quotations and its subset in brackets.
  private func endOfDocumentType() -> Int {
    var quote: UInt8?
    var depth = 0
    for (offset, byte) in original[index...].enumerated() {
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: "<") || byte == UInt8(ascii: "[") {
        depth += 1
      } else if byte == UInt8(ascii: ">") || byte == UInt8(ascii: "]") {
        depth -= 1
        if depth == 0 { return index + offset + 1 }
      }
    }
    return original.count
  }
}

extension PreparedXML {
  private mutating func takeReference(file: String) throws(FeedImportError) {
    guard let name = referenceName() else {
      bytes.append(contentsOf: "&amp;".utf8)
      index += 1
      return noteShift()
    }
    let end = index + name.utf8.count + 2
    if ["amp", "lt", "gt", "quot", "apos"].contains(name) {
      bytes.append(contentsOf: original[index..<end])
      index = end
      return
    }
    guard let scalar = scalar(for: name) else {
      throw FeedImportError(
        .unknownEntity,
        file: file,
        position: ByteText.position(of: index, in: original),
        problem: "uses the entity &\(name); that neither XML nor HTML defines",
        remedy: "write the character itself, or &amp;\(name); for this very text"
      )
    }
    append(scalar)
    index = end
    noteShift()
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "<": bytes.append(contentsOf: "&lt;".utf8)
    case "&": bytes.append(contentsOf: "&amp;".utf8)
    case ">", "\"", "'", "\n", "\r", "\t":
      // As a number still, so that it neither ends an attribute nor becomes a mere space in it.
      bytes.append(contentsOf: "&#\(scalar.value);".utf8)
    default: bytes.append(contentsOf: String(scalar).utf8)
    }
  }

  /// The name between `&` and `;`; nil if this is no reference but a stray ampersand.
  private func referenceName() -> String? {
    let rest = original[(index + 1)...].prefix(40)
    guard let end = rest.firstIndex(of: UInt8(ascii: ";")) else { return nil }
    let name = rest[..<end]
    guard let first = name.first else { return nil }
    let isNumber = first == UInt8(ascii: "#")
    let isHexadecimal = isNumber && name.dropFirst().first.map { $0 | 0x20 } == 0x78
    let body = name.dropFirst(isHexadecimal ? 2 : isNumber ? 1 : 0)
    let isWhole = body.allSatisfy { byte in
      let isDigit = 48...57 ~= byte
      let isLetter = 97...122 ~= byte | 0x20
      return isDigit || isLetter && !isNumber || isHexadecimal && 97...102 ~= byte | 0x20
    }
    guard isWhole, !body.isEmpty, isNumber || first > 57 else { return nil }
    return String(decoding: name, as: UTF8.self)
  }

  private func scalar(for name: String) -> Unicode.Scalar? {
    guard name.hasPrefix("#") else { return HTMLEntities.scalar(named: name) }
    let digits = name.dropFirst()
    let isHexadecimal = digits.first == "x" || digits.first == "X"
    let number =
      isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits, radix: 10)
    return HTMLEntities.scalar(numbered: number ?? 0)
  }
}
