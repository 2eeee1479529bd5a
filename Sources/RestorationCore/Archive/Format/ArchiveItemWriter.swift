/// Appends items to a file, each with its checksum.
struct ArchiveItemWriter {
  /// What was written so far.
  private(set) var writer = CBORWriter()

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
    let start = writer.bytes.count
    writer.writeTag(ArchiveFormat.tag)
    writer.writeArrayHeader(6)
    writer.writeUnsigned(kind)
    writer.writeUnsigned(flags)
    writer.writeUnsignedOrNull(scene)
    writer.writeUnsignedOrNull(node)
    body(&writer)
    var checksum = seed
    writer.bytes.withUnsafeBytes { checksum.update(UnsafeRawBufferPointer(rebasing: $0[start...])) }
    withUnsafeBytes(of: checksum.value.bigEndian) {
      writer.writeBytes($0)
      chain.update($0)
    }
    count += 1
    return writer.bytes.count - start
  }
}
