/// Which class makes which node, by recorded name and by place.
///
/// A registry is a value that is handed to a session; copies are independent.
///
/// ```swift
/// var registry = RestorationClassRegistry()
/// registry.register(ArticleScreen.self, named: "article", aliases: ["story"])
/// registry.register(PersonScreen.self, at: "**/person")
/// ```
///
/// For a node that the launch did not build, the most specific pattern that matches its path
/// decides, and only if none does, the name that was recorded with it. The name of a Swift type is
/// never recorded, so types can be renamed and moved as long as the registered names stay; a name
/// that is given up becomes an alias.
@MainActor public struct RestorationClassRegistry {
  /// Makes a node for a request, from the node's own state; `nil` declines.
  public typealias Factory =
    @MainActor (RestorationRequest, StateDecoder) throws -> (any Restorable)?

  /// The registrations that are probably not what was meant, in order.
  public private(set) var diagnostics: [RestorationWarning] = []

  private var entriesByName: [ExactString: Entry] = [:]
  private var patterns = PatternMatcher<Entry>()
  private var recordsByType: [ObjectIdentifier: TypeRecord] = [:]

  var unwindRulePatterns = PatternMatcher<[UnwindRule]>()
  var hasUnwindRules = false

  /// The identifiers in which patterns with rules end.
  var unwindRuleIdentifiers: Set<ExactString> = []

  /// Makes an empty registry.
  public init() {}
}

// MARK: - Registering by name

extension RestorationClassRegistry {
  /// Registers a class under the name that is recorded with its nodes.
  ///
  /// The same class may be registered under several names: all of them are found, and the one
  /// registered last is recorded. Registered again under one name, the last registration counts. Two
  /// classes under one name, and a name that is empty, are programmer errors.
  ///
  /// - Parameters:
  ///   - type: The class.
  ///   - name: The name to record: any text that is not empty, compared byte by byte.
  ///   - aliases: Names that nodes of the class were recorded under before.
  ///   - version: A number that is recorded with each node, for a factory to tell old state from new.
  public mutating func register<C: RestorationClass>(
    _ type: C.Type,
    named name: String,
    aliases: [String] = [],
    version: Int = 0
  ) {
    let entry = Entry(name: name, type: type, version: version) { request, decoder in
      try type.makeRestorable(for: request, from: decoder)
    }
    insert(entry, named: name, aliases: aliases)
    warnOfInheritedFactory(of: type, named: name, at: nil)
  }

  /// Registers a class with a factory of its own, under the name that is recorded with its nodes.
  ///
  /// This is for a class that does not adopt ``RestorationClass``, or that inherits its factory.
  /// Names follow the rules of `register(_:named:aliases:version:)`.
  ///
  /// - Parameters:
  ///   - type: The class.
  ///   - name: The name to record: any text that is not empty, compared byte by byte.
  ///   - aliases: Names that nodes of the class were recorded under before.
  ///   - version: A number that is recorded with each node, for a factory to tell old state from new.
  ///   - factory: Makes a node, or declines with `nil` or an error.
  public mutating func register<C: Restorable>(
    _ type: C.Type,
    named name: String,
    aliases: [String] = [],
    version: Int = 0,
    factory: @escaping Factory
  ) {
    let entry = Entry(name: name, type: type, version: version, factory: factory)
    insert(entry, named: name, aliases: aliases)
  }

  private mutating func insert(_ entry: Entry, named name: String, aliases: [String]) {
    for taken in [name] + aliases {
      checkName(taken, for: entry.type)
      entriesByName[ExactString(taken)] = entry
    }
    replaceAliases(by: entry, named: name)
    recordsByType[ObjectIdentifier(entry.type)] = TypeRecord(name: name, version: entry.version)
    withdrawWarnings(of: entry.type, named: name, at: nil)
  }

  private func checkName(_ name: String, for type: AnyClass) {
    precondition(
      !name.isEmpty,
      "\(type) is registered under an empty name; give it a name that stays when types are renamed."
    )
    guard let other = entriesByName[ExactString(name)]?.type else { return }
    precondition(
      other == type,
      "\(other) and \(type) are both registered under the name \(name.debugDescription); give one of them another"
        + " name, and keep an alias for what was saved under the old one."
    )
  }

  /// Lets aliases of an earlier registration under the same name lead to the latest one.
  private mutating func replaceAliases(by entry: Entry, named name: String) {
    for (alias, earlier) in entriesByName
    where earlier.type == entry.type && earlier.name?.hasSameBytes(as: name) == true {
      entriesByName[alias] = entry
    }
  }
}

