import RestorationCore

/// A launch of an app whose tree is whatever its archive says.
@MainActor
struct Launch {
  private let session: RestorationSession
  private let root: Twig
  private let scene: String

  /// What the restore did.
  let report: RestorationReport

  init(_ store: any StateStore, scene: String, root identifier: String) {
    var configuration = SessionConfiguration()
    configuration.savesAutomatically = false
    // No archive is from a newer version of the app.
    configuration.schema = .max
    configuration.fallback = { request, _ in Twig(restorationIdentifier: request.identifier) }
    var registry = RestorationClassRegistry()
    registry.register(Twig.self, named: "Twig") { request, _ in
      Twig(restorationIdentifier: request.identifier)
    }
    session = RestorationSession(store: store, registry: registry, configuration: configuration)
    self.scene = scene
    root = Twig(restorationIdentifier: identifier)
    report = session.restore(root, in: scene)
  }

  /// The tree as it stands.
  var tree: String { session.treeDescription(scene: scene) ?? "" }

  /// Saves, and throws a finding if that fails.
  func save() throws(Finding) -> SaveReport {
    let report = session.save()
    if case .failed(let error) = report.outcome { throw Finding("The save failed: \(error)") }
    return report
  }
}

extension Launch {
  /// Restores an archive, saves it, restores that, and compares the two trees.
  static func check(_ archive: StateArchive) throws {
    let scene = archive.header.scene
    let identifier = archive.root.flatMap { archive.records[$0]?.identifier } ?? "root"
    guard !identifier.isEmpty else { return }
    let store = InMemoryStateStore()
    do {
      try store.commit([SceneChanges(replacingWith: archive)])
    } catch {
      return  // It exceeds a limit that a read does not have.
    }
    let first = Launch(store, scene: scene, root: identifier)
    try require(
      first.report.restoredNodes <= archive.records.count,
      "More nodes came back than there were."
    )
    try require(
      first.report.diagnostics.allSatisfy { !$0.description.contains("\n") },
      "A diagnostic has several lines."
    )
    let saved = try first.save()
    guard saved.diagnostics.isEmpty else { return }
    let second = Launch(store, scene: scene, root: identifier)
    try require(
      second.report.outcome == .restored || second.report.outcome == .nothingSaved
        || !first.report.diagnostics.isEmpty,
      "What was saved does not come back: \(second.report)"
    )
    try require(first.tree == second.tree, "The tree was\n\(first.tree)and is\n\(second.tree)")
  }
}
