/// The place of a node: the components from the root of its scene down to it.
///
/// As text, components are separated by slashes: `root/center:tabs/reading/secondary:article[1]`.
/// Text and value round-trip: ``init(parsing:)`` accepts exactly what ``description`` prints, and
/// nothing else. Paths compare by the UTF-8 bytes of their identifiers and slots, so two names that
/// differ only in normalisation are two names. A path has at least one component.
public struct IdentifierPath: Hashable, Sendable {
  /// The components from the root down, never empty.
  public let components: [Component]

  /// Makes the path of a scene's root.
  public init(root: Component) {
    components = [root]
  }

  /// Makes a path from its components, or `nil` if there are none.
  ///
  /// - Complexity: O(*n*) in the number of components.
  public init?(components: some Sequence<Component>) {
    let components = Array(components)
    guard !components.isEmpty else { return nil }
    self.components = components
  }

  private init(nonEmpty components: [Component]) {
    self.components = components
  }
}

// MARK: - Walking up and down

extension IdentifierPath {
  /// The number of components, 1 for a root.
  public var depth: Int { components.count }

  /// The component of the node itself.
  public var last: Component { components[components.count - 1] }

  /// The path of the node's parent, or `nil` for a root.
  ///
  /// - Complexity: O(*n*) in the depth.
  public var parent: IdentifierPath? {
    guard components.count > 1 else { return nil }
    return IdentifierPath(nonEmpty: Array(components.dropLast()))
  }

  /// Returns the path of a child.
  ///
  /// - Complexity: O(*n*) in the depth.
  public func appending(_ component: Component) -> IdentifierPath {
    var extended: [Component] = []
    extended.reserveCapacity(components.count + 1)
    extended += components
    extended.append(component)
    return IdentifierPath(nonEmpty: extended)
  }

  /// Returns whether a node at the other path stands below this one; a path is not its own ancestor.
  ///
  /// - Complexity: O(*n*) in the depth.
  public func isAncestor(of other: IdentifierPath) -> Bool {
    depth < other.depth && other.components.starts(with: components)
  }
}
