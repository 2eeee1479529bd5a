public import Foundation

extension Data: StateRepresentable {
  /// Writes the data as a byte string.
  public func writeState(to writer: inout CBORWriter) {
    writer.writeBytes(self)
  }

  /// Reads a byte string.
  public static func readState(from reader: inout CBORReader) throws -> Data {
    Data(try reader.readBytes())
  }
}

extension Date: StateRepresentable {
  /// The tag of a date: the year from whose beginning the seconds are counted.
  private static let tag: UInt64 = 2001

  /// Writes the seconds since the beginning of 2001, which is what a date holds, under tag 2001.
  ///
  /// CBOR's own tag 1 counts from 1970; the sum would lose bits of most dates.
  ///
  /// - Throws: ``CBORError`` if it is nested deeper than the limit.
  public func writeState(to writer: inout CBORWriter) throws {
    try writer.checkDepth()
    writer.writeTag(Self.tag)
    writer.writeDouble(timeIntervalSinceReferenceDate)
  }

  /// Reads a date, bit for bit.
  public static func readState(from reader: inout CBORReader) throws -> Date {
    try reader.readTag(tag)
    return Date(timeIntervalSinceReferenceDate: try reader.readDouble())
  }
}

extension UUID: StateRepresentable {
  /// The tag of a UUID in IANA's registry.
  private static let tag: UInt64 = 37

  /// Writes the sixteen bytes under tag 37.
  ///
  /// - Throws: ``CBORError`` if it is nested deeper than the limit.
  public func writeState(to writer: inout CBORWriter) throws {
    try writer.checkDepth()
    writer.writeTag(Self.tag)
    withUnsafeBytes(of: uuid) { writer.writeBytes($0) }
  }

  /// Reads sixteen bytes under tag 37.
  public static func readState(from reader: inout CBORReader) throws -> UUID {
    try reader.readTag(tag)
    let start = reader.position
    let bytes = try reader.readBytes()
    guard bytes.count == MemoryLayout<uuid_t>.size else {
      throw CBORError(
        .outOfRange,
        at: start,
        "A UUID has 16 bytes, but \(bytes.count) were found."
      )
    }
    var uuid: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    withUnsafeMutableBytes(of: &uuid) { $0.copyBytes(from: bytes) }
    return UUID(uuid: uuid)
  }
}

extension URL: StateRepresentable {
  /// The tag of a URI in RFC 8949, section 3.4.5.3.
  private static let tag: UInt64 = 32

  /// Writes the URL as a text under tag 32; one with a base as an array of itself and the base.
  ///
  /// - Throws: ``CBORError`` if it is longer, or nested deeper, than the limits allow.
  public func writeState(to writer: inout CBORWriter) throws {
    try writer.checkDepth(of: baseURL == nil ? 1 : 2)
    if let baseURL {
      writer.writeArrayHeader(2)
      try Self.write(relativeString, to: &writer)
      try Self.write(baseURL.absoluteString, to: &writer)
    } else {
      try Self.write(relativeString, to: &writer)
    }
  }

  private static func write(_ text: String, to writer: inout CBORWriter) throws {
    writer.writeTag(tag)
    try text.writeState(to: &writer)
  }

  /// Reads a URL, with its base if it had one.
  public static func readState(from reader: inout CBORReader) throws -> URL {
    let start = reader.position
    guard try reader.peekKind() == .array else {
      return try url(readText(from: &reader), relativeTo: nil, at: start)
    }
    guard try reader.readArrayHeader() == 2 else {
      throw CBORError(.unexpectedKind, at: start, "A URL with a base is an array of two.")
    }
    let relative = try readText(from: &reader)
    let base = try url(readText(from: &reader), relativeTo: nil, at: start)
    return try url(relative, relativeTo: base, at: start)
  }

  private static func readText(from reader: inout CBORReader) throws -> String {
    try reader.readTag(tag)
    return try reader.readText()
  }

  private static func url(
    _ text: String,
    relativeTo base: URL?,
    at offset: Int
  ) throws(CBORError) -> URL {
    guard let url = URL(string: text, relativeTo: base) ?? empty(text, relativeTo: base) else {
      throw CBORError(.outOfRange, at: offset, "The text \(text.debugDescription) is no URL.")
    }
    return url
  }

  /// The URL that only components make, of an empty text.
  private static func empty(_ text: String, relativeTo base: URL?) -> URL? {
    guard text.isEmpty else { return nil }
    return URLComponents().url(relativeTo: base)
  }
}
