import Foundation

/// Turns the bytes of a feed into text, whatever encoding they are in.
///
/// In this order: a byte order mark, the pattern of zeros that UTF-16 and UTF-32 make, the
/// encoding in the XML declaration, UTF-8, windows-1252. A declaration that is certainly wrong
/// is overruled with a warning; one that cannot be right and leaves no certain reading is an
/// error.
struct TextDecoder {
  /// What errors call the file.
  let file: String

  func decode(_ data: Data) throws(FeedImportError) -> DecodedText {
    let bytes = [UInt8](data)
    guard let wide = WideEncoding(sniffing: bytes) else { return try decodeNarrow(bytes) }
    guard let text = wide.decode(bytes) else {
      throw wrong(wide.name, position: nil)
    }
    return DecodedText(bytes: [UInt8](text.utf8))
  }

  /// Decodes what extends ASCII, so that a declaration can be read.
  private func decodeNarrow(_ all: [UInt8]) throws(FeedImportError) -> DecodedText {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let isMarked = all.starts(with: mark)
    var bytes = isMarked ? [UInt8](all.dropFirst(3)) : all
    let declared = declaredEncoding(in: bytes)
    let invalid = ByteText.firstInvalidUTF8(in: bytes)
    let isUTF8 = declared.map { EncodingName.encodings(for: $0) == [.utf8] } ?? true
    // The text is cut within its last character: whoever reads on will say so.
    if let invalid, invalid.isAtEnd, isUTF8, bytes.count > 3 {
      bytes.removeSubrange(invalid.offset...)
      return DecodedText(bytes: bytes)
    }
    guard let declared, !isMarked, !isUTF8 else {
      return try decodeUTF8(bytes, invalid: invalid?.offset, declared: declared, isMarked: isMarked)
    }
    if invalid == nil, let certain = overruled(declared, bytes) { return certain }
    return try decode(bytes, as: declared, invalid: invalid?.offset)
  }

  /// Decodes what is UTF-8 by mark, by declaration, or for want of one.
  private func decodeUTF8(
    _ bytes: [UInt8],
    invalid: Int?,
    declared: String?,
    isMarked: Bool
  ) throws(FeedImportError) -> DecodedText {
    guard let invalid else { return DecodedText(bytes: bytes) }
    let position = ByteText.position(of: invalid, in: bytes)
    guard declared == nil, !isMarked else { throw wrong("UTF-8", position: position) }
    guard let text = decode(bytes, in: EncodingName.encodings(for: "windows-1252") ?? []) else {
      throw wrong("UTF-8", position: position)
    }
    return DecodedText(
      bytes: [UInt8](text.utf8),
      warnings: [
        "\(file): declares no encoding and is not UTF-8 at \(position); read as windows-1252"
      ]
    )
  }

  /// Takes text for UTF-8 though it declares another encoding, if it is so beyond doubt.
  ///
  /// Text of several bytes a character in another encoding is hardly ever valid UTF-8.
  private func overruled(_ declared: String, _ bytes: [UInt8]) -> DecodedText? {
    guard bytes.contains(where: { $0 >= 0x80 }) else {
      // Escapes of ISO-2022-JP are ASCII; all else is the same in either encoding.
      return bytes.contains(0x1B) ? nil : DecodedText(bytes: bytes)
    }
    return DecodedText(
      bytes: bytes,
      warnings: [
        "\(file): declares the encoding \(printable(declared)) but is UTF-8; read as UTF-8"
      ]
    )
  }

  private func decode(
    _ bytes: [UInt8],
    as declared: String,
    invalid: Int?
  ) throws(FeedImportError) -> DecodedText {
    guard let encodings = EncodingName.encodings(for: declared) else {
      throw FeedImportError(
        .unknownEncoding,
        file: file,
        position: SourcePosition(line: 1, column: 1),
        problem: "declares the encoding \(printable(declared)), which is not known here",
        remedy: "save it as UTF-8"
      )
    }
    guard let text = decode(bytes, in: encodings) else {
      let line = firstUndecodableLine(bytes, encodings)
      throw wrong(declared, position: line.map { SourcePosition(line: $0, column: 1) })
    }
    return DecodedText(bytes: [UInt8](text.utf8))
  }

  private func decode(_ bytes: some Collection<UInt8>, in encodings: [String.Encoding]) -> String? {
    let data = Data(bytes)
    for encoding in encodings {
      if encoding == .japaneseEUC { return EUCJapanese.decode(bytes) }
      if let text = String(data: data, encoding: encoding) { return text }
    }
    return nil
  }

  private func firstUndecodableLine(_ bytes: [UInt8], _ encodings: [String.Encoding]) -> Int? {
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    return lines.firstIndex { decode($0, in: encodings) == nil }.map { $0 + 1 }
  }

  /// Reads the name out of `<?xml … encoding="…"?>`.
  private func declaredEncoding(in bytes: [UInt8]) -> String? {
    let head = String(decoding: bytes.prefix(512), as: UTF8.self)
    let pattern = /^\s*<\?xml[^>]*?encoding\s*=\s*["']\s*([^"'>\s]+)/
    return head.prefixMatch(of: pattern).map { String($0.1) }
  }

  private func wrong(_ encoding: String, position: SourcePosition?) -> FeedImportError {
    FeedImportError(
      .wrongEncoding,
      file: file,
      position: position,
      problem: "is not in the encoding \(printable(encoding)), as it claims to be",
      remedy: "correct the encoding in its first line, or save it as UTF-8"
    )
  }
}
