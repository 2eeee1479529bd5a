/// Appends items to a file, each with its checksum.
struct ArchiveItemWriter: ~Copyable {
  /// What was written so far and not taken.
  private(set) var writer = CBORWriter()

  /// How many bytes were taken.
  private(set) var takenCount = 0

  /// How many items were written.
  private(set) var count: UInt64 = 0

  /// The checksum of all items' checksums, in order.
  private(set) var chain: CRC32C

  private let seed: CRC32C

  /// Begins a file.
  init(salt: UInt64) {
    seed = CRC32C(salt: salt)
    chain = seed
  }

  /// Appends an item and gives its length in bytes.
  @discardableResult
  mutating func append(
    _ kind: UInt64,
    flags: UInt64,
    scene: UInt64? = nil,
    node: UInt64? = nil,
    body: (inout CBORWriter) -> Void
  ) -> Int {
    let start = writer.count
    writer.writeItemHead(kind, flags: flags, scene: scene, node: node)
    body(&writer)
    var checksum = seed
    writer.buffer.withBytes(in: start..<writer.count) { checksum.update($0) }
    withUnsafeBytes(of: checksum.value.bigEndian) {
      writer.writeBytes($0)
      chain.update($0)
    }
    count += 1
    return writer.count - start
  }

  /// Gives what was written so far, and goes on behind it.
  mutating func takeBytes() -> [UInt8] {
    let bytes = writer.bytes()
    takenCount += bytes.count
    writer.removeAll()
    return bytes
  }

  /// Appends an item that was sealed with the same salt.
  mutating func append(encoded item: [UInt8]) {
    writer.writeRaw(item)
    chain.updateWithLast(4, of: item)
    count += 1
  }
}

extension CRC32C {
  fileprivate mutating func updateWithLast(_ count: Int, of bytes: [UInt8]) {
    bytes.withUnsafeBytes { update(UnsafeRawBufferPointer(rebasing: $0.suffix(count))) }
  }
}
