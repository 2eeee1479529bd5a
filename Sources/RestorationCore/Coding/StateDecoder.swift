/// Gives back the state of one node, key by key.
///
/// ```swift
/// override func decodeRestorableState(from decoder: StateDecoder) throws {
///   query = try decoder.decodeIfPresent(forKey: "query") ?? ""
///   player = try decoder.decodeReference(Player.self, forKey: "player")
/// }
/// ```
///
/// Absent, null and value are three different answers, see ``presence(of:)``. A key that cannot be
/// read throws for that key and leaves the others readable.
///
/// A decoder is one node's for as long as somebody holds on to it; one that is let go of is used for
/// the next node.
@MainActor
public final class StateDecoder {
  /// What the app hands down.
  public let context: RestorationContext

  /// Where the node stands.
  ///
  /// - Complexity: O(*n*) in the depth.
  public var path: IdentifierPath { state.pointee.place.path }

  /// The version that the node's class was registered with when it was saved.
  public var classVersion: Int { state.pointee.classVersion }

  /// The children that a container was given just before it reads its own state, holes included;
  /// `nil` everywhere but in ``RestorableContainer/decodeContainerState(from:)``.
  ///
  /// With it a container can tell where a child stood that a reference points to and that is gone.
  public package(set) var restoredChildren: ChildDecoder? {
    get { state.pointee.restoredChildren }
    set { state.pointee.restoredChildren = newValue }
  }

  /// Model objects that were asked for and are gone, for the report of a factory that declines.
  package var deletedModels: [ModelIdentifier] { state.pointee.deletedModels }

  /// References that were read and whose targets are not in the tree, for the report.
  package var missingReferences: [(key: String, number: NodeNumber)] {
    state.pointee.missingReferences
  }

  /// The targets that were asked for, or after, and are not in the tree.
  var numbersAskedInVain: [NodeNumber] { state.pointee.numbersAskedInVain }

  /// What differs from node to node.
  private struct State {
    var place = StatePlace.nowhere
    var classVersion = 0
    var restoredChildren: ChildDecoder?
    var deletedModels: [ModelIdentifier] = []
    var missingReferences: [(key: String, number: NodeNumber)] = []

    /// Those of the missing references, and those whose status was asked for.
    var numbersAskedInVain: [NodeNumber] = []
  }

  // Both lie behind pointers, since each access to a variable of an object is checked by the runtime.
  // The invariants: they are initialized from the initializer to the deinitializer, in which nobody
  // else has the decoder; all other accesses are on the main actor; and none of them lasts while
  // foreign code runs.
  private nonisolated(unsafe) let state: UnsafeMutablePointer<State>
  private nonisolated(unsafe) let map: UnsafeMutablePointer<StateMapIndex>
  let links: (any ReferenceLinks)?
  private let limits: RestorationLimits

  package convenience init(
    state: [UInt8],
    path: IdentifierPath,
    classVersion: Int,
    context: RestorationContext,
    limits: RestorationLimits,
    links: (any ReferenceLinks)?
  ) {
    self.init(context: context, limits: limits, links: links)
    turn(to: state[...], of: .path(path), classVersion: classVersion)
  }

  /// Makes a decoder of nothing, which is still to be turned to a state.
  init(context: RestorationContext, limits: RestorationLimits, links: (any ReferenceLinks)?) {
    self.context = context
    self.limits = limits
    self.links = links
    state = .allocate(capacity: 1)
    state.initialize(to: State())
    map = .allocate(capacity: 1)
    map.initialize(to: StateMapIndex(limits: limits))
  }

  deinit {
    state.deinitialize(count: 1)
    state.deallocate()
    map.deinitialize(count: 1)
    map.deallocate()
  }

  /// Turns the decoder to another state, as if it were new.
  ///
  /// It is inlined, since a call would not take over what it is handed but retain it once more.
  @inline(__always)
  func turn(
    to bytes: consuming ArraySlice<UInt8>,
    of place: consuming StatePlace,
    classVersion: Int
  ) {
    map.pointee.reset(consume bytes)
    state.pointee.place = consume place
    state.pointee.classVersion = classVersion
    if restoredChildren != nil { restoredChildren = nil }
    if !deletedModels.isEmpty { state.pointee.deletedModels = [] }
    if !numbersAskedInVain.isEmpty { forgetReferences() }
  }

