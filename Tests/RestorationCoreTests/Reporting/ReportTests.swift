import Foundation
import RestorationCore
import RestorationTestSupport
import Testing

/// Contract 26: the result is a value that can be printed, sent and kept.
@MainActor
@Suite("Reports")
struct ReportTests {
  private func report() throws -> RestorationReport {
    let store = RecordingStore()
    let saving = TestApp(store)
    let root = Row("root", [Probe("a"), Row("gone", [Probe("x")]), Probe("hidden")])
    root.show(0)
    saving.restore(root)
    saving.save()
    var registry = RestorationClassRegistry.fixtures()
    registry.register(Row.self, named: "row") { _, _ in nil }
    return TestApp(store, registry: registry).restore(Row("root"))
  }

  @Test("A report prints a line on the outcome and one for each diagnostic, with path and remedy.")
  func printed() throws {
    let lines = try report().description.split(separator: "\n")
    #expect(
      lines == [
        "main: partial, 3 of 5 nodes, 1 of them asleep",
        "  root/gone: The factory of Row declined to make the node. It and all below it are left out.",
      ]
    )
  }

  @Test("A report survives coding.")
  func coded() throws {
    let report = try report()
    let data = try JSONEncoder().encode(report)
    #expect(try JSONDecoder().decode(RestorationReport.self, from: data) == report)
  }

  @Test("Every diagnostic is one line that ends in a sentence on what to do.")
  func oneLine() throws {
    for diagnostic in try report().diagnostics {
      #expect(!diagnostic.description.contains("\n"))
      #expect(diagnostic.remedy.hasSuffix("."))
      #expect(diagnostic.message.hasSuffix("."))
    }
  }

  @Test("What is told of a name that breaks lines stands on one line.")
  func namesThatBreakLines() throws {
    let name = "a\nb\r\u{2028}c\u{1B}[2J"
    let damage = ArchiveDamage(message: "Node #1 of the scene '\(name)' is damaged.")
    let error = StateStoreError(.damaged, "The scene '\(name)' is damaged.", location: "/\(name)")
    let decoder = StateDecoder()
    let missing = #expect(throws: StateCodingError.self) {
      try decoder.decode(forKey: StateKey<Int>(name))
    }
    let reason = try #require(missing).message
    for line in [damage.message, error.message, error.description, reason] {
      #expect(line.contains("a%0Ab%0D%E2%80%A8c%1B[2J"))
    }
    #expect(!error.description.contains("\n"))
  }

  @Test("A class that inherits its factory is reported with each restore.")
  func registration() throws {
    class Base: RestorableController, RestorationClass {
      class func makeRestorable(
        for request: RestorationRequest,
        from decoder: StateDecoder
      ) throws -> (any Restorable)? {
        Base(restorationIdentifier: request.identifier)
      }
    }
    final class Derived: Base {}
    var registry = RestorationClassRegistry.fixtures()
    registry.register(Base.self, named: "base")
    registry.register(Derived.self, named: "derived")
    let store = RecordingStore()
    let saving = TestApp(store, registry: registry)
    saving.restore(Row("root", [Derived(restorationIdentifier: "a")]))
    saving.save()
    let root = Row("root")
    let report = TestApp(store, registry: registry).restore(root)
    #expect(report.reasons == [.otherClass, .registration])
    #expect(root.items.count == 1)
  }

  @Test("Damage that the store tells of is in the report, and what was there is set aside.")
  func damage() throws {
    struct Damaging: StateStore {
      let store = RecordingStore()
      func scenes() throws(StateStoreError) -> [ArchiveHeader] { try store.scenes() }
      func load(scene: String) throws(StateStoreError) -> LoadedArchive? {
        var loaded = try store.load(scene: scene)
        loaded?.damage = [ArchiveDamage(node: NodeNumber(9), message: "Node #9 was damaged.")]
        return loaded
      }
      func commit(_ changes: [SceneChanges]) throws(StateStoreError) { try store.commit(changes) }
      func discard(scene: String) throws(StateStoreError) { try store.discard(scene: scene) }
      func erase() throws(StateStoreError) { try store.erase() }
    }
    let store = Damaging()
    let saving = TestApp(store)
    saving.restore(Row("root", [Probe("a", number: 1)]))
    saving.save()
    let app = TestApp(store)
    let root = Row("root")
    let report = app.restore(root)
    #expect(report.outcome == .partial && report.reasons == [.damaged])
    #expect(root.item("a", as: Probe.self)?.number == 1)
    #expect(app.save().outcome == .saved)
    #expect(store.store.lastChanges?.setsAside == "partial")
    #expect(store.store.lastChanges?.replacesEverything == true)
  }

  @Test("A save report prints what was saved, and why it was not.")
  func saveReport() {
    let app = TestApp()
    app.restore(Row("root", [Probe("a")]))
    #expect(app.save().description == "saved 2 records, removed 0")
    #expect(app.save().description == "nothing changed")
    let names: [SaveReport.Outcome: String] = [
      .deferred: "deferred until the restore has ended", .vetoed: "vetoed by the app",
      .refused: "refused", .failed(StateStoreError(.outOfSpace, "No room.")): "failed: No room.",
    ]
    for (outcome, text) in names { #expect(SaveReport(outcome: outcome).description == text) }
  }

  @Test(
    "B50: the description of a tree shows slots, classes, what is asleep, transient and nameless."
  )
  func tree() throws {
    let app = TestApp()
    let presenter = Probe("presenter")
    presenter.present(Probe("sheet"))
    let preview = Probe("preview")
    preview.isRestorationTransient = true
    let root = Pair("root", Row("row", [Probe(nil), preview, Probe("two\nlines")]), presenter)
    app.session.register(BareLeaf("object"), under: root)
    #expect(app.session.treeDescription(scene: "main") == nil)
    app.restore(root)
    #expect(
      app.session.treeDescription(scene: "main") == #"""
        root Pair
          left: row Row
            (no identifier) Probe
            preview Probe, transient
            two%0Alines Probe
          right: presenter Probe
            presented: sheet Probe
          object: object BareLeaf
        """#
    )
  }

  @Test("P330: what the report counts is what stands in the tree.")
  func counts() throws {
    let harness = RestorationHarness(registry: .fixtures()) { _ in Row("root") }
    harness.root.set((0..<10).map { Probe("p\($0)") })
    let report = try harness.restartAndRestore()
    #expect(report.savedNodes == 11 && report.restoredNodes == 11)
    #expect(harness.treeDescription.split(separator: "\n").count == report.restoredNodes)
  }
}
