import RestorationCore

/// A file of a store as it lies there: its items, and what lies between them.
struct RawFile {
  /// A part of a file.
  enum Part {
    case item(RawItem)
    case other(ArraySlice<UInt8>)
  }

  let parts: [Part]

  init(_ bytes: [UInt8]) {
    var parts: [Part] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      if let (item, end) = RawItem.first(in: rest) {
        parts.append(.item(item))
        rest = rest[end...]
      } else {
        let next = rest.indices.dropFirst().first { rest[$0...].starts(with: ArchiveFormat.mark) }
        let end = next ?? rest.endIndex
        parts.append(.other(rest[..<end]))
        rest = rest[end...]
      }
    }
    self.parts = parts
  }

  /// The items alone.
  var items: [RawItem] {
    parts.compactMap { part in
      if case .item(let item) = part { item } else { nil }
    }
  }
}

/// An item without its checksum, whether or not that was right.
struct RawItem {
  /// Its kind, or `nil` if that is no number.
  let kind: UInt64?

  /// The bytes from its tag up to its body.
  let head: ArraySlice<UInt8>

  /// The bytes of its body.
  var body: ArraySlice<UInt8>

  /// How many bytes the item has with its checksum.
  var count: Int { head.count + body.count + 5 }

  /// The checksum that it should have.
  func checksum(salt: UInt64) -> [UInt8] {
    CRC32C.bytes(of: [head, body], after: CRC32C(salt: salt))
  }

  /// Its body as a value.
  var value: StateValue? {
    do {
      return try StateValue(decoding: Array(body))
    } catch {
      return nil  // There is nothing to repair in it then.
    }
  }

  /// The item at the beginning of some bytes, and where it ends.
  fileprivate static func first(in bytes: ArraySlice<UInt8>) -> (RawItem, Int)? {
    guard bytes.starts(with: ArchiveFormat.mark) else { return nil }
    var reader = CBORReader(bytes)
    do {
      try reader.readTag(ArchiveFormat.tag)
      guard try reader.readArrayHeader() == 6 else { return nil }
      let kind = try reader.peekKind() == .unsigned ? try reader.readUnsigned() : nil
      if kind == nil { try reader.skipItem() }
      for _ in 0..<3 { try reader.skipItem() }
      let body = try reader.skipItem()
      guard try reader.readBytes().count == 4 else { return nil }
      let item = RawItem(
        kind: kind,
        head: bytes[..<body.lowerBound],
        body: bytes[body]
      )
      return (item, reader.position)
    } catch {
      return nil  // It only looks like one.
    }
  }
}

extension CRC32C {
  /// The four bytes of the checksum of some bytes.
  static func bytes(of parts: [ArraySlice<UInt8>], after seed: CRC32C) -> [UInt8] {
    var checksum = seed
    for part in parts { part.withUnsafeBytes { checksum.update($0) } }
    return withUnsafeBytes(of: checksum.value.bigEndian) { Array($0) }
  }
}
