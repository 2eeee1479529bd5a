import RestorationCore
import RestorationTestSupport
import Testing

/// Contracts 14 to 18: who stands for a record.
@MainActor
@Suite("Finding and making objects")
struct MakingTests {
  private let store = RecordingStore()

  /// Saves a tree as one run of an app, so that the next run restores it.
  private func save(
    _ root: any Restorable,
    _ registry: RestorationClassRegistry = .fixtures()
  ) throws {
    try store.erase()
    let app = TestApp(store, registry: registry)
    app.restore(root)
    app.save()
  }

  @Test("P268, P287: an object that the launch built is used, and no factory is asked.")
  func launchBuilt() throws {
    try save(Row("root", [Probe("a", number: 1), Probe("a", number: 2)]))
    var registry = RestorationClassRegistry()
    registry.register(Probe.self, named: "probe") { _, _ in throw Mishap() }
    let built = [Probe("a"), Probe("a")]
    let root = Row("root", built)
    let app = TestApp(store, registry: registry)
    let report = app.restore(root)
    #expect(report.outcome == .restored)
    #expect(root.items.elementsEqual(built) { $0 === $1 })
    #expect(built.map(\.number) == [1, 2])
  }

  @Test("P328: equal identifiers in two branches are two nodes with state of their own.")
  func equalIdentifiers() throws {
    try save(
      Pair(
        "root",
        Row("tab", [Probe("a", number: 1)]),
        Row("tab", [Probe("a", number: 2)])
      )
    )
    let left = Probe("a")
    let root = Pair("root", Row("tab", [left]), nil)
    TestApp(store).restore(root)
    #expect(left.number == 1)
    #expect((root.right as? Row)?.item("a", as: Probe.self)?.number == 2)
  }

  @Test("P352: patterns beat names, and of the patterns the most specific one decides.")
  func patternsBeatNames() throws {
    try save(Row("root", [Row("inner", [Probe("a")]), Probe("a"), Probe("b")]))
    let asked = Noted<[String]>([])
    func factory(_ name: String) -> RestorationClassRegistry.Factory {
      { request, _ in
        asked.add("\(name) \(request.path)")
        return Probe(request.identifier)
      }
    }
    var registry = RestorationClassRegistry()
    registry.register(Row.self, named: "row") { request, _ in Row(request.identifier) }
    registry.register(Probe.self, named: "probe", factory: factory("name"))
    registry.register(Probe.self, at: "**/a", factory: factory("**/a"))
    registry.register(Probe.self, at: "root/*/a", factory: factory("root/*/a"))
    let app = TestApp(store, registry: registry)
    #expect(app.restore(Row("root")).outcome == .restored)
    #expect(asked.value == ["**/a root/a", "name root/b", "root/*/a root/inner/a"])
  }

  @Test("B02, P331: a class that was renamed is found under its alias.")
  func alias() throws {
    try save(Row("root", [Probe("a", number: 4)]))
    var registry = RestorationClassRegistry()
    registry.register(Probe.self, named: "renamed", aliases: ["probe"]) { request, _ in
      Probe(request.identifier)
    }
    let root = Row("root")
    let app = TestApp(store, registry: registry)
    #expect(app.restore(root).outcome == .restored)
    #expect(root.item("a", as: Probe.self)?.number == 4)
    root.item("a", as: Probe.self)?.number = 5
    app.save()
    #expect(try store.archive()?.record("a")?.className == "renamed")
  }

  @Test(
    "B02, B04, B15, P331: a class that nobody registers is skipped with all below it, and reported."
  )
  func noClass() throws {
    try save(Row("root", [Row("gone", [Probe("below")]), Probe("a", number: 1)]))
    var registry = RestorationClassRegistry()
    registry.register(Probe.self, named: "probe") { request, _ in Probe(request.identifier) }
    let root = Row("root")
    let app = TestApp(store, registry: registry)
    let report = app.restore(root)
    #expect(report.outcome == .partial)
    #expect(report.reasons == [.noClass])
    #expect(report.diagnostics.first?.path?.description == "root/gone")
    #expect(try #require(report.diagnostics.first).message.contains("'row'"))
    #expect(root.items.count == 1)
    #expect(root.item("a", as: Probe.self)?.number == 1)
    app.save()
    #expect(try store.archive()?.records.count == 2)
    #expect(app.save().outcome == .nothingChanged)
  }

