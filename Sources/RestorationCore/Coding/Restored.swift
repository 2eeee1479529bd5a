/// A property that is saved, restored and tracked without further code.
///
/// ```swift
/// final class ArticleScreen: RestorableController {
///   @Restored("scroll") var scrollOffset = 0.0
///   @Restored("draft") var draft = ""
/// }
/// ```
///
/// Where the node has a ``RestorationTracker``, as each ``RestorableController`` has, writing a value
/// marks the node as changed, which starts a save; writing an equal one marks nothing. Reading or
/// writing the property of a node that is asleep wakes it first, and reads are tracked by
/// `withObservationTracking(_:onChange:)`. Without a tracker nothing starts a save by itself: the
/// value is saved with the next one.
///
/// The property is observable as it is. In a class that is `@Observable` for the sake of others,
/// write `@ObservationIgnored @Restored("draft") var draft = ""`.
///
/// The value is set before the node's own ``Restorable/decodeRestorableState(from:)`` runs, without
/// running property observers. It works in subclasses, and in classes that adopt ``Restorable``
/// without a base class.
///
/// Its name shares one name space with the keys that the node writes by hand; a name that is used
/// twice is diagnosed when the node is saved.
@propertyWrapper
public struct Restored<Value: Codable> {
  // The value lies in the object itself: a box for each property would cost an allocation each.
  var value: Value
  let key: StateKey<Value>

  /// Makes a restored property.
  ///
  /// - Parameters:
  ///   - wrappedValue: The value until another one is restored or set.
  ///   - key: The name under which the value is saved.
  public init(wrappedValue: Value, _ key: StateKey<Value>) {
    value = wrappedValue
    self.key = key
  }

  /// Makes a restored property that is `nil` until a value is restored or set.
  ///
  /// - Parameter key: The name under which the value is saved.
  public init(_ key: StateKey<Value>) where Value: ExpressibleByNilLiteral {
    self.init(wrappedValue: nil, key)
  }

  /// Cannot be used: a restored property belongs to a class that is ``Restorable``.
  @available(*, unavailable, message: "@Restored works in classes that adopt Restorable.")
  public var wrappedValue: Value {
    get { value }
    set { value = newValue }
  }

  // swift-format-ignore: NoLeadingUnderscores
  // The compiler looks for this subscript by its label.
  /// Reads and writes the property of an object.
  @MainActor
  public static subscript<Owner: Restorable>(
    _enclosingInstance owner: Owner,
    wrapped wrapped: ReferenceWritableKeyPath<Owner, Value>,
    storage storage: ReferenceWritableKeyPath<Owner, Self>
  ) -> Value {
    get {
      guard let tracker = owner.restorationTracker else { return owner[keyPath: storage].value }
      tracker.wake()
      tracker.access(owner[keyPath: storage].key.name)
      return owner[keyPath: storage].value
    }
    set {
      guard let tracker = owner.restorationTracker else {
        owner[keyPath: storage].value = newValue
        return
      }
      tracker.wake()
      guard !isEqual(owner[keyPath: storage].value, newValue) else {
        // What counts as equal need not be the same: -0.0, or a type that compares by a part.
        let isSame = isSame(owner[keyPath: storage].value, newValue)
        owner[keyPath: storage].value = newValue
        if !isSame { tracker.node?.mark() }
        return
      }
      tracker.mutate(owner[keyPath: storage].key.name) {
        owner[keyPath: storage].value = newValue
      }
      tracker.markChanged()
    }
  }

  /// Whether equal values are also the same when saved, as strings need not be whose bytes differ.
  private static func isSame(_ lhs: Value, _ rhs: Value) -> Bool {
    switch (lhs, rhs) {
    case (let lhs as String, let rhs as String): lhs.hasSameBytes(as: rhs)
    case (let lhs as Double, let rhs as Double): lhs.bitPattern == rhs.bitPattern
    case (let lhs as Float, let rhs as Float): lhs.bitPattern == rhs.bitPattern
    default: true
    }
  }

  private static func isEqual(_ lhs: Value, _ rhs: Value) -> Bool {
    func compare<Concrete: Equatable>(_ lhs: Concrete) -> Bool {
      (rhs as? Concrete).map { $0 == lhs } ?? false
    }
    guard let lhs = lhs as? any Equatable else { return false }
    return compare(lhs)
  }
}

// MARK: - Coding in place

/// The type of a stored property that is saved and restored where it lies in its object.
@MainActor
package protocol RestoredStorage {
  /// The name of the property at an address.
  static func key(at address: UnsafeRawPointer) -> String

  /// What writes the property at an address.
  static var encoding: @MainActor (UnsafeRawPointer, StateEncoder) throws -> Void { get }

  /// Reads the property at an address; it keeps its value if the state has none for it.
  static func decode(at address: UnsafeMutableRawPointer, from decoder: StateDecoder) throws
}

extension Restored: RestoredStorage {
  package static func key(at address: UnsafeRawPointer) -> String {
    address.assumingMemoryBound(to: Self.self).pointee.key.name
  }

  package static func decode(
    at address: UnsafeMutableRawPointer,
    from decoder: StateDecoder
  ) throws {
    let property = address.assumingMemoryBound(to: Self.self)
    guard try decoder.presence(of: property.pointee.key) != .absent else { return }
    property.pointee.value = try decoder.decode(forKey: property.pointee.key)
  }

  /// Sets the property at an address to what is found under its name, if something is.
  @inline(__always)
  static func set(
    at address: UnsafeMutableRawPointer,
    to find: (String) -> Value?
  ) -> Bool {
    let property = address.assumingMemoryBound(to: Self.self)
    guard let value = find(property.pointee.key.name) else { return false }
    property.pointee.value = value
    return true
  }
}
