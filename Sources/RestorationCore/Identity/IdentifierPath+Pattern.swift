extension IdentifierPath {
  /// A set of paths, written like one: `root/*/reading/**/article`.
  ///
  /// Each component of a pattern is an identifier, `*` for any one component, or `**` for any number
  /// of components, including none. A slot or an ordinal restricts a component; without one, any
  /// matches. So `**/secondary:article` matches every `article` in a slot `secondary`,
  /// `**/article[0]` every first one among its siblings, and `*[2]` any third one that is a root. At
  /// most one component is `**`.
  ///
  /// Where several patterns match a path, they are compared from the last component back: an
  /// identifier comes before `*` before `**`; then slot and ordinal before a slot alone, before an
  /// ordinal alone, before neither. Where one pattern begins at the root and the other goes on, it
  /// comes after `*` and before `**`: for the path `a/b`, `a/b` comes before `**/a/b`. If all that
  /// both have is equal, the longer pattern comes first.
  ///
  /// Identifiers and slots are escaped as in a path.
  public struct Pattern: Hashable, Sendable {
    /// The components from the root down, never empty.
    package let components: [Component]

    /// Whether the path is one of the pattern's.
    ///
    /// - Complexity: O(*n*) in the depth of the path.
    public func matches(_ path: IdentifierPath) -> Bool {
      guard let gap = components.firstIndex(of: .anyComponents) else {
        return components.count == path.depth && zip(components, path.components).allSatisfy(~=)
      }
      let head = components[..<gap]
      let tail = components[(gap + 1)...]
      return head.count + tail.count <= path.depth
        && zip(head, path.components).allSatisfy(~=)
        && zip(tail.reversed(), path.components.reversed()).allSatisfy(~=)
    }
  }
}

// MARK: - Components

extension IdentifierPath.Pattern {
  /// One step of a pattern.
  package enum Component: Hashable, Sendable {
    /// Exactly one component; `nil` stands for any identifier, slot or ordinal.
    case one(identifier: ExactString?, slot: ContainerSlot?, ordinal: Int?)

    /// Any number of components, including none.
    case anyComponents

    /// Whether the component matches one of a path.
    fileprivate static func ~= (pattern: Component, component: IdentifierPath.Component) -> Bool {
      guard case .one(let identifier, let slot, let ordinal) = pattern else { return true }
      return ordinal.map { $0 == component.ordinal } ?? true
        && slot.map { $0 == component.slot } ?? true
        && identifier.map { $0.text.hasSameBytes(as: component.identifier) } ?? true
    }

    /// How exactly the component says what it matches; a higher number is more specific.
    ///
    /// An identifier before `*` before `**`; within the first two, slot and ordinal before a slot
    /// alone, before an ordinal alone, before neither.
    fileprivate var specificity: UInt8 {
      guard case .one(let identifier, let slot, let ordinal) = self else { return 0 }
      return (identifier == nil ? 4 : 8) + (slot == nil ? 0 : 2) + (ordinal == nil ? 0 : 1)
    }
  }
}

// MARK: - Order

extension IdentifierPath.Pattern {
  /// The specificity of each component, from the last one back.
  ///
  /// Of two patterns that match a path, the one whose list comes later in lexicographical order is
  /// the more specific. Two different patterns with equal lists never match the same path.
  package var specificity: [UInt8] {
    let back = components.reversed().map(\.specificity)
    // A pattern that begins at the root says more there than one that begins with `**`.
    return back.last == 0 ? back : back + [1]
  }
}