  @Test("A ready-made container that nobody registered is named, and so is how to register it.")
  func noReadyMadeClass() throws {
    let names = ["TabController", "NavigationController", "DrawerController", "SplitController"]
    for name in names + ["OwnController"] {
      var registry = RestorationClassRegistry.fixtures()
      registry.register(Row.self, named: name) { request, _ in Row(request.identifier) }
      try save(Row("root", [Row("gone")]), registry)
      let report = TestApp(store).restore(Row("root"))
      #expect(report.reasons == [.noClass])
      let diagnostic = try #require(report.diagnostics.first)
      #expect(diagnostic.message.contains("'\(name)'"))
      #expect(diagnostic.remedy.contains("register\(name)()") == names.contains(name))
    }
  }

  @Test("A node whose class had no name when it was saved is said to have none.")
  func noRecordedName() throws {
    try save(Row("root", [Probe("gone")]), RestorationClassRegistry())
    let report = TestApp(store, registry: RestorationClassRegistry()).restore(Row("root"))
    #expect(report.reasons == [.noClass])
    #expect(try #require(report.diagnostics.first).message.contains("no name"))
  }

  @Test("P198: a record that names a Swift type makes nothing, and runs none of its code.")
  func typeName() throws {
    final class Unregistered: RestorableController, RestorationClass {
      static let makes = Noted(0)

      static func makeRestorable(
        for request: RestorationRequest,
        from decoder: StateDecoder
      ) throws -> (any Restorable)? {
        makes.value += 1
        return Unregistered(restorationIdentifier: request.identifier)
      }
    }
    for name in [String(reflecting: Unregistered.self), "\(Unregistered.self)"] {
      var registry = RestorationClassRegistry.fixtures()
      registry.register(Unregistered.self, named: name)
      try save(Row("root", [Unregistered(restorationIdentifier: "a")]), registry)
      #expect(try store.archive()?.record("a")?.className == name)
      let root = Row("root")
      let report = TestApp(store, registry: .fixtures()).restore(root)
      #expect(report.reasons == [.noClass] && root.items.isEmpty)
      #expect(Unregistered.makes.value == 0)
    }
  }

  @Test("P12: the fallback makes what no class is registered for, and is asked last.")
  func fallback() throws {
    try save(Row("root", [Row("gone", [Probe("below")]), Probe("a")]))
    var registry = RestorationClassRegistry()
    registry.register(Probe.self, named: "probe") { request, _ in Probe(request.identifier) }
    let asked = Noted<[String]>([])
    var configuration = SessionConfiguration()
    configuration.fallback = { request, _ in
      asked.add(request.className ?? "")
      return Row(request.identifier)
    }
    let app = TestApp(store, registry: registry, configuration: configuration)
    #expect(app.restore(Row("root")).outcome == .restored)
    #expect(asked.value == ["row"])
    configuration.fallback = { _, _ in nil }
    let declining = TestApp(store, registry: registry, configuration: configuration)
    #expect(declining.restore(Row("root")).reasons == [.noClass])
    configuration.fallback = { _, _ in throw Mishap() }
    let throwing = TestApp(store, registry: registry, configuration: configuration)
    #expect(throwing.restore(Row("root")).reasons == [.failed])
  }

  @Test("B09, B53: a factory that declines ends the search for its node and all below.")
  func declines() throws {
    try save(Row("root", [Row("row", [Probe("below")]), Probe("a")]))
    let asked = Noted<[String]>([])
    var registry = RestorationClassRegistry.fixtures()
    registry.register(Row.self, at: "**/row") { _, _ in nil }
    registry.register(Row.self, named: "row") { request, _ in
      asked.add("by name")
      return Row(request.identifier)
    }
    registry.register(Probe.self, named: "probe") { request, _ in
      asked.add("\(request.path)")
      return Probe(request.identifier)
    }
    var configuration = SessionConfiguration()
    configuration.fallback = { _, _ in
      asked.add("fallback")
      return nil
    }
    let app = TestApp(store, registry: registry, configuration: configuration)
    let report = app.restore(Row("root"))
    #expect(report.reasons == [.declined])
    #expect(try #require(report.diagnostics.first).message.contains("The factory of Row declined"))
    #expect(asked.value == ["root/a"])
  }

