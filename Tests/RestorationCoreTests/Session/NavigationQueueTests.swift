import RestorationCore
import RestorationTestSupport
import Testing

/// Contract 23: navigation during a restore waits for its end.
@MainActor
@Suite("Navigation during a restore")
struct NavigationQueueTests {
  @Test("P51, P63: steps asked for during a restore run after it, in order, and never nested.")
  func order() throws {
    let events = Noted<[String]>([])
    let harness = RestorationHarness(registry: .fixtures()) { _ in
      let root = Probe("root")
      root.decoding = { root, _ in
        for name in ["first", "second"] {
          let outcome = root.performNavigation {
            events.add("begin \(name)")
            root.performNavigation {
              events.add("within \(name)")
              return .performed
            }
            events.add("end \(name)")
            return .performed
          }
          events.add("\(outcome)")
        }
      }
      root.finishing = { _ in events.add("finished") }
      return root
    }
    try harness.restartAndRestore()
    #expect(
      events.value == [
        "deferred", "deferred", "finished", "begin first", "end first", "begin second",
        "end second", "within first", "within second",
      ]
    )
  }

  @Test("Presenting and dismissing during a restore wait; setting the property applies at once.")
  func presenting() throws {
    let outcomes = Noted<[NavigationOutcome]>([])
    let harness = RestorationHarness(registry: .fixtures()) { _ in
      let root = Probe("root")
      root.decoding = { root, _ in
        outcomes.value = [root.dismissPresented(), root.present(Probe("later"))]
        root.restorablePresentation = Presentation(of: Probe("now"))
        #expect(root.presentedRestorable?.restorationIdentifier == "now")
      }
      return root
    }
    harness.root.present(Probe("saved"))
    try harness.restartAndRestore()
    #expect(outcomes.value == [.deferred, .deferred])
    #expect(harness.root.presentedRestorable?.restorationIdentifier == "later")
    let before = harness.root.presentedRestorable
    #expect(harness.root.dismissPresented() == .performed)
    #expect(harness.root.dismissPresented() == .refused("Nothing is presented."))
    #expect(before?.restorationIdentifier == "later")
  }

  @Test("B52: what a deep link does right after a restore stands against what was restored.")
  func deepLink() throws {
    let harness = RestorationHarness(registry: .fixtures()) { _ in Row("root") }
    harness.root.set([Probe("a"), Probe("b")])
    try harness.restartAndRestore()
    harness.root.set([Probe("linked")])
    let archive = try harness.archive()
    #expect(archive.records.values.map(\.identifier).sorted() == ["linked", "root"])
  }

  @Test("B56: a node that is taken out after a successful restore is gone at the next one.")
  func prunedLater() throws {
    let harness = RestorationHarness(registry: .fixtures()) { _ in Row("root") }
    harness.root.set([Probe("list"), Probe("detail")])
    try harness.restartAndRestore()
    harness.root.set(Array(harness.root.items.prefix(1)))
    try harness.restartAndRestore()
    #expect(harness.root.items.map(\.restorationIdentifier) == ["list"])
  }

  @Test("B12: a node may take itself out when it finds that its model is gone.")
  func prunedAtFinish() throws {
    var registry = RestorationClassRegistry.fixtures()
    registry.register(Probe.self, named: "probe") { request, _ in
      let probe = Probe(request.identifier)
      probe.finishing = { probe in
        guard probe.number == 7, let row = probe.enclosingRestorable as? Row else { return }
        probe.performNavigation {
          row.set(row.items.filter { $0 !== probe })
          return .performed
        }
      }
      return probe
    }
    let harness = RestorationHarness(registry: registry) { _ in Row("root") }
    harness.root.set([Probe("list"), Probe("detail", number: 7)])
    #expect(try harness.restartAndRestore().outcome == .restored)
    #expect(harness.root.items.map(\.restorationIdentifier) == ["list"])
    #expect(try harness.archive().records.count == 2)
  }
}
