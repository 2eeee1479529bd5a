import Dispatch
import Foundation
import RestorationCore
import RestorationStore
import Testing

@MainActor
func saveOnTermination(_ session: RestorationSession) -> [any DispatchSourceSignal] {
  [SIGTERM, SIGINT, SIGHUP].map { number in
    signal(number, SIG_IGN)  // the source alone takes it from now on
    let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
    source.setEventHandler {
      MainActor.assumeIsolated { _ = session.save() }
      exit(0)
    }
    source.resume()
    return source  // keep it: without it the signal is ignored
  }
}

@MainActor
func keepStateOfFormerVersion(in store: FileStateStore, appVersion: String) throws {
  let name = "before \(appVersion)"
  guard try !store.generations().contains(where: { $0.name == name }) else { return }
  if try store.scenes().contains(where: { $0.appVersion != appVersion }) {
    try store.keep(as: name)
  }
}

@MainActor
func bringBackScene(
  _ root: any Restorable,
  in scene: String,
  of session: RestorationSession
) throws -> RestorationReport? {
  session.save()  // from now on what was held back is listed with its reason
  let generation = try session.generations().first { generation in
    generation.reason?.contains(RestorationOutcome.heldBack.rawValue) == true
      && generation.scenes.contains { $0.scene == scene }
  }
  return generation.map { session.restore(root, in: scene, from: $0) }
}

@MainActor
func makeViewer(of folder: URL, registry: RestorationClassRegistry) -> RestorationSession {
  var configuration = SessionConfiguration()
  configuration.savesAutomatically = false
  return RestorationSession(
    store: FileStateStore(directory: folder, access: .readOnly),
    registry: registry,
    configuration: configuration
  )
}

/// The lines of the module's documentation.
@MainActor
@Suite("Documentation of the file store")
struct DocumentationExamples {
  @Test("The example of the documentation saves to a folder, and lists what can be gone back to.")
  func example() throws {
    try withTemporaryFolder { folder in
      let store = FileStateStore(directory: folder)
      let session = RestorationSession(store: store)
      let root = RestorableController(restorationIdentifier: "root")
      print(session.restore(root, in: "main"))

      #expect(session.save().outcome == .saved)
      try store.keep(as: "before the import")
      for generation in try store.generations() {
        let reason = generation.name ?? generation.reason ?? "the last saves"
        print(generation.number, reason, generation.scenes.map(\.scene))
      }
      #expect(try store.generations().map(\.name) == [nil, "before the import"])
    }
  }

  @Test("A state that was kept before an update brings back what the update did not know.")
  func keepsBeforeUpdate() throws {
    try withTemporaryFolder { folder in
      let store = FileStateStore(directory: folder)
      @MainActor
      func launch(_ version: String, knowsSheets: Bool) -> (RestorationSession, Page) {
        var registry = RestorationClassRegistry()
        if knowsSheets {
          registry.register(Page.self, named: "sheet") { request, _ in
            Page(restorationIdentifier: request.identifier)
          }
        }
        let session = RestorationSession(store: store, registry: registry)
        session.configuration.savesAutomatically = false
        session.configuration.appVersion = version
        let root = Page(restorationIdentifier: "root")
        session.restore(root, in: "main")
        return (session, root)
      }
      let first = launch("1.0", knowsSheets: true)
      first.1.present(Page(restorationIdentifier: "sheet"))
      first.0.save()

      for _ in 0..<2 {
        try keepStateOfFormerVersion(in: store, appVersion: "2.0")
        let forgetful = launch("2.0", knowsSheets: false)
        forgetful.0.save()
      }
      let (session, root) = launch("2.1", knowsSheets: true)
      #expect(root.presentedRestorable == nil)
      let generations = try session.generations()
      // The archive is kept by the store too, as long as it is among the newest.
      #expect(generations.compactMap(\.reason) == ["partial"])
      let kept = try #require(generations.first { $0.name == "before 2.0" })
      session.restore(generation: kept)
      #expect(root.presentedRestorable?.restorationIdentifier == "sheet")
    }
  }

  @Test("A scene that was held back comes back alone.")
  func bringsBackScene() throws {
    try withTemporaryFolder { folder in
      let store = FileStateStore(directory: folder)
      let session = RestorationSession(store: store)
      session.configuration.savesAutomatically = false
      let roots = (Page(restorationIdentifier: "root"), Page(restorationIdentifier: "root"))
      session.restore(roots.0, in: "main")
      session.restore(roots.1, in: "other")
      (roots.0.text, roots.1.text) = ("old", "old")
      session.save()
      #expect(try bringBackScene(roots.0, in: "main", of: session) == nil)
      // As the first save does after a launch that held the scene back.
      let saved = try #require(try store.load(scene: "main"))
      var changes = SceneChanges(replacingWith: saved.archive)
      changes.setsAside = RestorationOutcome.heldBack.rawValue
      try store.commit([changes])
      (roots.0.text, roots.1.text) = ("new", "new")
      let report = try #require(try bringBackScene(roots.0, in: "main", of: session))
      #expect(report.outcome == .restored, "\(report)")
      #expect(roots.0.text == "old" && roots.1.text == "new")
    }
  }

  @Test("A viewer follows the writer by restoring again.")
  func views() throws {
    try withTemporaryFolder { folder in
      let writer = RestorationSession(store: FileStateStore(directory: folder))
      writer.configuration.savesAutomatically = false
      let written = Page(restorationIdentifier: "root")
      writer.restore(written, in: "main")
      let viewer = makeViewer(of: folder, registry: RestorationClassRegistry())
      let seen = Page(restorationIdentifier: "root")
      for text in ["one", "two"] {
        written.text = text
        writer.save()
        #expect(viewer.restore(seen, in: "main").outcome == .restored)
        #expect(seen.text == text)
      }
      #expect(viewer.save().updatedRecords == 0)
    }
  }
}

private final class Page: RestorableController {
  @Restored("text") var text = ""
}