  @Test("A factory that throws declines, and the report shows the error and the class.")
  func throwing() throws {
    try save(Row("root", [Row("row", [Probe("below")]), Probe("a")]))
    var registry = RestorationClassRegistry.fixtures()
    registry.register(Row.self, named: "row") { _, _ in throw Mishap() }
    let root = Row("root")
    let report = TestApp(store, registry: registry).restore(root)
    #expect(report.reasons == [.failed])
    let message = try #require(report.diagnostics.first).message
    #expect(message.contains("The factory of Row failed") && message.contains("a mishap"))
    #expect(root.items.count == 1)
  }

  @Test("P203: a factory gets the whole request and the node's own state.")
  func request() throws {
    let seen = Noted<[RestorationRequest]>([])
    let texts = Noted<[String]>([])
    var registry = RestorationClassRegistry.fixtures()
    registry.register(Probe.self, named: "probe", version: 3) { request, decoder in
      seen.value.append(request)
      texts.add(try decoder.decode(forKey: "text"))
      return Probe(request.identifier)
    }
    let second = Probe("a")
    second.text = "second"
    try save(Pair("root", Row("row", [Probe("a"), second]), nil), registry)
    let root = Pair("root", nil, nil)
    TestApp(store, registry: registry).restore(root)
    let request = try #require(seen.value.last)
    #expect(request.scene == "main")
    #expect(request.path.description == "root/left:row/a[1]")
    #expect(request.identifier == "a" && request.slot == .only && request.ordinal == 1)
    #expect(request.className == "probe" && request.classVersion == 3)
    #expect(request.parent === root.left)
    #expect(texts.value == ["", "second"])
  }

  @Test("P186: a factory may not give one object for two records.")
  func sameObjectTwice() throws {
    try save(Row("root", [Probe("a"), Probe("b")]))
    let only = Probe("a")
    var registry = RestorationClassRegistry.fixtures()
    registry.register(Probe.self, named: "probe") { _, _ in only }
    let root = Row("root")
    let app = TestApp(store, registry: registry)
    let report = app.restore(root)
    #expect(report.reasons == [.nodeInTwoPlaces])
    #expect(report.diagnostics.first?.path?.description == "root/b")
    #expect(root.items.count == 1)
    #expect(app.save().diagnostics.isEmpty)
  }

  @Test(
    "A factory may not give an object that stands in the tree already, root and parent included."
  )
  func objectOfTheTree() throws {
    for (index, reason) in [RestorationDiagnostic.Reason.nodeInTwoPlaces, .otherIdentifier]
      .enumerated()
    {
      for inTree in [true, false] where inTree || index == 1 {
        try save(Row("root", [Row("row", [Probe("x")]), Probe("a")]))
        let row = Row("row")
        let root = Row("root", [row])
        let result: any Restorable = index == 0 ? root : inTree ? row : Row("other")
        var registry = RestorationClassRegistry.fixtures()
        registry.register(Probe.self, at: "root/a") { _, _ in result }
        let app = TestApp(store, registry: registry)
        let report = app.restore(root)
        let expected = inTree ? .nodeInTwoPlaces : reason
        #expect(report.reasons.first == expected)
        #expect(root.items.count == (inTree ? 1 : 2))
        #expect(app.save().diagnostics.isEmpty)
      }
    }
  }

  @Test("An object with another identifier, or none, is put in place and reported.")
  func otherIdentifier() throws {
    for identifier in ["z", "", nil] {
      try save(Row("root", [Probe("a", number: 5)]))
      let made = Probe(identifier)
      var registry = RestorationClassRegistry.fixtures()
      registry.register(Probe.self, named: "probe") { _, _ in made }
      let root = Row("root")
      let app = TestApp(store, registry: registry)
      let report = app.restore(root)
      #expect(report.reasons == [.otherIdentifier])
      #expect(made.number == 5)
      #expect(root.items.first === made)
      app.save()
      let expected = (identifier ?? "").isEmpty ? ["root"] : ["root", "z"]
      #expect(try store.archive()?.records.values.map(\.identifier).sorted() == expected)
    }
  }

