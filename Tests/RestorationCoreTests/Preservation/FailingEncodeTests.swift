import RestorationCore
import RestorationTestSupport
import Testing

/// Contracts 7 and 9: keys do not collide, and an error costs one node its update.
@MainActor
@Suite("Errors while saving")
struct FailingEncodeTests {
  private let store = RecordingStore()

  @Test("A throwing node keeps its last good record, stays marked, and harms no other.")
  func keepsLastRecord() throws {
    let probe = Probe("a", number: 1)
    let other = Probe("b", number: 1)
    let app = TestApp(store)
    app.restore(Row("root", [probe, other]))
    app.save()
    let good = try #require(try store.archive()?.record("a"))
    probe.number = 2
    other.number = 2
    probe.encoding = { _, encoder in
      encoder.encode(2, forKey: "number")
      throw Mishap()
    }
    let report = app.save()
    #expect(report.outcome == .saved)
    #expect(report.reasons == [.failed])
    #expect(try #require(report.diagnostics.first).description.contains("a mishap"))
    #expect(report.diagnostics.first?.path?.description == "root/a")
    #expect(try #require(try store.archive()?.record("a")) == good)
    #expect(store.lastChanges?.updated.map(\.identifier) == ["b"])
    probe.encoding = nil
    app.save()
    #expect(store.lastChanges?.updated.map(\.identifier) == ["a"])
  }

  @Test("A class that promises its changes is asked again after it threw.")
  func staysMarked() throws {
    final class Fragile: RestorableController {
      var fails = true
      override class var tracksChanges: Bool { true }
      override func encodeRestorableState(to encoder: StateEncoder) throws {
        if fails { throw Mishap() }
        encoder.encode(1, forKey: "number")
      }
    }
    let node = Fragile(restorationIdentifier: "a")
    let app = TestApp(store)
    app.restore(Row("root", [node]))
    #expect(app.save().reasons == [.failed])
    #expect(try store.archive()?.record("a")?.state == NodeRecord.emptyState)
    node.fails = false
    #expect(app.save().updatedRecords == 1)
    #expect(app.save().outcome == .nothingChanged)
  }

  @Test("State that is kept is recorded with the class version that it was written by.")
  func keepsClassVersion() throws {
    let app = TestApp(store)
    let probe = Probe("a", number: 1)
    app.restore(Row("root", [probe]))
    app.save()
    var registry = RestorationClassRegistry.fixtures()
    registry.register(Probe.self, named: "probe", version: 2) { request, _ in
      Probe(request.identifier)
    }
    app.session.registry = registry
    probe.encoding = { _, _ in throw Mishap() }
    app.save()
    #expect(try store.archive()?.record("a")?.classVersion == 0)
    probe.encoding = nil
    app.save()
    #expect(try store.archive()?.record("a")?.classVersion == 2)
  }

  @Test("A child of a throwing node is saved.")
  func childOfThrowing() throws {
    let presenter = Probe("a")
    presenter.encoding = { _, _ in throw Mishap() }
    presenter.present(Probe("sheet", number: 8))
    let app = TestApp(store)
    app.restore(Row("root", [presenter]))
    app.save()
    #expect(try store.archive()?.record("sheet") != nil)
    #expect(try store.archive()?.record("a")?.children.first?.children.count == 1)
  }

  @Test("P139, P197: one key written twice by one node is diagnosed, and the last value is kept.")
  func keyTwice() throws {
    let harness = RestorationHarness(registry: .fixtures()) { _ in Row("root", [Probe("a")]) }
    let probe = try #require(harness.root.item("a", as: Probe.self))
    probe.encoding = { _, encoder in
      for number in 1...3 { encoder.encode(number, forKey: "number") }
    }
    let report = harness.session.save()
    #expect(Set(report.reasons) == [.duplicateKey])
    #expect(try #require(report.diagnostics.first).message.contains("'number'"))
    try harness.restartAndRestore()
    #expect(harness.root.item("a", as: Probe.self)?.number == 3)
  }

  @Test("A hand-written key that collides with a restored property is diagnosed.")
  func keyOfProperty() throws {
    let probe = Probe("a")
    probe.encoding = { _, encoder in encoder.encode("by hand", forKey: "text") }
    let app = TestApp(store)
    app.restore(Row("root", [probe]))
    #expect(app.save().reasons == [.duplicateKey])
  }

  @Test("Two properties under one key, and a value under it by hand, are diagnosed by each save.")
  func propertiesUnderOneKey() throws {
    final class Careless: RestorableController {
      @Restored("key") var first = "one"
      @Restored("key") var second = "two"
      @Restored("other") var other = 0
      var writesByHand = true
      override class var tracksChanges: Bool { true }
      override func encodeRestorableState(to encoder: StateEncoder) throws {
        if writesByHand { encoder.encode("three", forKey: "key") }
      }
    }
    for writesByHand in [true, false] {
      let node = Careless(restorationIdentifier: "a")
      node.writesByHand = writesByHand
      let app = TestApp(store)
      app.restore(Row("root", [node, Careless(restorationIdentifier: "b")]))
      #expect(Set(app.save().reasons) == [.duplicateKey])
      for number in 1...3 {
        node.other = number
        let report = app.save()
        #expect(report.outcome == .saved)
        #expect(report.diagnostics.first?.path == "root/a")
        #expect(Set(report.reasons) == [.duplicateKey])
      }
      app.session.close(scene: "main")
      try app.session.eraseAll()
    }
  }

