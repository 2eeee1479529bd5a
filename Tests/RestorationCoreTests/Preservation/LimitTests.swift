import RestorationCore
import RestorationTestSupport
import Testing

/// Contract 35, as far as live trees are concerned: what is too large is refused with its place.
@MainActor
@Suite("Limits of a tree")
struct LimitTests {
  private func makeApp(
    _ store: RecordingStore,
    _ change: (inout RestorationLimits) -> Void = { _ in }
  ) -> TestApp {
    var configuration = SessionConfiguration()
    change(&configuration.limits)
    return TestApp(store, configuration: configuration)
  }

  /// A chain of boxes that take no stack to free.
  private func chain(_ depth: Int) -> [BareBox] {
    let boxes = (1...depth).map { BareBox("n\($0)") }
    for (box, next) in zip(boxes, boxes.dropFirst()) { box.items = [next] }
    return boxes
  }

  private func takeApart(_ boxes: [BareBox]) {
    for box in boxes { box.items = [] }
  }

  @Test("A chain of 1,000 nodes is saved and restored whole.")
  func deepChain() throws {
    let store = RecordingStore()
    let boxes = chain(1_000)
    let app = makeApp(store)
    app.restore(boxes[0])
    #expect(app.save().diagnostics.isEmpty)
    #expect(try store.archive()?.records.count == 1_000)
    let again = makeApp(store)
    let root = BareBox("n1")
    let report = again.restore(root)
    #expect(report.outcome == .restored)
    #expect(report.restoredNodes == 1_000)
    #expect(again.save().outcome == .nothingChanged)
    takeApart(boxes)
  }

  @Test("The 1,001st level is refused with a diagnostic, and the rest is saved.")
  func tooDeep() throws {
    let store = RecordingStore()
    let boxes = chain(1_001)
    let app = makeApp(store)
    app.restore(boxes[0])
    let report = app.save()
    #expect(report.outcome == .saved)
    #expect(report.reasons == [.limitExceeded])
    #expect(try #require(report.diagnostics.first).message.contains("1001 levels deep"))
    #expect(report.diagnostics.first?.path?.depth == 1_000)
    #expect(try store.archive()?.records.count == 1_000)
    takeApart(boxes)
  }

  @Test("An archive that is deeper than the limit is restored down to it.")
  func deepArchive() throws {
    let store = RecordingStore()
    let boxes = chain(30)
    let saving = makeApp(store)
    saving.restore(boxes[0])
    saving.save()
    let app = makeApp(store) { $0.depth = 10 }
    let report = app.restore(BareBox("n1"))
    #expect(report.restoredNodes == 10)
    #expect(report.reasons == [.limitExceeded])
    #expect(report.outcome == .partial)
  }