  @Test("An object of another class is put in place and not decoded, and the next save knows it.")
  func otherClass() throws {
    try save(Row("root", [Probe("a", number: 5)]))
    let standIn = Promising(restorationIdentifier: "a")
    let app = TestApp(store)
    let report = app.restore(Row("root", [standIn]))
    #expect(report.reasons == [.otherClass])
    let diagnostic = try #require(report.diagnostics.first)
    #expect(diagnostic.message.contains("A Promising stands where"))
    // The name is taken, so that it can be no alias.
    #expect(!diagnostic.remedy.contains("alias") && diagnostic.remedy.contains("'probe'"))
    #expect(standIn.number == 0)
    app.save()
    #expect(try store.archive()?.record("a")?.className == "promising")
    #expect(TestApp(store).restore(Row("root")).outcome == .restored)
  }

  @Test("A subclass of the recorded class is decoded.")
  func subclass() throws {
    class Base: RestorableController {
      @Restored("text") var text = ""
    }
    final class Derived: Base {}
    var registry = RestorationClassRegistry()
    registry.register(Base.self, named: "base") { request, _ in
      Derived(restorationIdentifier: request.identifier)
    }
    let base = Base(restorationIdentifier: "a")
    base.text = "kept"
    try save(Row("root", [base]), registry)
    let root = Row("root")
    #expect(TestApp(store, registry: registry).restore(root).outcome == .restored)
    #expect(root.item("a", as: Derived.self)?.text == "kept")
  }

  @Test("P117, P179: fewer objects than at the save keep their own state, and the rest is made.")
  func fewer() throws {
    try save(Row("root", (1...4).map { Probe("a", number: $0) }))
    let built = [Probe("a"), Probe("a")]
    let root = Row("root", built)
    TestApp(store).restore(root)
    #expect(root.items.compactMap { ($0 as? Probe)?.number } == [1, 2, 3, 4])
    #expect(root.items.prefix(2).elementsEqual(built) { $0 === $1 })
  }

  @Test("B16, P332: a factory may refuse for want of what it needs, and the siblings come back.")
  func missingDependency() throws {
    try save(Row("root", [Probe("a"), Promising(restorationIdentifier: "b")]))
    var registry = RestorationClassRegistry.fixtures()
    registry.register(Probe.self, named: "probe") { request, decoder in
      decoder.context.models == nil ? nil : Probe(request.identifier)
    }
    let root = Row("root")
    let report = TestApp(store, registry: registry).restore(root)
    #expect(report.outcome == .partial)
    #expect(root.items.map(\.restorationIdentifier) == ["b"])
  }

  @Test("P294: registered twice under one name, the last registration counts.")
  func registeredTwice() throws {
    try save(Row("root", [Probe("a")]))
    var registry = RestorationClassRegistry.fixtures()
    registry.register(Probe.self, named: "probe") { request, _ in
      Probe(request.identifier, number: 77)
    }
    let root = Row("root")
    TestApp(store, registry: registry).restore(root)
    #expect(root.items.count == 1)
  }

  @Test(
    "P119, P120: among places whose identifiers are unique, an identifier used twice matches nothing."
  )
  func uniqueIdentifiers() throws {
    final class Tabs: RestorableController, RestorableContainer {
      var tabs: [any Restorable] = []
      func encodeChildren(to encoder: ChildEncoder) {
        encoder.encode(tabs, identifiersAreUnique: true)
      }
      func restoreChildren(from decoder: ChildDecoder) {
        updateChildren { tabs = decoder.objects() ?? tabs }
      }
    }
    func tabs(_ items: [any Restorable]) -> Tabs {
      let tabs = Tabs(restorationIdentifier: "root")
      tabs.updateChildren { tabs.tabs = items }
      return tabs
    }
    let saving = TestApp(store)
    saving.restore(tabs([Probe("a", number: 1), Probe("a", number: 2), Probe("b", number: 3)]))
    #expect(saving.save().reasons == [.duplicateIdentifier])
    let built = [Probe("a"), Probe("a"), Probe("b")]
    let root = tabs(built)
    TestApp(store).restore(root)
    #expect(root.tabs.count == 3)
    #expect(root.tabs.filter { tab in built.contains { $0 === tab } }.count == 1)
    #expect(root.tabs.compactMap { ($0 as? Probe)?.number } == [1, 2, 3])
  }
}
