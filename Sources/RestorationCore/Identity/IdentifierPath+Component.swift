extension IdentifierPath {
  /// One step of a path: a node among the children of its parent.
  public struct Component: Hashable, Sendable {
    /// The node's restoration identifier, never empty.
    public let identifier: String

    /// The slot of the parent in which the node stands.
    public let slot: ContainerSlot

    /// The node's position, from 0, among siblings of the same identifier in the same slot.
    public let ordinal: Int

    /// Makes a component.
    ///
    /// - Parameters:
    ///   - identifier: The node's restoration identifier. An empty one is a programmer error: nodes
    ///     without an identifier take no part, and have no path.
    ///   - slot: The slot of the parent in which the node stands.
    ///   - ordinal: The position among siblings of the same identifier in the same slot. A negative
    ///     one is a programmer error.
    public init(identifier: String, slot: ContainerSlot = .only, ordinal: Int = 0) {
      precondition(
        !identifier.isEmpty,
        "A path component needs an identifier; a node without one takes no part in restoration."
      )
      precondition(ordinal >= 0, "An ordinal counts from 0; \(ordinal) is negative.")
      self.identifier = identifier
      self.slot = slot
      self.ordinal = ordinal
    }

    /// Makes a component from what was read from an archive, or `nil` if no node can stand there.
    package init?(recorded identifier: String, slot: ContainerSlot, ordinal: Int) {
      guard !identifier.isEmpty, ordinal >= 0 else { return nil }
      self.init(identifier: identifier, slot: slot, ordinal: ordinal)
    }
  }
}

extension IdentifierPath.Component {
  /// Compares two components; identifiers and slots by their UTF-8 bytes.
  public static func == (lhs: IdentifierPath.Component, rhs: IdentifierPath.Component) -> Bool {
    lhs.ordinal == rhs.ordinal && lhs.slot == rhs.slot
      && lhs.identifier.hasSameBytes(as: rhs.identifier)
  }

  /// Hashes the identifier and slot by their UTF-8 bytes.
  public func hash(into hasher: inout Hasher) {
    identifier.hashBytes(into: &hasher)
    hasher.combine(slot)
    hasher.combine(ordinal)
  }
}

extension IdentifierPath.Component: CustomStringConvertible {
  /// The component as it stands in the text of a path, such as `secondary:article[1]`.
  public var description: String {
    let prefix = slot == .only ? "" : slot.name.escapedForPath + ":"
    let suffix = ordinal == 0 ? "" : "[\(ordinal)]"
    return prefix + identifier.escapedForPath + suffix
  }
}
