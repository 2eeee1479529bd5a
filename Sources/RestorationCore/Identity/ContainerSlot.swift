/// A place for children in a container: the center of a drawer, a column of a split.
///
/// A container with a single kind of place, such as a stack or a row of tabs, uses ``only``, which
/// is never printed in a path. Every other slot has a name that is unique within its container:
///
/// ```swift
/// extension ContainerSlot {
///   static let map = ContainerSlot("map")
///   static let legend = ContainerSlot("legend")
/// }
/// ```
public struct ContainerSlot: Hashable, Sendable {
  /// The slot's name, empty for ``only``.
  public let name: String

  /// Makes a slot of a container with several kinds of place.
  ///
  /// - Parameter name: A name that is not empty, and neither `presented` nor `object`, which are
  ///   taken by ``presented`` and ``object``. Anything else is a programmer error.
  public init(_ name: String) {
    precondition(!name.isEmpty, "A slot needs a name; use ContainerSlot.only for a single place.")
    precondition(
      name != Self.presented.name && name != Self.object.name,
      "The slot name '\(name)' belongs to the package; choose another one."
    )
    self.init(recorded: name)
  }

  /// Makes a slot from a name that was read from an archive or a path, whatever it is.
  package init(recorded name: String) {
    self.name = name
  }
}

extension ContainerSlot {
  /// Compares two slots by the UTF-8 bytes of their names.
  public static func == (lhs: ContainerSlot, rhs: ContainerSlot) -> Bool {
    lhs.name.hasSameBytes(as: rhs.name)
  }

  /// Hashes the UTF-8 bytes of the name.
  public func hash(into hasher: inout Hasher) {
    for byte in name.utf8 { hasher.combine(byte) }
    hasher.combine(UInt8.max)
  }
}

// MARK: - Slots that every tree has

extension ContainerSlot {
  /// The one slot of a container that has a single kind of place.
  public static let only = ContainerSlot(recorded: "")

  /// The place of a node that is presented by its parent.
  public static let presented = ContainerSlot(recorded: "presented")

  /// The place of a plain object that is registered under its parent.
  public static let object = ContainerSlot(recorded: "object")
}
