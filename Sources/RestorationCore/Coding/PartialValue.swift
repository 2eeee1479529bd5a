/// A value that was read, with what must be known of its bytes.
struct FinishedValue {
  /// The value.
  var value: StateValue

  /// Where it begins; it ends where the reader stands.
  var start: Int

  /// Whether these bytes are the only ones that the value would be written as.
  var isDeterministic: Bool
}

/// An array, a map or a tagged value of which not everything was read yet.
struct PartialValue {
  private let head: CBORHead
  private let count: Int?
  private var items: [StateValue] = []
  private var keys: [ArraySlice<UInt8>] = []
  private var isDeterministic: Bool

  /// Begins with nothing read but the head.
  ///
  /// The count of items to come is `nil` if an end marker follows them.
  init(head: CBORHead, count: Int?) {
    self.head = head
    self.count = count
    isDeterministic = head.isShortest
  }

  /// Whether everything was read.
  var isComplete: Bool { items.count == count }

  /// Whether an end marker may come now.
  var mayEnd: Bool { count == nil && (head.kind == .array || items.count.isMultiple(of: 2)) }

  /// Adds an item that was read.
  mutating func add(_ item: FinishedValue, in reader: CBORReader) throws(CBORError) {
    if head.kind == .map, items.count.isMultiple(of: 2) {
      keys.append(try Self.key(item, in: reader))
    }
    items.append(item.value)
    isDeterministic = isDeterministic && item.isDeterministic
  }

  /// The bytes by which keys are compared: equal for equal keys.
  private static func key(
    _ item: FinishedValue,
    in reader: CBORReader
  ) throws(CBORError) -> ArraySlice<UInt8> {
    if item.isDeterministic { return reader.bytes[item.start..<reader.position] }
    switch item.value {
    case .array, .map, .tagged:
      // Encoding it anew at each level of nesting would take time without bounds.
      throw CBORError(
        .invalidKey,
        at: item.start,
        "A key that holds other values is not in deterministic form."
      )
    default:
      return item.value.encoded()[...]
    }
  }

  /// Makes the value of everything that was read.
  func finished(in reader: CBORReader) throws(CBORError) -> FinishedValue {
    let value: StateValue
    var isDeterministic = isDeterministic
    switch head.kind {
    case .map:
      isDeterministic = try checkKeys() && isDeterministic
      value = .map(
        stride(from: 0, to: items.count, by: 2).map {
          StateValue.Entry(key: items[$0], value: items[$0 + 1])
        }
      )
    case .tag:
      value = .tagged(head.argument, items.first ?? .null)
    default:
      value = .array(items)
    }
    return FinishedValue(value: value, start: head.start, isDeterministic: isDeterministic)
  }

  /// Makes sure that all keys differ, and tells whether they are in order.
  private func checkKeys() throws(CBORError) -> Bool {
    if areAscending(keys) { return true }
    guard areAscending(keys.sorted { $0.lexicographicallyPrecedes($1) }) else {
      throw CBORError(.invalidKey, at: head.start, "A map has the same key twice.")
    }
    return false
  }

  private func areAscending(_ keys: [ArraySlice<UInt8>]) -> Bool {
    zip(keys, keys.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) }
  }
}