  /// Works the path out, for an app that keeps the decoder longer than the scene may live, and which
  /// the decoder must not keep from being freed.
  func keepPath() {
    switch state.pointee.place {
    case .node(let node): state.pointee.place = .path(node.path)
    case .requested(let node): state.pointee.place = .path(node.path)
    case .path, .nowhere: break
    }
  }

  /// Lets go of what says where the node stands.
  func leavePlace() {
    state.pointee.place = .nowhere
  }

  /// Notes that a model object was asked for that is gone.
  func note(deleted model: ModelIdentifier) {
    state.pointee.deletedModels.append(model)
  }

  /// Notes that a reference was read whose target is not in the tree.
  func note(missing number: NodeNumber, forKey key: String) {
    state.pointee.missingReferences.append((key, number))
    note(askedInVain: number)
  }

  /// Notes that somebody asked about a reference whose target is not in the tree.
  func note(askedInVain number: NodeNumber) {
    state.pointee.numbersAskedInVain.append(number)
  }

  private func forgetReferences() {
    state.pointee.missingReferences = []
    state.pointee.numbersAskedInVain = []
  }
}

// MARK: - Reading values

extension StateDecoder {
  /// Reads a value.
  ///
  /// - Throws: ``StateCodingError`` if the key is absent, holds null though `Value` is not optional,
  ///   or cannot be read as a `Value`.
  public func decode<Value: Decodable>(
    _ type: Value.Type = Value.self,
    forKey key: StateKey<Value>
  ) throws -> Value {
    try read(key.name) { reader in try reader.decode(type) }
  }

  /// Reads a value that has a direct path: a scalar, a string, a date, or a collection of them.
  ///
  /// - Throws: ``StateCodingError`` if the key is absent, holds null though `Value` is not optional,
  ///   or cannot be read as a `Value`.
  public func decode<Value: StateRepresentable>(
    _ type: Value.Type = Value.self,
    forKey key: StateKey<Value>
  ) throws -> Value {
    try read(key.name) { reader in try Value.readState(from: &reader) }
  }

  /// Reads an integer.
  ///
  /// - Throws: ``StateCodingError`` if the key is absent, or holds anything else.
  public func decode(_ type: Int.Type = Int.self, forKey key: StateKey<Int>) throws -> Int {
    if let value = plainInteger(key.name) { return value }
    return try read(key.name) { reader in try Int.readState(from: &reader) }
  }

  /// Reads a floating-point number, or an integer that a double represents.
  ///
  /// - Throws: ``StateCodingError`` if the key is absent, or holds anything else.
  public func decode(
    _ type: Double.Type = Double.self,
    forKey key: StateKey<Double>
  ) throws -> Double {
    if let value = plainDouble(key.name) { return value }
    return try read(key.name) { reader in try Double.readState(from: &reader) }
  }

  /// Reads a truth value.
  ///
  /// - Throws: ``StateCodingError`` if the key is absent, or holds anything else.
  public func decode(_ type: Bool.Type = Bool.self, forKey key: StateKey<Bool>) throws -> Bool {
    if let value = plainBool(key.name) { return value }
    return try read(key.name) { reader in try Bool.readState(from: &reader) }
  }

  /// Reads a string.
  ///
  /// - Throws: ``StateCodingError`` if the key is absent, or holds anything else.
  public func decode(
    _ type: String.Type = String.self,
    forKey key: StateKey<String>
  ) throws -> String {
    if let value = plainString(key.name) { return value }
    return try read(key.name) { reader in try String.readState(from: &reader) }
  }

  /// Reads a value that may be absent or null.
  ///
  /// - Returns: `nil` if the key is absent or holds null.
  /// - Throws: ``StateCodingError`` if there is a value that cannot be read as a `Value`.
  public func decodeIfPresent<Value: Decodable>(
    _ type: Value.Type = Value.self,
    forKey key: StateKey<Value>
  ) throws -> Value? {
    guard try presence(of: key) == .value else { return nil }
    return try decode(type, forKey: key)
  }

  /// Reads a value that has a direct path and may be absent or null.
  ///
  /// - Returns: `nil` if the key is absent or holds null.
  /// - Throws: ``StateCodingError`` if there is a value that cannot be read as a `Value`.
  public func decodeIfPresent<Value: StateRepresentable>(
    _ type: Value.Type = Value.self,
    forKey key: StateKey<Value>
  ) throws -> Value? {
    guard try presence(of: key) == .value else { return nil }
    return try read(key.name) { reader in try Value.readState(from: &reader) }
  }

