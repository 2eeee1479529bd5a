import RestorationCore
import RestorationTestSupport
import Testing

/// Contract 31: a reference is a number, and gives back the one live object.
@MainActor
@Suite("References")
struct ReferenceTests {
  private let store = RecordingStore()

  /// A registry whose probes keep a friend by reference.
  private var registry: RestorationClassRegistry {
    var registry = RestorationClassRegistry.fixtures()
    registry.register(Probe.self, named: "probe") { request, _ in befriended(request.identifier) }
    return registry
  }

  private func harness(_ items: [any Restorable]) -> RestorationHarness<Row> {
    let harness = RestorationHarness(registry: registry) { _ in Row("root") }
    harness.root.set(items)
    return harness
  }

  @Test("References to oneself, in a cycle, to the parent and to the root are the live objects.")
  func cycles() throws {
    let (first, second, own, inner) = (
      befriended("a"), befriended("b"), befriended("c"), befriended("d")
    )
    let row = Row("row", [inner])
    first.friend = second
    second.friend = first
    own.friend = own
    inner.friend = row
    let harness = harness([first, second, own, row])
    #expect(try harness.restartAndRestore().outcome == .restored)
    let root = harness.root
    let a = try #require(root.item("a", as: Probe.self))
    let b = try #require(root.item("b", as: Probe.self))
    let c = try #require(root.item("c", as: Probe.self))
    let restoredRow = try #require(root.item("row", as: Row.self))
    #expect(a.friend === b && b.friend === a && c.friend === c)
    #expect(restoredRow.item("d", as: Probe.self)?.friend === restoredRow)
    for probe in [a, b, c] { probe.friend = nil }
    restoredRow.item("d", as: Probe.self)?.friend = nil
  }

  @Test("Arrays and dictionaries of references keep order, names and identity.")
  func collections() throws {
    let lists = Noted<[any Restorable]>([])
    let maps = Noted<[String: Probe]>([:])
    var registry = RestorationClassRegistry.fixtures()
    registry.register(Probe.self, at: "root/keeper") { request, _ in
      let probe = Probe(request.identifier)
      probe.decoding = { _, decoder in
        lists.value = try decoder.decodeReferences(forKey: "list")
        maps.value = try decoder.decodeReferences(forKey: "map")
      }
      return probe
    }
    let harness = RestorationHarness(registry: registry) { _ in Row("root") }
    let (a, b, keeper) = (Probe("a"), Probe("b"), Probe("keeper"))
    keeper.encoding = { keeper, encoder in
      encoder.encodeReferences([b, a, b, keeper], forKey: "list")
      encoder.encodeReferences(["x": a, "y": b], forKey: "map")
    }
    harness.root.set([keeper, a, b])
    #expect(try harness.restartAndRestore().outcome == .restored)
    let items = harness.root.items
    #expect(lists.value.elementsEqual([items[2], items[1], items[2], items[0]]) { $0 === $1 })
    #expect(maps.value["x"] === items[1] && maps.value["y"] === items[2])
    #expect(maps.value.count == 2)
  }

  @Test("References survive reordering, and the going of a sibling with the same identifier.")
  func reordering() throws {
    let twins = (0..<4).map { Probe("twin", number: $0) }
    let keeper = befriended("keeper")
    keeper.friend = twins[2]
    let harness = harness(twins + [keeper])
    try harness.restartAndRestore()
    let items = harness.root.items
    harness.root.set([items[4], items[3], items[2], items[1]])
    try harness.restartAndRestore()
    let restored = try #require(harness.root.item("keeper", as: Probe.self))
    #expect(restored.friend === harness.root.items[2])
    #expect((restored.friend as? Probe)?.number == 2)
  }

