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
  public private(set) var context: RestorationContext

  /// What went wrong without an error being thrown.
  package enum Issue {
    case duplicateKey(String)
    case referenceOutsideTree(key: String, target: any Restorable)
  }

  package private(set) var issues: [Issue] = []

  /// The first error of a call that does not throw; the engine treats it as thrown by the node.
  package private(set) var failure: (any Error)?

  private weak var links: (any ReferenceLinks)?
  private var map = StateMapWriter()

  package init(context: RestorationContext, links: (any ReferenceLinks)?) {
    self.context = context
    self.links = links
  }

  /// Whether anything was written since the last reset.
  package var isEmpty: Bool { map.isEmpty }

  /// Makes the encoder ready for the next node.
  package func reset() {
    map.reset()
    issues = []
    failure = nil
  }
}

// MARK: - Writing values

extension StateEncoder {
  /// Writes a value that has a direct path: a scalar, a string, a date, or a collection of them.
  public func encode<Value: StateRepresentable>(_ value: Value, forKey key: StateKey<Value>) {
    do {
      try map.write(key.name) { writer throws in try value.writeState(to: &writer) }
    } catch {
      // Only a limit can be exceeded here.
      fail(with: error)
    }
  }

  /// Writes any other value.
  ///
  /// - Throws: The error that the value's own `encode(to:)` throws. The key is not written then.
  public func encode<Value: Encodable>(_ value: Value, forKey key: StateKey<Value>) throws {
    try map.write(key.name) { writer throws in try writer.encode(value) }
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
    guard let target else { return map.write(key.name) { $0.writeNull() } }
    guard let number = number(of: target, for: key.name) else { return }
    map.write(key.name) { $0.writeReference(number) }
  }

  /// Writes references to several nodes, in order.
  ///
  /// Targets outside the tree are left out, and reported.
  public func encodeReferences(
    _ targets: [any Restorable],
    forKey key: StateKey<[any Restorable]>
  ) {
    let numbers = targets.compactMap { number(of: $0, for: key.name) }
    map.write(key.name) { writer in
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
    map.write(key.name) { writer in
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
  /// The map of all keys, sorted by their encoded bytes; a key written twice has its last value.
  package func finish() -> [UInt8] {
    var duplicates: [String] = []
    let bytes = map.finish(duplicates: &duplicates)
    issues += duplicates.map { .duplicateKey($0) }
    return bytes
  }
}

extension CBORWriter {
  fileprivate mutating func writeReference(_ number: NodeNumber) {
    writeTag(StateTag.reference)
    writeUnsigned(number.rawValue)
  }
}