  @Test("A subtree that moves too deep is cut at the limit, with a diagnostic.")
  func moveTooDeep() throws {
    let store = RecordingStore()
    let app = makeApp(store) { $0.depth = 6 }
    let inner = Row("c", [Row("d", [Row("e", [Row("f")])])])
    let outer = Row("a", [Row("b")])
    let root = Row("root", [outer, inner])
    app.restore(root)
    #expect(app.save().diagnostics.isEmpty)
    root.set([outer])
    let below = try #require(outer.item("b", as: Row.self))
    below.add(inner)
    let report = app.save()
    #expect(report.reasons == [.limitExceeded])
    #expect(try store.archive()?.records.count == 6)
    #expect(try store.archive()?.record("f") == nil)
    #expect(
      try store.archive()?.record("e")?.children.first == SlotRecord(slot: .only, children: [])
    )
  }

  @Test(
    "P259, P260, P342: state above the limit of bytes is refused for that node, with path and size."
  )
  func bytesPerNode() throws {
    let store = RecordingStore()
    let app = makeApp(store) { $0.bytesPerNode = 1_000 }
    let probe = Probe("a", number: 1)
    let other = Probe("b")
    app.restore(Row("root", [probe, other]))
    app.save()
    let before = try #require(try store.archive()?.record("a"))
    probe.text = String(repeating: "x", count: 2_000)
    other.number = 7
    let report = app.save()
    // What was within the limit stays, and the rest is saved.
    #expect(try store.archive()?.record("a") == before)
    #expect(store.lastChanges?.updated.map(\.identifier) == ["b"])
    #expect(report.diagnostics.count == 1)
    #expect(report.reasons == [.limitExceeded])
    let diagnostic = try #require(report.diagnostics.first)
    #expect(diagnostic.path?.description == "root/a")
    #expect(diagnostic.message.firstMatch(of: /20\d\d bytes, and the limit is 1000/) != nil)
    probe.text = "short"
    #expect(app.save().outcome == .saved)
    #expect(try store.archive()?.record("a") != before)
  }

  @Test("Nodes above the limit are refused and the others saved.")
  func nodes() throws {
    let store = RecordingStore()
    let app = makeApp(store) { $0.nodes = 10 }
    let root = Row("root", (0..<20).map { Probe("p\($0)") })
    app.restore(root)
    let report = app.save()
    #expect(report.diagnostics.count == 11)
    #expect(Set(report.reasons) == [.limitExceeded])
    #expect(try store.archive()?.records.count == 10)
    root.set(Array(root.items.prefix(5)))
    #expect(app.save().diagnostics.isEmpty)
    #expect(try store.archive()?.records.count == 6)
  }

  @Test("An archive with more nodes than the limit is restored up to it.")
  func manyNodesInArchive() throws {
    let store = RecordingStore()
    let saving = makeApp(store)
    saving.restore(Row("root", (0..<20).map { Probe("p\($0)") }))
    saving.save()
    let report = makeApp(store) { $0.nodes = 10 }.restore(Row("root"))
    #expect(report.restoredNodes == 10)
    #expect(Set(report.reasons) == [.limitExceeded])
  }

  @Test("Identifiers and strings above the limit are refused for their node.")
  func stringLength() throws {
    let store = RecordingStore()
    let app = makeApp(store) { $0.stringLength = 50 }
    let long = String(repeating: "y", count: 51)
    let probe = Probe("a")
    probe.text = long
    app.restore(Row("root", [probe, Probe(long), Probe("b")]))
    let report = app.save()
    #expect(report.reasons == [.limitExceeded, .limitExceeded])
    #expect(try store.archive()?.records.count == 3)
    #expect(try store.archive()?.record("a")?.state == NodeRecord.emptyState)
  }

  @Test("A node that was refused is reported at each save, and written once the limit is raised.")
  func raisedLimit() throws {
    let store = RecordingStore()
    let app = makeApp(store) { $0.bytesPerNode = 400 }
    let node = Promising(restorationIdentifier: "a")
    app.restore(Row("root", [node]))
    app.save()
    node.text = String(repeating: "x", count: 500)
    for _ in 0..<2 { #expect(app.save().reasons == [.limitExceeded]) }
    app.session.configuration.limits.bytesPerNode = 1_000
    #expect(app.save().updatedRecords == 1)
  }

  @Test("A record that is too large as a whole is refused alone, and the others are saved.")
  func wholeRecord() throws {
    let store = RecordingStore()
    let app = makeApp(store) { $0.bytesPerNode = 1_000 }
    let node = Promising(restorationIdentifier: String(repeating: "n", count: 400))
    let other = Promising(restorationIdentifier: "b")
    app.restore(Row("root", [node, other]))
    app.save()
    for length in stride(from: 300, through: 1_000, by: 10) {
      node.text = String(repeating: "x", count: length)
      other.number = length
      app.save()
      let archive = try #require(try store.archive())
      _ = try archive.encoded(limits: app.session.configuration.limits)
    }
    node.text = ""
    #expect(app.save().diagnostics.isEmpty)
  }

  @Test("Where next to nothing may nest, what does not is saved and restored.", arguments: 1...3)
  func smallDepth(_ depth: Int) throws {
    let store = RecordingStore()
    let boxes = chain(depth + 1)
    let app = makeApp(store) { $0.depth = depth }
    app.restore(boxes[0])
    #expect(app.save().reasons == [.limitExceeded])
    #expect(try store.archive()?.records.count == depth)
    let again = makeApp(store) { $0.depth = depth }
    #expect(again.restore(BareBox("n1")).restoredNodes == depth)

    let probe = Probe("root")
    probe.text = "flat"
    let flatStore = RecordingStore()
    let flat = makeApp(flatStore) { $0.depth = depth }
    flat.restore(probe)
    #expect(flat.save().diagnostics.isEmpty)
    let next = makeApp(flatStore) { $0.depth = depth }
    let restored = Probe("root")
    #expect(next.restore(restored).diagnostics.isEmpty)
    #expect(restored.text == "flat")
  }

  /// A list in a list in a list.
  private func nested(_ depth: Int) -> StateValue {
    (0..<depth).reduce(.null) { value, _ in .array([value]) }
  }

  @Test("Limits that are raised hold for what is written, read, and for the app's own state.")
  func raised() throws {
    let store = RecordingStore()
    let text = String(repeating: "x", count: 2 << 20)
    let deep = nested(1_200)
    let read = Noted("")
    func app() -> TestApp {
      let app = makeApp(store) { ($0.stringLength, $0.depth) = (3 << 20, 1_500) }
      app.session.configuration.limits.bytesPerNode = 16 << 20
      app.session.configuration.encodeAppState = { encoder, _ in
        encoder.encode([text], forKey: "text")
      }
      app.session.configuration.decodeAppState = { decoder, _ in
        read.value = try decoder.decodeIfPresent([String].self, forKey: "text")?.first ?? ""
      }
      return app
    }
    let (probe, other, node) = (Probe("a"), Probe("b"), Promising(restorationIdentifier: "c"))
    probe.text = text
    other.encoding = { _, encoder in encoder.encode(deep, forKey: "value") }
    let saving = app()
    saving.restore(Row("root", [probe, other, node]))
    #expect(saving.save().diagnostics.isEmpty)
    node.text = text
    #expect(saving.save().diagnostics.isEmpty)
    let value = Noted<StateValue?>(nil)
    let reader = Probe("b")
    reader.decoding = { _, decoder in
      value.value = try decoder.decode(StateValue.self, forKey: "value")
    }
    let root = Row("root", [reader])
    #expect(app().restore(root).diagnostics.isEmpty)
    #expect(root.item("a", as: Probe.self)?.text == text)
    #expect(root.item("c", as: Promising.self)?.text == text)
    #expect(value.value == deep && read.value == text)
  }

  @Test("Where limits are lower, a value that exceeds them is refused for its key alone.")
  func lowered() throws {
    struct Wrapped: Codable {
      var text: String
    }
    let store = RecordingStore()
    let errors = Noted(0)
    let probe = Probe("a", number: 3)
    probe.encoding = { probe, encoder in
      encoder.encode(probe.number, forKey: "number")
      do {
        try encoder.encode(Wrapped(text: String(repeating: "y", count: 51)), forKey: "wrapped")
      } catch {
        errors.value += 1
      }
    }
    let app = makeApp(store) { $0.stringLength = 50 }
    app.restore(Row("root", [probe]))
    #expect(app.save().diagnostics.isEmpty && errors.value == 1)
    let root = Row("root")
    TestApp(store).restore(root)
    #expect(root.item("a", as: Probe.self)?.number == 3)
  }

  @Test("The app's own state above a limit is refused, reported, and kept as it was saved last.")
  func appState() throws {
    let store = RecordingStore()
    let text = Noted("short")
    let app = makeApp(store) { ($0.stringLength, $0.bytesPerNode, $0.depth) = (50, 400, 5) }
    app.session.configuration.encodeAppState = { encoder, _ in
      encoder.encode(text.value.split(separator: " ").map(String.init), forKey: "texts")
      if text.value == "deep" { encoder.encode(nested(5), forKey: "value") }
    }
    app.restore(Row("root"))
    app.save()
    let saved = try #require(try store.archive()?.appState)
    let words = repeatElement("word", count: 100).joined(separator: " ")
    for excess in [String(repeating: "y", count: 51), words, "deep"] {
      text.value = excess
      let report = app.save()
      #expect(report.reasons == [.limitExceeded], "\(excess.prefix(4))")
      #expect(report.diagnostics.first?.message.contains("own state") == true)
      #expect(try store.archive()?.appState == saved)
    }
    text.value = "other"
    #expect(app.save().diagnostics.isEmpty)
    #expect(try store.archive()?.appState != saved)
  }

  @Test("A node whose place alone is too large is reported and left out, and the others are saved.")
  func placeAlone() throws {
    for isWide in [true, false] {
      var limits = RestorationLimits()
      limits.bytesPerNode = isWide ? 128 : 1_024
      var configuration = SessionConfiguration()
      configuration.limits = limits
      let store = InMemoryStateStore(limits: limits)
      let app = TestApp(store, configuration: configuration)
      let name = isWide ? "wide" : String(repeating: "n", count: 2_000)
      let wide = Row(name, isWide ? (0..<200).map { Probe("p\($0)") } : [])
      let (other, window) = (Probe("b", number: 2), Probe("root", number: 3))
      let root = Row("root", [wide, other])
      app.restore(root)
      app.restore(window, in: "other")
      for number in 4...5 {
        other.number = number
        window.number = number
        let report = app.save()
        #expect(report.outcome == .saved && report.reasons == [.limitExceeded])
      }
      let restored = Row("root")
      let again = TestApp(store, configuration: configuration)
      let report = again.restore(restored)
      #expect(report.outcome == .partial && report.reasons.contains(.damaged))
      #expect(restored.item("b", as: Probe.self)?.number == 5)
      let restoredWindow = Probe("root")
      again.restore(restoredWindow, in: "other")
      #expect(restoredWindow.number == 5)
      root.set([other])
      app.restore(root)
      app.restore(window, in: "other")
      #expect(app.save().diagnostics.isEmpty)
    }
  }

  @Test("A node that outgrows the limit by its place keeps the record that was saved of it.")
  func placeOutgrows() throws {
    var limits = RestorationLimits()
    limits.bytesPerNode = 128
    var configuration = SessionConfiguration()
    configuration.limits = limits
    let store = InMemoryStateStore(limits: limits)
    let app = TestApp(store, configuration: configuration)
    let row = Row("row", [Probe("a", number: 1)])
    let root = Row("root", [row])
    app.restore(root)
    app.save()
    let saved = try #require(try store.load(scene: "main")?.archive.record("row"))
    row.set(row.items + (0..<200).map { Probe("p\($0)") })
    #expect(app.save().reasons == [.limitExceeded])
    #expect(try store.load(scene: "main")?.archive.record("row") == saved)
    row.set([row.items[0], row.items[1]])
    #expect(app.save().diagnostics.isEmpty)
    let restored = Row("root")
    #expect(TestApp(store, configuration: configuration).restore(restored).outcome == .restored)
    #expect(restored.item("row", as: Row.self)?.items.count == 2)
  }
}
