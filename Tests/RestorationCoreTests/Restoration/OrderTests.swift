import RestorationCore
import RestorationTestSupport
import Testing

/// Contracts 19, 20 and 29: what happens when.
@MainActor
@Suite("The order of a restore")
struct OrderTests {
  private let events = Noted<[String]>([])

  private var hooks: CoderHooks {
    var hooks = CoderHooks()
    hooks.willEncode = { [events] node, _ in events.add("willEncode \(name(node))") }
    hooks.didEncode = { [events] node, _ in events.add("didEncode \(name(node))") }
    hooks.willRestore = { [events] request, _ in events.add("willRestore \(request.path)") }
    hooks.willDecode = { [events] node, _ in events.add("willDecode \(name(node))") }
    hooks.didDecode = { [events] node, _ in events.add("didDecode \(name(node))") }
    return hooks
  }

  /// A probe that tells of its coders.
  private func telling(_ identifier: String) -> Probe {
    let probe = Probe(identifier)
    probe.encoding = { [events] probe, _ in events.add("encode \(name(probe))") }
    probe.decoding = { [events] probe, _ in events.add("decode \(name(probe))") }
    probe.finishing = { [events] probe in events.add("finish \(name(probe))") }
    return probe
  }

  private var registry: RestorationClassRegistry {
    var registry = RestorationClassRegistry.fixtures()
    registry.register(Probe.self, named: "probe") { [events] request, _ in
      events.add("make \(request.path)")
      return telling(request.identifier)
    }
    return registry
  }

