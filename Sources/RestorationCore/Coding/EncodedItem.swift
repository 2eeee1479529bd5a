/// An item that is not written yet.
enum EncodedItem {
  case bytes([UInt8])
  case map(EncodedMap)
  case array(EncodedArray)

  /// What an encoder made that may still be at work.
  case made(ItemEncoder)

  /// What a type that encodes nothing is written as: a map without keys.
  static var empty: EncodedItem { .bytes(NodeRecord.emptyState) }

  /// Writes the item, the keys of maps in order.
  func write(to writer: inout CBORWriter) {
    switch self {
    case .bytes(let bytes): writer.writeRaw(bytes)
    case .map(let map): map.write(to: &writer)
    case .array(let array): array.write(to: &writer)
    case .made(let encoder): (encoder.item ?? .empty).write(to: &writer)
    }
  }
}

/// A map whose entries are being encoded.
final class EncodedMap {
  private struct Entry {
    var key: CodedKey
    var bytes: Range<Int>
    var item: EncodedItem?
  }

  private var entries: [Entry] = []
  private var writer: CBORWriter

  init(limits: RestorationLimits) {
    writer = CBORWriter(limits: limits)
  }

  /// Adds an entry, whose value is what is written, or the item that is returned.
  func add(_ key: CodedKey, _ write: (inout CBORWriter) throws -> EncodedItem?) rethrows {
    let start = writer.count
    let item = try write(&writer)
    entries.append(Entry(key: key, bytes: start..<writer.count, item: item))
  }

  /// The item of a key, if it was encoded as one.
  func item(_ key: CodedKey) -> EncodedItem? {
    entries.last { $0.key == key }?.item
  }

  /// Writes the map; of entries with the same key, the last one counts.
  func write(to output: inout CBORWriter) {
    let order = entries.indices.sorted {
      let (key, other) = (entries[$0].key, entries[$1].key)
      return key == other ? $0 < $1 : key.precedes(other)
    }
    let last = order.indices.filter { index in
      index + 1 == order.count || entries[order[index]].key != entries[order[index + 1]].key
    }
    output.writeMapHeader(last.count)
    for index in last {
      let entry = entries[order[index]]
      entry.key.write(to: &output)
      output.writeRaw(entry.bytes, of: writer)
      entry.item?.write(to: &output)
    }
  }
}

/// An array whose elements are being encoded.
final class EncodedArray {
  /// How many elements there are.
  private(set) var count = 0

  private var writer: CBORWriter

  /// Items that are not written yet, and where they belong among the bytes.
  private var items: [(offset: Int, item: EncodedItem)] = []

  init(limits: RestorationLimits) {
    writer = CBORWriter(limits: limits)
  }

  /// Adds an element, which is what is written, or the item that is returned.
  func add(_ write: (inout CBORWriter) throws -> EncodedItem?) rethrows {
    if let item = try write(&writer) {
      items.append((writer.count, item))
    }
    count += 1
  }

  /// Writes the array.
  func write(to output: inout CBORWriter) {
    output.writeArrayHeader(count)
    var start = 0
    for (offset, item) in items {
      output.writeRaw(start..<offset, of: writer)
      item.write(to: &output)
      start = offset
    }
    output.writeRaw(start..<writer.count, of: writer)
  }
}
