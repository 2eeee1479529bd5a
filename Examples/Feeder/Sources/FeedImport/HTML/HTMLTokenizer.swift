/// Splits HTML into tags and text, whatever state it is in.
///
/// Comments, declarations and the content of scripts and styles are left out. A `<` that begins
/// no tag is text.
///
/// - Complexity: O(*n*) in the length of the HTML for all tokens together.
struct HTMLTokenizer: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  private var index = 0

  /// The element whose content is no markup, which only its closing tag ends.
  private var rawElement: String?

  init(_ html: String) { bytes = [UInt8](html.utf8) }

  mutating func next() -> HTMLToken? {
    while index < bytes.count {
      if let name = rawElement {
        rawElement = nil
        skipContent(of: name)
        continue
      }
      guard bytes[index] == UInt8(ascii: "<") else { return takeText() }
      if skipDeclaration() { continue }
      if let tag = takeTag() { return tag }
      return takeText()
    }
    return nil
  }
}

extension HTMLTokenizer {
  /// Takes at least one byte as text, up to what begins a tag.
  private mutating func takeText() -> HTMLToken {
    let start = index
    index += 1
    while index < bytes.count, bytes[index] != UInt8(ascii: "<") { index += 1 }
    return .text(Self.decodeEntities(bytes[start..<index]))
  }

  /// Skips `<!-- … -->`, `<!…>` and `<?…>`; a CDATA section leaves its content to be read.
  private mutating func skipDeclaration() -> Bool {
    let rest = bytes[index...]
    if rest.starts(with: "<!--".utf8) {
      index = find("-->", from: index + 4) ?? bytes.count
    } else if rest.starts(with: "<![CDATA[".utf8) {
      index += 9
    } else if rest.starts(with: "<!".utf8) || rest.starts(with: "<?".utf8) {
      index = find(">", from: index + 2) ?? bytes.count
    } else {
      return false
    }
    return true
  }

  /// Finds the end of a piece of text.
  private func find(_ text: String, from start: Int) -> Int? {
    let pattern = Array(text.utf8)
    guard start < bytes.count else { return nil }
    var place = start
    while let found = bytes[place...].firstIndex(of: pattern[0]) {
      if bytes[found...].starts(with: pattern) { return found + pattern.count }
      place = found + 1
    }
    return nil
  }

  private mutating func skipContent(of name: String) {
    let ending = Array("</\(name)".utf8)
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "<"),
        bytes[index...].prefix(ending.count).map(Self.lowercase) == ending
      {
        return
      }
      index += 1
    }
  }

  private static func lowercase(_ byte: UInt8) -> UInt8 {
    65...90 ~= byte ? byte | 0x20 : byte
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || 9...13 ~= byte }
}

extension HTMLTokenizer {
  private static let rawElements: Set<String> = ["script", "style", "template", "svg", "math"]

  /// Takes a tag; nil, and nothing taken, if this begins none.
  private mutating func takeTag() -> HTMLToken? {
    var place = index + 1
    let isClosing = place < bytes.count && bytes[place] == UInt8(ascii: "/")
    if isClosing { place += 1 }
    guard place < bytes.count, 97...122 ~= Self.lowercase(bytes[place]) else { return nil }
    let nameEnd = bytes[place...].firstIndex { Self.isSpace($0) || $0 == 0x2F || $0 == 0x3E }
    // A tag that the text ends in is no text.
    let name = String(
      decoding: bytes[place..<(nameEnd ?? bytes.count)].map(Self.lowercase),
      as: UTF8.self
    )
    let local = name.split(separator: ":").last.map(String.init) ?? name
    index = nameEnd ?? bytes.count
    let (attributes, isEmpty) = takeAttributes()
    guard !isClosing else { return .close(name: local) }
    if Self.rawElements.contains(local), !isEmpty { rawElement = local }
    return .open(name: local, attributes: attributes)
  }

  /// Takes all up to the `>` of the tag, and whether a `/` is before it.
  private mutating func takeAttributes() -> ([String: String], isEmpty: Bool) {
    var attributes: [String: String] = [:]
    var isEmpty = false
    while index < bytes.count, bytes[index] != UInt8(ascii: ">") {
      isEmpty = bytes[index] == UInt8(ascii: "/")
      if isEmpty || Self.isSpace(bytes[index]) {
        index += 1
        continue
      }
      let (name, value) = takeAttribute()
      if attributes[name] == nil { attributes[name] = value }
    }
    index = Swift.min(index + 1, bytes.count)
    return (attributes, isEmpty)
  }

  private mutating func takeAttribute() -> (name: String, value: String) {
    let start = index
    index += 1
    while index < bytes.count, !Self.isSpace(bytes[index]),
      ![0x2F, 0x3D, 0x3E].contains(bytes[index])
    {
      index += 1
    }
    let name = String(decoding: bytes[start..<index].map(Self.lowercase), as: UTF8.self)
    let after = bytes[index...].firstIndex { !Self.isSpace($0) } ?? bytes.count
    guard after < bytes.count, bytes[after] == UInt8(ascii: "=") else { return (name, "") }
    index = bytes[(after + 1)...].firstIndex { !Self.isSpace($0) } ?? bytes.count
    return (name, takeValue())
  }

  private mutating func takeValue() -> String {
    guard index < bytes.count else { return "" }
    let quote = bytes[index]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      let start = index
      while index < bytes.count, !Self.isSpace(bytes[index]), bytes[index] != 0x3E { index += 1 }
      return Self.decodeEntities(bytes[start..<index])
    }
    let start = index + 1
    let end = bytes[start...].firstIndex(of: quote) ?? bytes.count
    index = Swift.min(end + 1, bytes.count)
    return Self.decodeEntities(bytes[start..<end])
  }
}