  @Test("A key written twice is diagnosed, whatever keys were written before.")
  func keyTwiceOnEachPath() throws {
    let probe = Writer("a")
    let app = TestApp(store)
    app.restore(Row("root", [probe, Writer("b"), Writer("c")]))
    app.save()
    let lists = [
      ["x", "x"], ["a", "b"], ["b", "a"], ["a", "a"], ["b", "a", "b"], ["b", "a", "a"],
    ]
    for keys in lists {
      probe.keys = keys
      let report = app.save()
      #expect(report.outcome == .saved)
      #expect(report.reasons == (Set(keys).count < keys.count ? [.duplicateKey] : []), "\(keys)")
    }
  }

  @Test("Keys of a node, of its container kind and of its presentation never collide.")
  func separateKeys() throws {
    final class Keyed: RestorableController, RestorableContainer {
      var values: [Int] = []
      func encodeChildren(to encoder: ChildEncoder) {}
      func restoreChildren(from decoder: ChildDecoder) {}
      override func encodeRestorableState(to encoder: StateEncoder) throws {
        encoder.encode(1, forKey: "style")
      }
      override func decodeRestorableState(from decoder: StateDecoder) throws {
        values.append(try decoder.decode(forKey: "style"))
      }
      func encodeContainerState(to encoder: StateEncoder) throws {
        encoder.encode(2, forKey: "style")
      }
      func decodeContainerState(from decoder: StateDecoder) throws {
        values.append(try decoder.decode(forKey: "style"))
      }
    }
    let harness = RestorationHarness(registry: .fixtures()) { _ in
      Keyed(restorationIdentifier: "root")
    }
    harness.root.present(Probe("sheet"), style: .popover)
    #expect(harness.session.save().diagnostics.isEmpty)
    try harness.restartAndRestore()
    #expect(harness.root.values == [2, 1])
    #expect(harness.root.restorablePresentation?.style == .popover)
  }

  @Test("A throwing hook counts as an error of the node.")
  func throwingHook() throws {
    var hooks = CoderHooks()
    hooks.willEncode = { node, _ in
      if node.restorationIdentifier == "a" { throw Mishap() }
    }
    let app = TestApp(store, hooks: hooks)
    app.restore(Row("root", [Probe("a"), Probe("b")]))
    let report = app.save()
    #expect(report.reasons == [.failed])
    #expect(report.diagnostics.first?.path?.description == "root/a")
    #expect(try store.archive()?.records.count == 3)
  }

  /// A value that is not Codable in full.
  private struct Refusing: Codable {
    init() {}
    init(from decoder: any Decoder) throws {}
    func encode(to encoder: any Encoder) throws { throw Mishap() }
  }

  @Test("P161, P173: a value that cannot be encoded is refused at the save, which names its node.")
  func refusedValue() throws {
    let probe = Probe("a", number: 1)
    let app = TestApp(store)
    app.restore(Row("root", [probe]))
    app.save()
    let good = try #require(try store.archive()?.record("a"))
    probe.encoding = { _, encoder in
      encoder.encode(2, forKey: "number")
      try encoder.encode(Refusing(), forKey: "refused")
    }
    let report = app.save()
    #expect(report.reasons == [.failed])
    let diagnostic = try #require(report.diagnostics.first)
    #expect(diagnostic.path?.description == "root/a")
    #expect(diagnostic.description.contains("a mishap"))
    #expect(try store.archive()?.record("a") == good)
  }

  @Test("A value that is not Codable in full fails for its own key when the node catches it.")
  func caughtError() throws {
    let harness = RestorationHarness(registry: .fixtures()) { _ in Row("root", [Probe("a")]) }
    let probe = try #require(harness.root.item("a", as: Probe.self))
    probe.encoding = { _, encoder in
      encoder.encode(1, forKey: "before")
      do { try encoder.encode(Refusing(), forKey: "refused") } catch is Mishap {}
      encoder.encode(7, forKey: "number")
    }
    #expect(harness.session.save().diagnostics.isEmpty)
    try harness.restartAndRestore()
    #expect(harness.root.item("a", as: Probe.self)?.number == 7)
  }
}

/// A controller that writes what it is told to, and marks its changes.
private final class Writer: RestorableController {
  var keys: [String] = [] {
    didSet { invalidateRestorableState() }
  }

  convenience init(_ identifier: String) {
    self.init(restorationIdentifier: identifier)
  }

  override class var tracksChanges: Bool { true }

  override func encodeRestorableState(to encoder: StateEncoder) throws {
    for (number, key) in keys.enumerated() { encoder.encode(number, forKey: StateKey(key)) }
  }
}
