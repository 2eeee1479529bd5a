extension StateDecoder {
  /// Reads a reference: the one live object, woken if it was asleep.
  ///
  /// In a factory only nodes that stand before this one in the tree can be found; everywhere else
  /// all can. The state of a container is read for a second time if it asks for a node that is made
  /// after it.
  ///
  /// - Returns: `nil` if the key is absent, null was written, or the target did not come back;
  ///   ``referenceStatus(forKey:)`` tells which.
  /// - Throws: ``StateCodingError`` if the key holds no reference, or the target is not a `Target`.
  public func decodeReference<Target>(
    _ type: Target.Type = Target.self,
    forKey key: ReferenceKey
  ) throws -> Target? {
    guard let number = try referenceNumber(forKey: key) else { return nil }
    return try target(number, forKey: key.name).map { try cast($0, to: type, key: key.name) }
  }

  /// Reads references to several nodes, in order; those that did not come back are left out.
  ///
  /// - Throws: ``StateCodingError`` if the key is absent or a target is not a `Target`.
  public func decodeReferences<Target>(
    _ type: Target.Type = Target.self,
    forKey key: StateKey<[any Restorable]>
  ) throws -> [Target] {
    let numbers = try read(key.name) { reader in
      try (0..<reader.readArrayHeader()).map { _ in try reader.readReference() }
    }
    return try numbers.compactMap { target($0, forKey: key.name) }.map {
      try cast($0, to: type, key: key.name)
    }
  }

  /// Reads references to several nodes by name; those that did not come back are left out.
  ///
  /// - Throws: ``StateCodingError`` if the key is absent or a target is not a `Target`.
  public func decodeReferences<Target>(
    _ type: Target.Type = Target.self,
    forKey key: StateKey<[String: any Restorable]>
  ) throws -> [String: Target] {
    let numbers = try read(key.name) { reader in
      try (0..<reader.readMapHeader()).map { _ in
        (try reader.readText(), try reader.readReference())
      }
    }
    var targets: [String: Target] = [:]
    for (name, number) in numbers {
      guard let object = target(number, forKey: key.name) else { continue }
      targets[name] = try cast(object, to: type, key: key.name)
    }
    return targets
  }

  /// Tells what became of a reference.
  ///
  /// - Throws: ``StateCodingError`` if the key holds no reference.
  public func referenceStatus(forKey key: ReferenceKey) throws -> ReferenceStatus {
    switch try presence(of: key) {
    case .absent: return .absent
    case .null: return .null
    case .value:
      guard let number = try referenceNumber(forKey: key) else { return .null }
      if links?.object(for: number) != nil { return .restored }
      note(askedInVain: number)
      return .notRestored(number)
    }
  }

  private func referenceNumber(forKey key: ReferenceKey) throws -> NodeNumber? {
    guard try presence(of: key) == .value else { return nil }
    return try read(key.name) { try $0.readReference() }
  }

  private func target(_ number: NodeNumber, forKey key: String) -> (any Restorable)? {
    if let object = links?.object(for: number) { return object }
    note(missing: number, forKey: key)
    return nil
  }

  private func cast<Target>(
    _ object: any Restorable,
    to type: Target.Type,
    key: String
  ) throws -> Target {
    if let target = object as? Target { return target }
    throw StateCodingError(
      .invalidValue,
      key: key,
      "\(path): key '\(key)' refers to a \(Swift.type(of: object)) and not to a \(type); ask for "
        + "the type that was encoded."
    )
  }
}

extension CBORReader {
  fileprivate mutating func readReference() throws(CBORError) -> NodeNumber {
    try readTag(StateTag.reference)
    return NodeNumber(try readUnsigned())
  }
}
