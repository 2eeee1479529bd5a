internal import Foundation

extension ArchiveHeader {
  /// Writes the header as a map, with entries that this version does not know.
  func write(to writer: inout CBORWriter, unknown: [UInt8]) {
    let unknownCount = CBORReader(unknown).countOfEntries
    writer.writeMapHeader((layoutClass == nil ? 5 : 6) + (unknownCount ?? 0))
    writer.writeUnsigned(0)
    writer.writeText(scene)
    writer.writeUnsigned(1)
    writer.writeDouble(date.timeIntervalSinceReferenceDate)
    writer.writeUnsigned(2)
    writer.writeText(appVersion)
    writer.writeUnsigned(3)
    writer.writeInteger(Int64(schema))
    writer.writeUnsigned(4)
    writer.writeText(system)
    if let layoutClass {
      writer.writeUnsigned(5)
      writer.writeText(layoutClass)
    }
    if unknownCount != nil { writer.writeRaw(unknown) }
  }

  /// A header of which nothing was read yet.
  static var unread: ArchiveHeader { ArchiveHeader(scene: "", date: .distantPast) }

  /// Reads a header, with the entries that are not known.
  static func read(
    from reader: inout CBORReader
  ) throws(CBORError) -> (header: ArchiveHeader, unknown: [UInt8]) {
    var header = unread
    var named = false
    let start = reader.position
    let unknown = try reader.readFields { (key, reader) throws(CBORError) in
      switch key {
      case 0:
        header.scene = try reader.readText()
        named = true
      case 1:
        let seconds = try reader.readDouble()
        if seconds.isFinite { header.date = Date(timeIntervalSinceReferenceDate: seconds) }
      case 2: header.appVersion = try reader.readText()
      case 3: header.schema = try reader.readInteger(as: Int.self)
      case 4: header.system = try reader.readText()
      case 5: header.layoutClass = try reader.readText()
      default: return false
      }
      return true
    }
    guard named else {
      throw CBORError(.malformed, at: start, "The header of a scene does not name the scene.")
    }
    return (header, unknown)
  }
}
