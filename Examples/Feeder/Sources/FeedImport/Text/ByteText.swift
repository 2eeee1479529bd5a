import Foundation

/// Where things are in text that is still bytes.
enum ByteText {
  /// Tells line and column of an offset in UTF-8 or another encoding that extends ASCII.
  ///
  /// - Complexity: O(*n*) in the offset.
  static func position(of offset: Int, in bytes: some Collection<UInt8>) -> SourcePosition {
    var position = SourcePosition(line: 1, column: 1)
    for byte in bytes.prefix(offset) {
      if byte == 0x0A {
        position.line += 1
        position.column = 1
      } else if byte & 0xC0 != 0x80 {
        position.column += 1
      }
    }
    return position
  }

  /// Finds the first byte that is not UTF-8, and whether the text just ends within a character.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  static func firstInvalidUTF8(in bytes: [UInt8]) -> (offset: Int, isAtEnd: Bool)? {
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    var offset = 0
    while true {
      switch parser.parseScalar(from: &iterator) {
      case .valid(let encoded): offset += encoded.count
      case .error(let length): return (offset, offset + length >= bytes.count && length < 4)
      case .emptyInput: return nil
      }
    }
  }
}
