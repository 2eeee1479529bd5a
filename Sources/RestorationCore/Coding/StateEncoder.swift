/// Takes the state of one node, key by key.
///
/// ```swift
/// override func encodeRestorableState(to encoder: StateEncoder) throws {
///   encoder.encode(query, forKey: "query")
///   encoder.encodeReference(player, forKey: "player")
///   encoder.encodeModel(article, forKey: .article)
/// }
/// ```
///
/// Values with a direct path (see ``StateRepresentable``) need no `try`; any other `Encodable` value
/// can fail, and then throws for its own key alone. The encoder is valid only during the call that
/// it is handed to.
@MainActor
public final class StateEncoder {
  /// What the app hands down.
  public internal(set) var context: RestorationContext

  /// What went wrong without an error being thrown.
  package enum Issue {
    case duplicateKey(String)
    case referenceOutsideTree(key: String, target: any Restorable)
  }

  @exclusivity(unchecked)
  package private(set) var issues: [Issue] = []

  /// The first error of a call that does not throw; the engine treats it as thrown by the node.
  @exclusivity(unchecked)
  package private(set) var failure: (any Error)?

  /// What values may measure.
  @exclusivity(unchecked) var limits = RestorationLimits()

  private let links: (any ReferenceLinks)?
  private let box = StateMapBox()

  package init(context: RestorationContext, links: (any ReferenceLinks)?) {
    self.context = context
    self.links = links
  }

  /// Whether anything was written since the last reset.
  package var isEmpty: Bool { box.map.pointee.isEmpty }

  /// Makes the encoder ready for the next node.
  ///
  /// - Parameter capacity: The most bytes of room to keep.
  package func reset(keepingCapacity capacity: Int = .max) {
    box.reset(keepingCapacity: capacity)
    if !issues.isEmpty { issues = [] }
    if failure != nil { failure = nil }
  }
}

// MARK: - Writing values

extension StateEncoder {
  /// Writes an integer.
  public func encode(_ value: Int, forKey key: StateKey<Int>) {
    box.map.pointee.write(value, for: key.name)
  }

  /// Writes a number.
  public func encode(_ value: Double, forKey key: StateKey<Double>) {
    box.map.pointee.write(value, for: key.name)
  }

  /// Writes a truth value.
  public func encode(_ value: Bool, forKey key: StateKey<Bool>) {
    box.map.pointee.write(value, for: key.name)
  }

  /// Writes a string.
  public func encode(_ value: String, forKey key: StateKey<String>) {
    let count = value.utf8.count
    guard count <= limits.stringLength else {
      return fail(with: CBORError.tooLong(count, limits, at: 0))
    }
    box.map.pointee.write(value, for: key.name)
  }

  /// Writes a value that has a direct path: a scalar, a string, a date, or a collection of them.
  public func encode<Value: StateRepresentable>(_ value: Value, forKey key: StateKey<Value>) {
    do {
      try box.write(key.name, limits) { writer throws in try value.writeState(to: &writer) }
    } catch {
      // Only a limit can be exceeded here.
      fail(with: error)
    }
  }

  /// Writes any other value.
  ///
  /// - Throws: The error that the value's own `encode(to:)` throws. The key is not written then.
  public func encode<Value: Encodable>(_ value: Value, forKey key: StateKey<Value>) throws {
    try box.write(key.name, limits) { writer throws in try writer.encode(value) }
  }

  /// Writes the identifier of a model object, or null.
  ///
  /// A temporary identifier is refused: the node then keeps the state that was saved last, and the
  /// report says why.
  public func encodeModel(_ identifier: ModelIdentifier?, forKey key: StateKey<ModelIdentifier>) {
    guard let identifier, identifier.isTemporary else {
      return encode(identifier?.uri, forKey: StateKey(key.name))
    }
    let message = StateCodingError.temporaryModelMessage(identifier.uri)
    fail(with: StateCodingError(.temporaryModel, key: key.name, "Key '\(key.name)': \(message)"))
  }

  private func fail(with error: any Error) {
    if failure == nil { failure = error }
  }
}

// MARK: - Writing references

extension StateEncoder {
  /// Writes a reference to another node, never a copy of it.
  ///
  /// The target must stand in the tree. If it does not, nothing is written, the report says so, and
  /// the node stays marked, so that the reference is written once the target has joined.
  public func encodeReference(_ target: (any Restorable)?, forKey key: ReferenceKey) {
    guard let target else { return box.write(key.name, limits) { $0.writeNull() } }
    guard let number = number(of: target, for: key.name) else { return }
    box.write(key.name, limits) { $0.writeReference(number) }
  }

  /// Writes references to several nodes, in order.
  ///
  /// Targets outside the tree are left out, and reported.
  public func encodeReferences(
    _ targets: [any Restorable],
    forKey key: StateKey<[any Restorable]>
  ) {
    let numbers = targets.compactMap { number(of: $0, for: key.name) }
    box.write(key.name, limits) { writer in
      writer.writeArrayHeader(numbers.count)
      for number in numbers { writer.writeReference(number) }
    }
  }

  /// Writes references to several nodes by name.
  ///
  /// Targets outside the tree are left out, and reported.
  public func encodeReferences(
    _ targets: [String: any Restorable],
    forKey key: StateKey<[String: any Restorable]>
  ) {
    let numbers = targets.compactMapValues { number(of: $0, for: key.name) }
    let sorted = numbers.sorted { $0.key.precedesInState($1.key) }
    box.write(key.name, limits) { writer in
      writer.writeMapHeader(sorted.count)
      for (name, number) in sorted {
        writer.writeText(name)
        writer.writeReference(number)
      }
    }
  }

  private func number(of target: any Restorable, for key: String) -> NodeNumber? {
    if let number = links?.number(of: target) { return number }
    issues.append(.referenceOutsideTree(key: key, target: target))
    return nil
  }
}

// MARK: - Finishing

extension StateEncoder {
  /// Sorts the keys by their encoded bytes; a key written twice has its last value.
  func sort() {
    let duplicates = box.map.pointee.sort()
    if !duplicates.isEmpty { issues += duplicates.map { .duplicateKey($0) } }
  }

  /// How many bytes the map of all keys has, once they were sorted.
  var length: Int { box.map.pointee.length }

  /// Says which limit the map of all keys exceeds, if it exceeds one, once they were sorted.
  func excess(of limits: RestorationLimits) -> String? {
    let count = length
    if count > limits.bytesPerNode {
      return "Its state has \(count) bytes, and the limit is \(limits.bytesPerNode)."
    }
    // Only so many bytes can hold a string that is too long or a value that is too deep.
    guard count > min(limits.stringLength, limits.depth) else { return nil }
    return CBORReader.firstExcess(in: bytes, limits: limits)
  }

  /// Writes the map of all keys, which were sorted.
  func writeMap(to writer: inout CBORWriter) {
    box.map.pointee.write(to: &writer)
  }

  /// The map of all keys, which were sorted.
  var bytes: [UInt8] { box.map.pointee.bytes }

  /// The map of all keys, sorted by their encoded bytes; a key written twice has its last value.
  package func finish() -> [UInt8] {
    sort()
    return bytes
  }
}

extension CBORWriter {
  fileprivate mutating func writeReference(_ number: NodeNumber) {
    writeTag(StateTag.reference)
    writeUnsigned(number.rawValue)
  }
}