// MARK: - Registering by place

extension RestorationClassRegistry {
  /// Registers a class for the nodes at certain places.
  ///
  /// Unless the class is registered under a name as well, nothing is recorded of it, and its nodes
  /// are only found by their place. Registered for equal patterns, the last registration counts.
  ///
  /// - Parameters:
  ///   - type: The class.
  ///   - pattern: The places.
  ///   - version: A number that is recorded with each node, unless the class has a name as well: then
  ///     the version that was given with the name is recorded.
  public mutating func register<C: RestorationClass>(
    _ type: C.Type,
    at pattern: IdentifierPath.Pattern,
    version: Int = 0
  ) {
    let entry = Entry(pattern: pattern, type: type, version: version) { request, decoder in
      try type.makeRestorable(for: request, from: decoder)
    }
    insert(entry, at: pattern)
    warnOfInheritedFactory(of: type, named: nil, at: pattern)
  }

  /// Registers a class with a factory of its own for the nodes at certain places.
  ///
  /// This is for a class that does not adopt ``RestorationClass``, or that inherits its factory.
  ///
  /// - Parameters:
  ///   - type: The class.
  ///   - pattern: The places.
  ///   - version: A number that is recorded with each node, unless the class has a name as well: then
  ///     the version that was given with the name is recorded.
  ///   - factory: Makes a node, or declines with `nil` or an error.
  public mutating func register<C: Restorable>(
    _ type: C.Type,
    at pattern: IdentifierPath.Pattern,
    version: Int = 0,
    factory: @escaping Factory
  ) {
    insert(Entry(pattern: pattern, type: type, version: version, factory: factory), at: pattern)
  }

  private mutating func insert(_ entry: Entry, at pattern: IdentifierPath.Pattern) {
    patterns.insert(entry, at: pattern)
    let record = recordsByType[ObjectIdentifier(entry.type)]
    if record?.name == nil {
      recordsByType[ObjectIdentifier(entry.type)] = TypeRecord(name: nil, version: entry.version)
    }
    withdrawWarnings(of: entry.type, named: nil, at: pattern)
  }
}

// MARK: - Warnings

extension RestorationClassRegistry {
  private mutating func warnOfInheritedFactory(
    of type: AnyClass,
    named name: String?,
    at pattern: IdentifierPath.Pattern?
  ) {
    guard let superclass = _getSuperclass(type), superclass is any RestorationClass.Type else {
      return
    }
    let place =
      name.map { "named: \($0.debugDescription)" } ?? pattern.map { "at: \"\($0)\"" } ?? ""
    diagnostics.append(
      RestorationWarning(
        typeName: String(reflecting: type),
        name: name,
        pattern: pattern,
        message: "\(type) inherits its factory from \(superclass) and may be made as \(superclass);"
          + " write register(\(type).self, \(place), factory: …) and make a \(type) there."
      )
    )
  }

  private mutating func withdrawWarnings(
    of type: AnyClass,
    named name: String?,
    at pattern: IdentifierPath.Pattern?
  ) {
    guard !diagnostics.isEmpty else { return }
    let typeName = String(reflecting: type)
    diagnostics.removeAll { warning in
      warning.typeName == typeName
        && warning.name.map(ExactString.init) == name.map(ExactString.init)
        && warning.pattern == pattern
    }
  }
}

// MARK: - Looking up

extension RestorationClassRegistry {
  /// What is known of a path after some of its components.
  package typealias State = PatternMatcherState

  /// The state before the root of a scene.
  package var startState: State { patterns.start }

  /// Returns the state of a child from that of its parent.
  package func advance(
    _ state: State,
    by component: @autoclosure () -> IdentifierPath.Component
  ) -> State {
    patterns.advance(state, by: component())
  }

  /// Returns the registration of the most specific pattern that matches the path walked so far.
  ///
  /// It does not say under which name its class is recorded.
  package func entry(in state: State) -> Entry? {
    patterns.value(in: state)
  }

  /// Returns the registration under a name or an alias.
  package func entry(named name: String) -> Entry? {
    entriesByName[ExactString(name)]
  }

  /// Returns what to record of a class, which has to be the registered one and no subclass of it.
  package func registeredName(of type: AnyClass) -> (name: String, version: Int)? {
    guard let record = recordsByType[ObjectIdentifier(type)], let name = record.name else {
      return nil
    }
    return (name, record.version)
  }

  /// Returns the version to record of a class, also if it is only registered by place.
  package func registeredVersion(of type: AnyClass) -> Int? {
    recordsByType[ObjectIdentifier(type)]?.version
  }
}
