public import RestorationCore

/// Restarts an app in a test: saves its tree to bytes, drops it, builds it anew and restores it.
///
/// ```swift
/// let harness = RestorationHarness(registry: registry) { _ in makeTabs() }
/// harness.root.select(identifier: "starred")
/// try harness.restartAndRestore()
/// #expect(harness.root.selectedRestorableTab?.restorationIdentifier == "starred")
/// ```
///
/// It holds one scene. A test of several windows restores each in a `RestorationSession` on one
/// `InMemoryStateStore`.
///
/// Everything goes through real bytes. If an object of the tree before stands in the tree after, the
/// report says so: a test must not pass because something survived.
@MainActor
public final class RestorationHarness<Root: Restorable> {
  /// The root of the tree as it stands now.
  public private(set) var root: Root

  /// The session of the present run.
  public private(set) var session: RestorationSession

  /// What the last restore reported.
  public private(set) var report: RestorationReport

  /// The name of the scene.
  public let scene: String

  private let makeSession: @MainActor (any StateStore) -> RestorationSession
  private let makeRoot: @MainActor (RestorationSession) -> Root

  /// Makes a harness, builds the root for the first time, and restores nothing into it.
  ///
  /// - Parameters:
  ///   - scene: The name of the scene.
  ///   - registry: Which class makes which node.
  ///   - context: What the app hands down.
  ///   - hooks: The app's say in every coder.
  ///   - configuration: What the session does. It does not save by itself in a test.
  ///   - makeRoot: Builds the root as on every launch of the app, and registers plain objects.
  public init(
    scene: String = "main",
    registry: RestorationClassRegistry = RestorationClassRegistry(),
    context: RestorationContext = RestorationContext(),
    hooks: CoderHooks = CoderHooks(),
    configuration: SessionConfiguration = SessionConfiguration(),
    makeRoot: @escaping @MainActor (RestorationSession) -> Root
  ) {
    var configuration = configuration
    configuration.savesAutomatically = false
    let makeSession = { @MainActor (store: any StateStore) in
      RestorationSession(
        store: store,
        registry: registry,
        context: context,
        hooks: hooks,
        configuration: configuration
      )
    }
    self.scene = scene
    self.makeSession = makeSession
    self.makeRoot = makeRoot
    session = makeSession(InMemoryStateStore())
    root = makeRoot(session)
    report = session.restore(root, in: scene)
  }
}

// MARK: - Saving and restoring

extension RestorationHarness {
  /// Saves the tree, and gives the bytes of its archive.
  ///
  /// - Throws: ``RestorationHarnessError`` if the save failed or saved nothing at all.
  public func savedState() throws -> [UInt8] {
    try archive().encoded()
  }

  /// Saves the tree, and gives its archive.
  ///
  /// - Throws: ``RestorationHarnessError`` if the save failed or saved nothing at all.
  public func archive() throws -> StateArchive {
    let saved = session.save()
    guard !saved.leavesOldState, let loaded = try session.store.load(scene: scene) else {
      throw RestorationHarnessError(message: "The scene '\(scene)' was not saved: \(saved)")
    }
    return loaded.archive
  }

  /// Drops the tree, builds it anew, and restores it from the bytes of an archive.
  ///
  /// - Throws: An error if the bytes are no archive.
  @discardableResult
  public func restore(from bytes: [UInt8]) throws -> RestorationReport {
    let archive = try LoadedArchive(decoding: bytes).archive
    let store = InMemoryStateStore()
    try store.commit([SceneChanges(replacingWith: archive)])
    let before = Survivors(of: root, in: session)
    session.forget(scene)
    session = makeSession(store)
    root = makeRoot(session)
    report = session.restore(root, in: scene)
    let survivors = before.diagnostics(in: root, session)
    report.diagnostics += survivors
    if !survivors.isEmpty { report.outcome = .partial }
    return report
  }

  /// Saves the tree to bytes, drops it, builds it anew, and restores it from these bytes.
  ///
  /// - Throws: ``RestorationHarnessError`` if the save failed or saved nothing at all.
  @discardableResult
  public func restartAndRestore() throws -> RestorationReport {
    try restore(from: savedState())
  }

  /// The tree as text, a line for each node.
  public var treeDescription: String { session.treeDescription(scene: scene) ?? "" }

  /// The node at a path, woken if it was asleep.
  public func node(at path: IdentifierPath) -> (any Restorable)? {
    session.restorable(at: path, in: scene)
  }
}

/// Why a harness could not go on.
public struct RestorationHarnessError: Error, CustomStringConvertible {
  /// One line that says what happened.
  public var message: String

  /// The message.
  public var description: String { message }
}

extension SaveReport {
  /// Whether what is in the store may differ from the tree, though nobody wanted that.
  fileprivate var leavesOldState: Bool {
    switch outcome {
    case .saved, .nothingChanged, .vetoed: false
    case .deferred, .refused, .failed: true
    }
  }
}
