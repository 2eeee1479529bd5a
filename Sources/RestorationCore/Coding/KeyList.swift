/// The keys of a map as they are encoded, in their order.
struct KeyList: ~Copyable {
  struct Key: BitwiseCopyable {
    let raw: RawKey

    /// How many bytes the head has, which says how long the key is.
    let headCount: Int

    /// Where its bytes begin among those of all.
    let start: Int
  }

  private var keys = RawList<Key>(capacity: 1 << 5)
  private var bytes = RawList<UInt8>(capacity: 1 << 9)

  /// How many keys there are.
  var count: Int { keys.count }

  /// Adds a key, whose bytes begin with those of its head.
  mutating func append(_ key: UnsafeRawBufferPointer, headCount: Int) {
    keys.append(Key(raw: RawKey(key), headCount: headCount, start: bytes.count))
    for byte in key { bytes.append(byte) }
  }

  /// Forgets all keys.
  mutating func removeAll() {
    keys.removeAll()
    bytes.removeAll()
  }

  /// The key at an index; one that is out of bounds is a programmer error.
  subscript(index: Int) -> Key {
    @inline(__always) get { keys[index] }
  }

  /// The bytes of all keys, for as long as the list is not touched.
  @inline(__always)
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    bytes.withElements { body(UnsafeRawBufferPointer($0)) }
  }
}
