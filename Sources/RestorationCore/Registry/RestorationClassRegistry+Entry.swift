extension RestorationClassRegistry {
  /// One registration.
  @MainActor package struct Entry {
    /// The name that is recorded with nodes of the class, or `nil` if it has none.
    package internal(set) var name: String?

    /// The registered class.
    package let type: AnyClass

    /// The version given with this registration.
    package let version: Int

    /// The pattern of this registration, or `nil` if it is by name.
    package let pattern: IdentifierPath.Pattern?

    /// Makes a node, or declines.
    package let factory: Factory

    init(
      name: String? = nil,
      pattern: IdentifierPath.Pattern? = nil,
      type: AnyClass,
      version: Int,
      factory: @escaping Factory
    ) {
      self.name = name
      self.pattern = pattern
      self.type = type
      self.version = version
      self.factory = factory
    }
  }

  /// What is recorded with nodes of a class.
  struct TypeRecord {
    let name: String?
    let version: Int
  }
}