  /// Tells whether a key is absent, holds null, or holds a value.
  ///
  /// - Throws: ``StateCodingError`` if the node's state is damaged as a whole.
  public func presence<Value>(of key: StateKey<Value>) throws -> StatePresence {
    guard let range = try range(of: key.name) else { return .absent }
    return isNull(range) ? .null : .value
  }

  /// The names of all keys that the node wrote, sorted.
  ///
  /// - Throws: ``StateCodingError`` if the node's state is damaged as a whole.
  public func keys() throws -> [String] {
    try checkMap()
    return map.pointee.keys.sorted()
  }
}

// MARK: - Reading plain values from memory

extension StateDecoder {
  /// The integer under a key, unless something is unusual; then the other ways tell what.
  func plainInteger(_ key: String) -> Int? {
    guard let value = map.pointee.integer(key) else { return nil }
    return Int(exactly: value)
  }

  /// The floating-point number under a key, unless something is unusual.
  func plainDouble(_ key: String) -> Double? { map.pointee.float(key) }

  /// The truth value under a key, unless something is unusual.
  func plainBool(_ key: String) -> Bool? { map.pointee.bool(key) }

  /// The string under a key, unless something is unusual.
  func plainString(_ key: String) -> String? { map.pointee.text(key) }
}

// MARK: - Finding keys

extension StateDecoder {
  private func checkMap() throws {
    do {
      try map.pointee.readEntries()
    } catch {
      throw StateCodingError(
        .malformedState,
        key: "",
        "\(path): the node's saved state is damaged (\(error)); it starts afresh."
      )
    }
  }

  private func range(of key: String) throws -> Range<Int>? {
    try checkMap()
    return map.pointee.value(of: key)
  }

  private func isNull(_ range: Range<Int>) -> Bool {
    map.pointee.isNull(range)
  }

  func read<Value>(
    _ key: String,
    _ body: (inout CBORReader) throws -> Value
  ) throws -> Value {
    guard let range = try range(of: key) else { throw notFound(key) }
    do {
      // Offsets in errors count from the first byte of the node's state.
      var reader = CBORReader(map.pointee.array[range], limits: limits)
      let value = try body(&reader)
      try reader.finish()
      return value
    } catch {
      throw invalid(key, in: range, as: Value.self, because: error)
    }
  }

  private func notFound(_ key: String) -> StateCodingError {
    StateCodingError(
      .keyNotFound,
      key: key,
      "\(path): there is no key '\(key)'; use decodeIfPresent(_:forKey:) if it may be absent."
    )
  }

  private func invalid(
    _ key: String,
    in range: Range<Int>,
    as type: Any.Type,
    because error: any Error
  ) -> StateCodingError {
    if isNull(range) {
      return StateCodingError(
        .valueIsNull,
        key: key,
        "\(path): key '\(key)' holds null; use decodeIfPresent(_:forKey:) if it may."
      )
    }
    let (place, reason) = Self.describe(error)
    return StateCodingError(
      .invalidValue,
      key: key,
      "\(path): key '\(key)'\(place) cannot be read as \(type): \(reason)"
    )
  }

  /// Where in a value an error lies, and what it says, once: errors of `Codable` repeat their cause.
  private static func describe(_ error: any Error) -> (place: String, reason: String) {
    let advice = "give the value another key if its type changed."
    switch error as? DecodingError {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context):
      return (place(context.codingPath), "\(context.debugDescription.asClause); \(advice)")
    case .dataCorrupted(let context):
      return (place(context.codingPath), context.debugDescription)
    default:
      let isOfOtherType = (error as? CBORError)?.code == .unexpectedKind
      return ("", isOfOtherType ? "\("\(error)".asClause); \(advice)" : "\(error)")
    }
  }

  private static func place(_ path: [any CodingKey]) -> String {
    let keys = path.map { $0.intValue.map(String.init) ?? $0.stringValue }
    return keys.isEmpty ? "" : " at \(keys.joined(separator: "."))"
  }
}

extension String {
  /// A sentence without its full stop, for another one to follow.
  fileprivate var asClause: String {
    hasSuffix(".") ? String(dropLast()) : replacing(". (", with: " (")
  }
}
