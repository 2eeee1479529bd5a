internal import Observation

/// The app's handle on preservation and restoration: where tree, registry, context and store meet.
///
/// ```swift
/// let session = RestorationSession(
///   store: FileStateStore(directory: stateURL), registry: registry, context: context)
/// let root = makeTabs()  // as on every launch: built in code, nothing restored yet
/// print(session.restore(root, in: "main"))
/// ```
///
/// After that, changes that are marked are saved by themselves, a moment later; ``save()`` saves at
/// once, as a termination handler needs it. One session serves any number of scenes (windows),
/// each with a root and an archive of its own.
///
/// Keep the session for as long as its scenes are shown: it holds the state of nodes that are still
/// asleep. The roots are the app's to keep.
@MainActor
public final class RestorationSession {
  /// Where archives live.
  public let store: any StateStore

  /// Which class makes which node.
  ///
  /// A change takes effect at the next restore or save.
  public var registry: RestorationClassRegistry {
    didSet { settingsInUse = nil }
  }

  /// What the app hands down to every factory, coder and hook.
  public var context: RestorationContext {
    didSet { settingsInUse = nil }
  }

  /// The app's say in every coder.
  public var hooks: CoderHooks {
    didSet { settingsInUse = nil }
  }

  // Accesses to what is marked `exclusivity` are over before anything else can run; the check that
  // would say so costs more than the access.

  /// What the session does by itself, and when.
  @exclusivity(unchecked) public var configuration: SessionConfiguration {
    didSet { settingsInUse = nil }
  }

  /// Told of every change that is marked, with the node that changed; a front end draws again then.
  public var treeDidChange: (@MainActor (any Restorable) -> Void)?

  /// Told of each save that the session made by itself, or for ``save(completion:)``.
  @exclusivity(unchecked) public var saveHandler: (@MainActor (SaveReport) -> Void)?

  /// Told of departures that no report can tell of.
  ///
  /// They happen after a restore was reported, as when a node that was asleep cannot read its state,
  /// or in a save that the session made by itself.
  public var diagnosticHandler: (@MainActor (RestorationDiagnostic) -> Void)?

  /// The settings as they are now, once they were needed.
  @exclusivity(unchecked) private var settingsInUse: CodingSettings?

  var scenes: [ExactString: LiveScene] = [:] {
    didSet { loneScene = scenes.count == 1 ? scenes.values.first : nil }
  }

  /// The scene that is open, if there is but one.
  @exclusivity(unchecked) private(set) var loneScene: LiveScene?

  /// The store, if it takes single records.
  let recordStore: (any RecordStore)?

  /// The way to the session for what the session keeps, or what may outlive it.
  let reference = SharedWeakReference<RestorationSession>()

  let traits = ClassTraitsTable()
  let registrations = ObjectRegistrations()
  var passes = 0
  @exclusivity(unchecked) var erasures = 0
  @exclusivity(unchecked) var isRestoring = false
  @exclusivity(unchecked) var isSaving = false

  /// What nodes could not read that woke within the restore that is under way.
  var departures: [RestorationDiagnostic] = []

  /// How many nodes that wake are reading their state, one within the other.
  @exclusivity(unchecked) var nodesBeingRead = 0

  @exclusivity(unchecked) var saveIsDeferred = false
  @exclusivity(unchecked) var completions: [@MainActor (SaveReport) -> Void] = []

  /// The batch that the store has not answered yet, if there is one.
  @exclusivity(unchecked) var commitInFlight: (commit: CommitInFlight, save: CollectedSave)?

  /// Whether a save was due while a batch was on its way.
  var saveFollows = false

  @exclusivity(unchecked) var timing = SaveTiming()
  @exclusivity(unchecked) var lastHealth = SaveHealth()
  @exclusivity(unchecked) var isHealthObserved = false
  let observation = ObservationRegistrar()

  /// How much time has passed since some moment, for delays.
  ///
  /// Durations cost a fraction of what instants do, whose layout only the runtime knows.
  @exclusivity(unchecked)
  var clock: () -> Duration = { RestorationSession.clockStart.duration(to: .now) }

  nonisolated private static let clockStart = ContinuousClock.now

  /// Makes a session.
  ///
  /// Nothing is read or written before the first restore or save.
  ///
  /// - Parameters:
  ///   - store: Where archives live.
  ///   - registry: Which class makes which node.
  ///   - context: What the app hands down.
  ///   - hooks: The app's say in every coder.
  ///   - configuration: What the session does by itself, and when.
  public init(
    store: any StateStore,
    registry: RestorationClassRegistry = RestorationClassRegistry(),
    context: RestorationContext = RestorationContext(),
    hooks: CoderHooks = CoderHooks(),
    configuration: SessionConfiguration = SessionConfiguration()
  ) {
    self.store = store
    recordStore = store as? any RecordStore
    self.registry = registry
    self.context = context
    self.hooks = hooks
    self.configuration = configuration
    reference.lead(to: self)
  }