  @Test("P160: a target outside the tree is refused with a diagnostic, and written once it joins.")
  func outsideTree() throws {
    let keeper = Promising(restorationIdentifier: "keeper")
    let target = Probe("target")
    keeper.friend = target
    let root = Row("root", [keeper])
    let app = TestApp(store)
    app.restore(root)
    let report = app.save()
    #expect(report.reasons == [.referenceOutsideTree])
    #expect(
      try #require(report.diagnostics.first).message.contains("come back as a second instance")
    )
    #expect(report.diagnostics.first?.path?.description == "root/keeper")
    let without = try #require(try store.archive()?.record("keeper"))
    root.add(target)
    #expect(app.save().diagnostics.isEmpty)
    #expect(try store.archive()?.record("keeper") != without)
    let count = keeper.encodes
    app.save()
    #expect(keeper.encodes == count)
    let restored = Row("root")
    TestApp(store).restore(restored)
    #expect(restored.item("keeper", as: Promising.self)?.friend === restored.items[1])
  }

  @Test("P325: a target that did not come back is nil, with a reason, and the report names both.")
  func notRestored() throws {
    let keeper = befriended("keeper")
    keeper.friend = Row("gone")
    let saving = TestApp(store, registry: registry)
    saving.restore(Row("root", [keeper, try #require(keeper.friend)]))
    saving.save()
    let number = try #require(try store.archive()?.number("gone"))
    var registry = self.registry
    let statuses = Noted<[ReferenceStatus]>([])
    registry.register(Row.self, named: "row") { _, _ in nil }
    registry.register(Probe.self, named: "probe") { request, _ in
      let probe = Probe(request.identifier)
      probe.decoding = { probe, decoder in
        probe.friend = try decoder.decodeReference(forKey: "friend")
        statuses.value = [
          try decoder.referenceStatus(forKey: "friend"),
          try decoder.referenceStatus(forKey: "none"),
        ]
      }
      return probe
    }
    let root = Row("root")
    let report = TestApp(store, registry: registry).restore(root)
    #expect(root.item("keeper", as: Probe.self)?.friend == nil)
    #expect(statuses.value == [.notRestored(number), .absent])
    #expect(report.reasons == [.declined, .referenceNotRestored])
    let text = try #require(report.diagnostics.last).description
    #expect(text.contains("root/keeper") && text.contains("'gone'"))
  }

  @Test("A target of another class is an error for that key.")
  func wrongType() throws {
    let keeper = befriended("keeper")
    keeper.friend = Promising(restorationIdentifier: "target")
    let saving = TestApp(store, registry: registry)
    saving.restore(Row("root", [keeper, try #require(keeper.friend)]))
    saving.save()
    let caught = Noted<StateCodingError.Code?>(nil)
    var registry = self.registry
    registry.register(Probe.self, named: "probe") { request, _ in
      let probe = Probe(request.identifier)
      probe.decoding = { _, decoder in
        do {
          _ = try decoder.decodeReference(Row.self, forKey: "friend")
        } catch let error as StateCodingError {
          caught.value = error.code
        }
      }
      return probe
    }
    TestApp(store, registry: registry).restore(Row("root"))
    #expect(caught.value == .invalidValue)
  }

  @Test("A reference to nothing is null, which is not the same as never written.")
  func null() throws {
    let statuses = Noted<[ReferenceStatus]>([])
    let probe = Probe("root")
    probe.encoding = { _, encoder in encoder.encodeReference(nil, forKey: "friend") }
    let saving = TestApp(store)
    saving.restore(probe)
    saving.save()
    let restored = Probe("root")
    restored.decoding = { _, decoder in
      statuses.value = try ["friend", "other"].map { try decoder.referenceStatus(forKey: $0) }
    }
    TestApp(store).restore(restored)
    #expect(statuses.value == [.null, .absent])
  }

  @Test("References to presented nodes, to plain objects and from them are the live objects.")
  func presentedAndObjects() throws {
    let presenter = befriended("presenter")
    let sheet = befriended("sheet")
    let object = befriended("object")
    presenter.friend = sheet
    sheet.friend = object
    object.friend = presenter
    let harness = harness([presenter])
    presenter.present(sheet)
    harness.session.register(object, under: presenter)
    #expect(try harness.restartAndRestore().outcome == .restored)
    let restored = try #require(harness.root.item("presenter", as: Probe.self))
    let restoredSheet = try #require(restored.presentedRestorable as? Probe)
    let objects = harness.session.registeredObjects(under: restored)
    let restoredObject = try #require(objects.first as? Probe)
    #expect(objects.count == 1)
    #expect(restored.friend === restoredSheet)
    #expect(restoredSheet.friend === restoredObject)
    #expect(restoredObject.friend === restored)
    for probe in [restored, restoredSheet, restoredObject] { probe.friend = nil }
  }

  @Test("A factory finds the nodes that stand before its own, undecoded.")
  func inFactory() throws {
    let found = Noted<[String]>([])
    let (a, b) = (befriended("a"), befriended("b"))
    let harness = RestorationHarness(registry: registry) { _ in Row("root") }
    let first = Row("first", [a])
    let second = Row("second", [b])
    b.friend = first
    harness.root.set([first, second])
    let bytes = try harness.savedState()
    var registry = self.registry
    registry.register(Probe.self, at: "root/second/b") { request, decoder in
      let friend = try decoder.decodeReference(Row.self, forKey: "friend")
      found.add(friend?.restorationIdentifier ?? "none")
      return Probe(request.identifier)
    }
    let again = RestorationHarness(registry: registry) { _ in Row("root") }
    #expect(try again.restore(from: bytes).outcome == .restored)
    #expect(found.value == ["first"])
  }

  /// A registry for a guide whose container state refers to a node.
  private var guided: RestorationClassRegistry {
    var registry = RestorationClassRegistry.fixtures()
    registry.register(Guide.self, named: "guide") { request, _ in
      Guide(restorationIdentifier: request.identifier)
    }
    return registry
  }

  @Test(
    "Container state refers to any node of the tree: a child, one below it, a sheet, an object.",
    arguments: ["child", "deep", "sheet", "object", "uncle"]
  )
  func inContainerState(_ target: String) throws {
    let (deep, sheet, object, uncle) = (
      Probe("deep"), Probe("sheet"), Probe("object"), Probe("uncle")
    )
    let child = Row("child", [deep])
    let guide = Guide(restorationIdentifier: "guide")
    guide.set([child])
    guide.present(sheet)
    let saved = Row("root", [guide, uncle])
    let saving = TestApp(store, registry: guided)
    saving.session.register(object, under: guide)
    guide.target = [child, deep, sheet, object, uncle].first {
      $0.restorationIdentifier == target
    }
    saving.restore(saved)
    #expect(saving.save().diagnostics.isEmpty)
    for _ in 0..<2 {
      let root = Row("root")
      let app = TestApp(store, registry: guided)
      #expect(app.restore(root).outcome == .restored)
      let restored = try #require(root.item("guide", as: Guide.self))
      #expect(restored.target?.restorationIdentifier == target)
      #expect(restored.target?.restorationTracker?.node != nil)
      #expect(restored.knowsTarget == true)
      root.add(Probe("more"))
      app.save()
    }
  }

  @Test("A reference in container state whose target did not come back is reported, if it is read.")
  func lostInContainerState() throws {
    let deep = Probe("deep")
    let guide = Guide(restorationIdentifier: "guide")
    let child = Row("child", [deep])
    guide.set([child])
    let saving = TestApp(store, registry: guided)
    let root = Row("root", [guide])
    saving.restore(root)
    for target in [deep, child] as [any Restorable] {
      guide.target = target
      guide.invalidateRestorableState()
      saving.save()
      var registry = guided
      registry.register(Probe.self, named: "probe") { _, _ in nil }
      registry.register(Row.self, at: "root/guide/child") { request, _ in
        target === child ? nil : Row(request.identifier)
      }
      let report = TestApp(store, registry: registry).restore(Row("root"))
      #expect(report.reasons == [.declined, .referenceNotRestored])
      let last = try #require(report.diagnostics.last)
      #expect(last.path == "root/guide" && last.message.contains("'target'"))
    }
  }

  @Test("A factory that asks for a node that is made later is told of, unless its node asks again.")
  func lateInFactory() throws {
    let (a, b) = (befriended("a"), befriended("b"))
    a.friend = b
    let saving = TestApp(store, registry: registry)
    saving.restore(Row("root", [a, b]))
    saving.save()
    for asksAgain in [true, false] {
      var registry = self.registry
      registry.register(Probe.self, at: "root/a") { request, decoder in
        let probe = befriended(request.identifier)
        probe.friend = try decoder.decodeReference(forKey: "friend")
        if !asksAgain { probe.decoding = { _, _ in } }
        return probe
      }
      let root = Row("root")
      let report = TestApp(store, registry: registry).restore(root)
      #expect(report.reasons == (asksAgain ? [] : [.referenceNotRestored]))
      if asksAgain {
        #expect(root.item("a", as: Probe.self)?.friend === root.items[1])
      } else {
        let diagnostic = try #require(report.diagnostics.first)
        #expect(diagnostic.path == "root/a" && diagnostic.message.contains("'b'"))
        #expect(diagnostic.remedy.contains("decodeRestorableState(from:)"))
      }
    }
  }

  @Test("A target that is attached and transient is said to be transient.")
  func transientTarget() throws {
    let keeper = befriended("keeper")
    let target = Probe("target")
    target.isRestorationTransient = true
    keeper.friend = target
    let app = TestApp(store)
    app.restore(Row("root", [keeper, target]))
    let report = app.save()
    #expect(report.reasons == [.referenceOutsideTree])
    let diagnostic = try #require(report.diagnostics.first)
    #expect(diagnostic.message.contains("transient"))
    #expect(!diagnostic.remedy.contains("Attach"))
  }
}

/// A container whose own state refers to a node, wherever it stands.
private final class Guide: RestorableController, RestorableContainer {
  private(set) var items: [any Restorable] = []
  weak var target: (any Restorable)?

  /// What the status of the reference was when it was read last.
  private(set) var knowsTarget: Bool?

  override class var tracksChanges: Bool { true }

  func set(_ items: [any Restorable]) {
    updateChildren { self.items = items }
  }

  func encodeChildren(to encoder: ChildEncoder) { encoder.encode(items) }

  func restoreChildren(from decoder: ChildDecoder) { set(decoder.objects() ?? items) }

  func encodeContainerState(to encoder: StateEncoder) throws {
    encoder.encodeReference(target, forKey: "target")
  }

  func decodeContainerState(from decoder: StateDecoder) throws {
    knowsTarget = try decoder.referenceStatus(forKey: "target") == .restored
    target = try decoder.decodeReference(forKey: "target")
  }
}

/// A probe that keeps its friend by reference.
@MainActor
private func befriended(_ identifier: String) -> Probe {
  let probe = Probe(identifier)
  probe.encoding = { probe, encoder in
    encoder.encode(probe.number, forKey: "number")
    encoder.encodeReference(probe.friend, forKey: "friend")
  }
  probe.decoding = { probe, decoder in
    probe.number = try decoder.decode(forKey: "number")
    probe.friend = try decoder.decodeReference(forKey: "friend")
  }
  return probe
}