  @Test(
    "Hooks run for every node around its own coder: built by the launch or made, tracked or not."
  )
  func hookOrder() throws {
    let harness = RestorationHarness(registry: registry, hooks: hooks) { _ in
      Row("root", [telling("built"), BareLeaf("leaf")])
    }
    harness.root.add(telling("made"))
    events.value = []
    _ = try harness.archive()
    for name in ["built", "made"] {
      let own = events.value.filter { $0.hasSuffix(" \(name)") }
      #expect(own == ["willEncode \(name)", "encode \(name)", "didEncode \(name)"])
    }
    for name in ["root", "leaf"] {
      let own = events.value.filter { $0.hasSuffix(" \(name)") }
      #expect(own == ["willEncode \(name)", "didEncode \(name)"])
    }
    let bytes = try harness.savedState()
    events.value = []
    try harness.restore(from: bytes)
    #expect(
      events.value == [
        "willRestore root", "willRestore root/built", "willRestore root/leaf",
        "willRestore root/made", "make root/made",
        "willDecode root", "didDecode root",
        "willDecode built", "decode built", "didDecode built",
        "willDecode leaf", "didDecode leaf",
        "willDecode made", "decode made", "didDecode made",
        "finish built", "finish made",
      ]
    )
  }

  @Test("B11, P49: parents are decoded before children in slot order, and finish after them.")
  func decodeOrder() throws {
    let harness = RestorationHarness(registry: registry) { _ in Pair("root", nil, nil) }
    let presenter = telling("presenter")
    presenter.present(telling("sheet"))
    harness.session.register(telling("object"), under: presenter)
    harness.root.set(Row("left", [telling("a"), telling("b")]), presenter)
    let bytes = try harness.savedState()
    events.value = []
    try harness.restore(from: bytes)
    let made = events.value.filter { $0.hasPrefix("make") }
    #expect(
      made == [
        "make root/right:presenter", "make root/left:left/a", "make root/left:left/b",
        "make root/right:presenter/object:object", "make root/right:presenter/presented:sheet",
      ]
    )
    #expect(
      events.value.filter { $0.hasPrefix("decode") } == [
        "decode a", "decode b", "decode presenter", "decode object", "decode sheet",
      ]
    )
    #expect(
      events.value.filter { $0.hasPrefix("finish") } == [
        "finish a", "finish b", "finish object", "finish sheet", "finish presenter",
      ]
    )
  }

  @Test(
    "B11, P159: a parent finds its children complete when it finishes, and may wire callbacks to them."
  )
  func wiring() throws {
    final class Wiring: RestorableController, RestorableContainer {
      var child: Probe?
      var seen: [Int] = []
      func encodeChildren(to encoder: ChildEncoder) { encoder.encode(child, in: .left) }
      func restoreChildren(from decoder: ChildDecoder) {
        updateChildren { child = decoder.child(in: .left)?.object as? Probe }
      }
      override func didFinishRestoring() {
        seen.append(child?.number ?? -1)
        seen.append(child?.finishes ?? -1)
      }
    }
    let harness = RestorationHarness(registry: .fixtures()) { _ in
      Wiring(restorationIdentifier: "root")
    }
    harness.root.updateChildren { harness.root.child = Probe("a", number: 6) }
    try harness.restartAndRestore()
    #expect(harness.root.seen == [6, 1])
  }

  @Test("Attachment comes before decoding: a node may rely on its parent.")
  func attachedFirst() throws {
    let parents = Noted<[String]>([])
    var registry = RestorationClassRegistry.fixtures()
    registry.register(Probe.self, named: "probe") { request, _ in
      let probe = Probe(request.identifier)
      probe.decoding = { probe, _ in
        parents.add(name(probe.enclosingRestorable ?? probe.presentingRestorable))
      }
      return probe
    }
    let harness = RestorationHarness(registry: registry) { _ in Row("root") }
    let presenter = Probe("a")
    presenter.present(Probe("sheet"))
    harness.root.add(presenter)
    try harness.restartAndRestore()
    #expect(parents.value == ["root", "a"])
  }

  @Test("Decoding runs no property observers.")
  func noObservers() throws {
    final class Observing: RestorableController {
      var changes = 0
      @Restored("text") var text = "" { didSet { changes += 1 } }
    }
    let harness = RestorationHarness(registry: .fixtures()) { _ in
      Observing(restorationIdentifier: "root")
    }
    harness.root.text = "a"
    #expect(harness.root.changes == 1)
    try harness.restartAndRestore()
    #expect(harness.root.text == "a")
    #expect(harness.root.changes == 0)
  }

  @Test("Each hook of a node runs once at a restore.")
  func once() throws {
    let harness = RestorationHarness(registry: .fixtures()) { _ in Row("root", [Probe("built")]) }
    harness.root.add(Probe("made"))
    try harness.restartAndRestore()
    #expect(harness.root.items.count == 2)
    for probe in harness.root.items.compactMap({ $0 as? Probe }) {
      #expect(probe.decodes == 1 && probe.finishes == 1)
    }
  }

  @Test("A restore makes no child appear or disappear.")
  func noAppearance() throws {
    final class Appearing: RestorableController {
      var appearances = 0
      override func willAppear() { appearances += 1 }
      override func willDisappear() { appearances += 1 }
    }
    var registry = RestorationClassRegistry()
    registry.register(Appearing.self, named: "a") { request, _ in
      Appearing(restorationIdentifier: request.identifier)
    }
    let harness = RestorationHarness(registry: registry) { _ in Row("root") }
    harness.root.set([Appearing(restorationIdentifier: "a")])
    try harness.restartAndRestore()
    let child = try #require(harness.root.item("a", as: Appearing.self))
    #expect(child.appearances == 0)
    harness.root.beginAppearanceTransition(isAppearing: true)
    harness.root.endAppearanceTransition()
    #expect(child.appearances == 1)
    #expect(child.appearance == .appeared)
  }

  @Test("B19: a controller has its state before it appears for the first time.")
  func stateBeforeAppearance() throws {
    final class Appearing: RestorableController {
      @Restored("text") var text = ""
      var number = 0
      var seen: [String] = []
      override func willAppear() { seen.append("\(text) \(number)") }
      override func encodeRestorableState(to encoder: StateEncoder) throws {
        encoder.encode(number, forKey: "number")
      }
      override func decodeRestorableState(from decoder: StateDecoder) throws {
        number = try decoder.decode(forKey: "number")
      }
    }
    var registry = RestorationClassRegistry()
    registry.register(Appearing.self, named: "a") { request, _ in
      Appearing(restorationIdentifier: request.identifier)
    }
    let harness = RestorationHarness(registry: registry) { _ in Row("root") }
    let items = (1...2).map { index in
      let item = Appearing(restorationIdentifier: "a")
      item.text = "text"
      item.number = index
      return item
    }
    harness.root.set(items)
    harness.root.show(0)
    try harness.restartAndRestore()
    harness.root.beginAppearanceTransition(isAppearing: true)
    harness.root.endAppearanceTransition()
    harness.root.show(1)
    #expect(
      harness.root.items.compactMap { ($0 as? Appearing)?.seen } == [["text 1"], ["text 2"]]
    )
  }

  @Test("B10: a node that finds its state out of range says so, and keeps what it had.")
  func outOfRange() throws {
    var registry = RestorationClassRegistry.fixtures()
    registry.register(Probe.self, named: "probe") { request, _ in
      let probe = Probe(request.identifier)
      probe.decoding = { probe, decoder in
        let index = try decoder.decode(Int.self, forKey: "number")
        guard (0..<2).contains(index) else { throw Mishap() }
        probe.number = index
      }
      return probe
    }
    let harness = RestorationHarness(registry: registry) { _ in Row("root") }
    harness.root.set([Probe("list", number: 5), Probe("other", number: 1)])
    #expect(try harness.restartAndRestore().reasons == [.failed])
    #expect(harness.root.items.compactMap { ($0 as? Probe)?.number } == [0, 1])
  }

  @Test("A willRestore hook that throws skips its node; for the root it is only reported.")
  func throwingHook() throws {
    let failing = Noted("")
    var hooks = CoderHooks()
    hooks.willRestore = { request, _ in
      if request.identifier == failing.value { throw Mishap() }
    }
    let harness = RestorationHarness(registry: .fixtures(), hooks: hooks) { _ in Row("root") }
    harness.root.set([Probe("a"), Probe("b")])
    let bytes = try harness.savedState()
    failing.value = "a"
    #expect(try harness.restore(from: bytes).reasons == [.failed])
    #expect(harness.root.items.map(\.restorationIdentifier) == ["b"])
    failing.value = "root"
    #expect(try harness.restore(from: bytes).reasons == [.failed])
    #expect(harness.root.items.count == 2)
  }

  @Test("Errors of a node, its hooks and its container state are reported and stop nothing.")
  func errors() throws {
    var hooks = CoderHooks()
    hooks.willDecode = { node, _ in if name(node) == "a" { throw Mishap() } }
    hooks.didDecode = { node, _ in if name(node) == "a" { throw Mishap() } }
    var registry = RestorationClassRegistry.fixtures()
    registry.register(Probe.self, named: "probe") { request, _ in
      let probe = Probe(request.identifier)
      if request.identifier == "b" { probe.decoding = { _, _ in throw Mishap() } }
      return probe
    }
    let harness = RestorationHarness(registry: registry, hooks: hooks) { _ in Row("root") }
    harness.root.set(["a", "b", "c"].map { Probe($0, number: 1) })
    let report = try harness.restartAndRestore()
    #expect(report.reasons == [.failed, .failed, .failed])
    #expect(report.outcome == .partial)
    #expect(harness.root.items.compactMap { ($0 as? Probe)?.number } == [1, 0, 1])
    #expect(harness.root.items.compactMap { ($0 as? Probe)?.finishes } == [1, 1, 1])
  }
}

@MainActor
private func name(_ node: (any Restorable)?) -> String {
  node?.restorationIdentifier ?? ""
}