  var settings: CodingSettings {
    if let settingsInUse { return settingsInUse }
    let settings = CodingSettings(
      registry: registry,
      context: context,
      hooks: hooks,
      limits: configuration.limits,
      fallback: configuration.fallback,
      now: configuration.now
    )
    settings.asksNobody =
      !hooks.encodes && configuration.shouldSave == nil && configuration.layoutClass == nil
      && configuration.encodeAppState == nil
    settingsInUse = settings
    return settings
  }
}

// MARK: - Plain objects

extension RestorationSession {
  /// Lets a plain object (a data source, a transition delegate) take part, below a node.
  ///
  /// The object has state like a node, can be referred to, and is made by its class if the launch
  /// did not register one under the same identifier. The session keeps it alive as long as `parent`
  /// lives. Registering it again changes nothing.
  public func register(_ object: any Restorable, under parent: any Restorable) {
    registrations.register(object, under: parent)
    parent.restorationTracker?.node?.markChanged()
  }

  /// Lets go of a plain object.
  public func unregister(_ object: any Restorable, under parent: any Restorable) {
    registrations.remove(object, under: parent)
    parent.restorationTracker?.node?.markChanged()
  }

  /// The plain objects that are registered under a node, those that were restored included.
  public func registeredObjects(under parent: any Restorable) -> [any Restorable] {
    registrations.objects(under: parent)
  }
}

// MARK: - Scenes

extension RestorationSession {
  /// The headers of all scenes that are saved, sorted by name.
  ///
  /// - Throws: ``StateStoreError`` if the store cannot be read.
  public func savedScenes() throws(StateStoreError) -> [ArchiveHeader] {
    try store.scenes()
  }

  /// Saves a scene once more and lets go of it, as when its window closed for now.
  ///
  /// What is saved of it stays. Within a restore or a save nothing can be saved, so that what changed
  /// since the last save is lost then.
  ///
  /// State that was not read yet is not read any more, though the objects may live on: call
  /// ``Restorable/loadRestorableStateIfNeeded()`` before, on nodes that you keep and that may be asleep.
  ///
  /// - Parameter scene: The name of the scene.
  /// - Returns: What the save did.
  @discardableResult
  public func close(scene: String) -> SaveReport {
    let report = save()
    forget(scene)
    return report
  }

  /// Lets go of a scene as it is.
  package func forget(_ scene: String) {
    let live = scenes.removeValue(forKey: ExactString(scene))
    live?.launch?.settle(keepingSuspect: false)
    live?.launch = nil
    live?.queue.abandon()
    live?.removeAll()
  }

  /// Lets go of a scene and forgets what is saved of it, as when its window was closed for good.
  ///
  /// - Throws: ``StateStoreError`` if that cannot be written.
  public func discard(scene: String) throws(StateStoreError) {
    settleCommitInFlight()
    try store.discard(scene: scene)
    forget(scene)
  }

  /// Forgets everything that is saved, as on a log-out.
  ///
  /// The next save writes the scenes that are open afresh, from what their nodes hold by then. A node
  /// that is asleep holds nothing but its saved state, which is written again: take such nodes out of
  /// the tree before the next save, or close the scene.
  ///
  /// - Throws: ``StateStoreError`` if something could not be removed.
  public func eraseAll() throws(StateStoreError) {
    settleCommitInFlight()
    erasures += 1
    // A store that fails may have removed some of it, so the next save builds on nothing.
    for scene in scenes.values { scene.needsFullSave = true }
    try store.erase()
    for scene in scenes.values {
      scene.setsAside = nil
      scene.unavailability = nil
      // What is being restored is still to be read; it is forgotten at the end.
      if !scene.isRestoring { scene.forgetSaved() }
    }
  }

  /// The node at a path in a scene that is open, woken if it was asleep.
  ///
  /// - Complexity: O(*n*) in the number of children on the way.
  public func restorable(at path: IdentifierPath, in scene: String) -> (any Restorable)? {
    guard let scene = scenes[ExactString(scene)], let root = scene.root else { return nil }
    guard let object = scene.object(at: path, below: root) else { return nil }
    if let node = scene.node(for: object) { scene.wake(node) }
    return object
  }
}
