import RestorationCore

/// A run of an app: a session that saves only when it is told to, and the roots of its windows.
@MainActor
final class TestApp {
  let session: RestorationSession

  private var roots: [any Restorable] = []

  init(
    _ store: any StateStore = InMemoryStateStore(),
    registry: RestorationClassRegistry = .fixtures(),
    context: RestorationContext = RestorationContext(),
    hooks: CoderHooks = CoderHooks(),
    configuration: SessionConfiguration = SessionConfiguration()
  ) {
    var configuration = configuration
    configuration.savesAutomatically = false
    session = RestorationSession(
      store: store,
      registry: registry,
      context: context,
      hooks: hooks,
      configuration: configuration
    )
  }

  @discardableResult
  func restore(_ root: any Restorable, in scene: String = "main") -> RestorationReport {
    roots.append(root)
    return session.restore(root, in: scene)
  }

  @discardableResult
  func save() -> SaveReport { session.save() }
}
