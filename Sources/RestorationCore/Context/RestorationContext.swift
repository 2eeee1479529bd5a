/// What the app hands down to every factory, coder and hook: a database, an account, a clock.
///
/// It works as the environment does in SwiftUI. A value is declared with a key:
///
/// ```swift
/// enum AccountKey: RestorationContextKey {
///   static var defaultValue: Account? { nil }
/// }
///
/// extension RestorationContext {
///   var account: Account? {
///     get { self[AccountKey.self] }
///     set { self[AccountKey.self] = newValue }
///   }
/// }
/// ```
///
/// Values need not be `Sendable`: the context never leaves the main actor.
@MainActor
public struct RestorationContext {
  /// The database whose objects are read with ``StateDecoder/decodeModel(_:forKey:)``, if any.
  public var models: (any ModelStore)?

  private var values: [ObjectIdentifier: Any] = [:]

  /// Whether every value is its key's default.
  var isDefault: Bool { models == nil && values.isEmpty }

  /// Makes a context in which every value is its key's default.
  public init() {}

  /// The value of a key, or the key's default if none was set.
  public subscript<Key: RestorationContextKey>(key: Key.Type) -> Key.Value {
    get { values[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue }
    set { values[ObjectIdentifier(key)] = newValue }
  }
}

/// The key of a value in a ``RestorationContext``.
@MainActor
public protocol RestorationContextKey {
  /// The type of the value.
  associatedtype Value

  /// The value where none was set.
  static var defaultValue: Value { get }
}
