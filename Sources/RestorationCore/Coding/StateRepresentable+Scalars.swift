extension StateRepresentable where Self: FixedWidthInteger {
  /// Writes the number as an integer.
  public func writeState(to writer: inout CBORWriter) {
    if self >= 0 {
      writer.writeUnsigned(UInt64(self))
    } else {
      writer.writeInteger(Int64(self))
    }
  }

  /// Reads the number from an integer that fits.
  public static func readState(from reader: inout CBORReader) throws -> Self {
    try reader.readInteger(as: Self.self)
  }
}

extension Int: StateRepresentable {}
extension Int8: StateRepresentable {}
extension Int16: StateRepresentable {}
extension Int32: StateRepresentable {}
extension Int64: StateRepresentable {}
extension UInt: StateRepresentable {}
extension UInt8: StateRepresentable {}
extension UInt16: StateRepresentable {}
extension UInt32: StateRepresentable {}
extension UInt64: StateRepresentable {}

extension Bool: StateRepresentable {
  /// Writes the truth value.
  public func writeState(to writer: inout CBORWriter) {
    writer.writeBool(self)
  }

  /// Reads a truth value.
  public static func readState(from reader: inout CBORReader) throws -> Bool {
    try reader.readBool()
  }
}

extension Double: StateRepresentable {
  /// Writes the number in the shortest form that keeps every bit.
  public func writeState(to writer: inout CBORWriter) {
    writer.writeDouble(self)
  }

  /// Reads a number of any width, or an integer that a double represents.
  public static func readState(from reader: inout CBORReader) throws -> Double {
    try reader.readDouble()
  }
}

extension Float: StateRepresentable {
  /// Writes the number in the shortest form that keeps every bit.
  public func writeState(to writer: inout CBORWriter) {
    writer.writeFloat(self)
  }

  /// Reads a number, rounded if it was written with more digits.
  public static func readState(from reader: inout CBORReader) throws -> Float {
    try reader.readFloat()
  }
}

extension String: StateRepresentable {
  /// Writes the string as a text, its bytes as they are.
  ///
  /// - Throws: ``CBORError`` if it is longer than the limit.
  public func writeState(to writer: inout CBORWriter) throws {
    let count = utf8.count
    guard count <= writer.limits.stringLength else {
      throw CBORError.tooLong(count, writer.limits, at: writer.count)
    }
    writer.writeText(self)
  }

  /// Reads a text.
  public static func readState(from reader: inout CBORReader) throws -> String {
    try reader.readText()
  }
}
