/// Holds the map writer of an encoder at one place in memory.
///
/// A property of a class is checked for overlapping access at each use, which costs more than to
/// write a number.
///
/// Invariants that make do without the check:
/// - `map` and `spare` each point to one initialized writer, allocated and freed here alone.
/// - They are used from one thread at a time: the encoder that has the box is on the main actor, and
///   hands it to nobody.
/// - No code from outside the package runs while `map` is changed. Values that may run such code are
///   written to `spare`, or to a writer of their own while another one is being written there.
final class StateMapBox {
  /// The map of the node that is being encoded.
  let map: UnsafeMutablePointer<StateMapWriter>

  private let spare: UnsafeMutablePointer<CBORWriter>
  private var isSpareInUse = false

  init() {
    map = .allocate(capacity: 1)
    map.initialize(to: StateMapWriter())
    spare = .allocate(capacity: 1)
    spare.initialize(to: CBORWriter())
  }

  deinit {
    map.deinitialize(count: 1)
    map.deallocate()
    spare.deinitialize(count: 1)
    spare.deallocate()
  }

  /// Forgets what was written, and all room if there is more than may be kept.
  func reset(keepingCapacity capacity: Int) {
    map.pointee.reset()
    if map.pointee.capacity > capacity { map.pointee = StateMapWriter() }
    if spare.pointee.buffer.capacity > capacity, !isSpareInUse { spare.pointee = CBORWriter() }
  }

  /// Writes a key with the value that `body` writes within limits; if that throws, nothing is written.
  func write<Failure: Error>(
    _ key: String,
    _ limits: RestorationLimits,
    _ body: (inout CBORWriter) throws(Failure) -> Void
  ) throws(Failure) {
    if isSpareInUse {
      var own = CBORWriter(limits: limits)
      try body(&own)
      map.pointee.write(encoded: own, for: key)
      return
    }
    isSpareInUse = true
    defer { isSpareInUse = false }
    spare.pointee.removeAll()
    spare.pointee.limits = limits
    try body(&spare.pointee)
    map.pointee.write(encoded: spare.pointee, for: key)
  }
}
