import RestorationCore
import RestorationTestSupport
import Testing

/// Contracts 1, 6 and 12: who takes part.
@MainActor
@Suite("Nodes that are left out")
struct LeavingOutTests {
  @Test(
    "B14: a node without identifier in a stack closes the gap, and is silent if none is cut off."
  )
  func gapCloses() throws {
    for identifier in [nil, ""] {
      let harness = RestorationHarness(registry: .fixtures()) { _ in Row("root") }
      harness.root.set([Probe("a"), Probe(identifier), Probe("c")])
      let report = harness.session.save()
      #expect(report.diagnostics.isEmpty)
      try harness.restartAndRestore()
      #expect(harness.root.items.map(\.restorationIdentifier) == ["a", "c"])
    }
  }

  @Test("B14: identified nodes that are cut off are reported with their first nameless ancestor.")
  func cutOff() throws {
    let app = TestApp()
    let nameless = Row(nil, [Row("kept", [Probe("deep")])])
    app.restore(Row("root", [Row("outer", [nameless])]))
    let report = app.save()
    #expect(report.reasons == [.noIdentifier])
    let diagnostic = try #require(report.diagnostics.first)
    #expect(diagnostic.path?.description == "root/outer")
    #expect(diagnostic.message.contains("A Row here has no restoration identifier"))
    #expect(diagnostic.message.contains("'kept'"))
    #expect(diagnostic.remedy.contains("Give the Row a restoration identifier"))
  }

  @Test("B14: identified nodes that a nameless node presents are reported too.")
  func cutOffPresented() {
    let nameless = Probe(nil)
    nameless.present(Probe("sheet"))
    let app = TestApp()
    app.restore(Row("root", [nameless]))
    #expect(app.save().reasons == [.noIdentifier])
  }

  @Test("P135, P136, P163: a node joins and leaves as its identifier comes and goes.")
  func identifierComesAndGoes() throws {
    let store = RecordingStore()
    let app = TestApp(store)
    let probe = Probe(nil, number: 2)
    let leaf = BareLeaf(nil)
    let presented = Probe(nil)
    let presenter = Probe("presenter")
    presenter.present(presented)
    app.restore(Row("root", [probe, leaf, presenter]))
    app.save()
    #expect(try store.archive()?.records.count == 2)
    probe.restorationIdentifier = "a"
    leaf.restorationIdentifier = "b"
    presented.restorationIdentifier = "c"
    app.save()
    #expect(try store.archive()?.records.count == 5)
    probe.restorationIdentifier = nil
    leaf.restorationIdentifier = ""
    presented.restorationIdentifier = nil
    app.save()
    #expect(try store.archive()?.records.count == 2)
    #expect(probe.number == 2)
  }

  @Test("B21: a transient node and what it presents are left out, and can be toggled.")
  func transientNode() throws {
    let store = RecordingStore()
    let app = TestApp(store)
    let preview = Probe("preview")
    preview.present(Probe("sheet"))
    let leaf = BareLeaf("leaf")
    app.restore(Row("root", [preview, leaf]))
    app.save()
    #expect(try store.archive()?.records.count == 4)
    preview.isRestorationTransient = true
    leaf.isRestorationTransient = true
    app.save()
    #expect(try store.archive()?.records.count == 1)
    preview.isRestorationTransient = false
    leaf.isRestorationTransient = false
    app.save()
    #expect(try store.archive()?.records.count == 4)
  }

  @Test("B21: a transient presentation is left out, and what it covers is restored.")
  func transientPresentation() throws {
    let harness = RestorationHarness(registry: .fixtures()) { _ in Row("root", [Probe("a")]) }
    let presenter = try #require(harness.root.item("a", as: Probe.self))
    let sheet = Probe("sheet")
    presenter.restorablePresentation = Presentation(of: sheet, isTransient: true)
    #expect(try harness.archive().record("sheet") == nil)
    presenter.restorablePresentation?.isTransient = false
    #expect(try harness.archive().record("sheet") != nil)
    presenter.restorablePresentation?.isTransient = true
    try harness.restartAndRestore()
    let restored = try #require(harness.root.item("a", as: Probe.self))
    #expect(restored.restorablePresentation == nil)
  }

  @Test("A transient presentation of a class with the protocol alone is found when it is kept.")
  func transientBarePresentation() throws {
    let store = RecordingStore()
    let app = TestApp(store)
    let presenter = BarePresenter("a")
    presenter.restorablePresentation = Presentation(of: Probe("sheet"), isTransient: true)
    app.restore(Row("root", [presenter]))
    app.save()
    #expect(try store.archive()?.record("sheet") == nil)
    presenter.restorablePresentation?.isTransient = false
    app.save()
    #expect(try store.archive()?.record("sheet") != nil)
  }

  @Test("P123, P134, P315: a subtree that is detached is not in the archive, nor what is below it.")
  func detached() throws {
    let store = RecordingStore()
    let app = TestApp(store)
    let inner = Row("inner", [Probe("x"), Row("deeper", [Probe("y")])])
    let root = Row("root", [inner])
    app.restore(root)
    app.save()
    #expect(try store.archive()?.records.count == 5)
    root.set([])
    #expect(app.save().removedRecords == 4)
    #expect(try store.archive()?.records.count == 1)
  }

  @Test("Children that are not shown are saved as those that are.")
  func hiddenChildren() throws {
    let harness = RestorationHarness(registry: .fixtures()) { _ in Row("root") }
    harness.root.set([Probe("a"), Row("b", [Probe("c")])])
    harness.root.show(0)
    #expect(try harness.archive().records.count == 4)
  }

  @Test("One node in two places is saved in the first one, and the report names both.")
  func twoPlaces() throws {
    let leaf = BareLeaf("leaf")
    let app = TestApp()
    app.restore(BareBox("root", [BareBox("one", [leaf]), BareBox("two", [leaf])]))
    let report = app.save()
    #expect(report.reasons == [.nodeInTwoPlaces])
    let text = try #require(report.diagnostics.first).description
    #expect(text.contains("root/one") && text.contains("root/two"))
  }

  @Test("One node in several places keeps the first, and has another once it has left that.")
  func leavesFirstOfSeveralPlaces() throws {
    for kinds in 0..<16 {
      for deeper in [nil, 0, 1, 2, 3] {
        try leaveFirstPlace(kinds: kinds, deeper: deeper)
      }
    }
  }

  /// Puts a node into four containers, of which those promise nothing that have a bit in `kinds`, and
  /// one may stand deeper than the others.
  private func leaveFirstPlace(kinds: Int, deeper: Int?) throws {
    let store = RecordingStore()
    let leaf = Probe("leaf")
    let rows = ["a", "b", "c", "d"].enumerated().map { index, name in
      kinds >> index & 1 == 0 ? LooseRow(name, [leaf]) : UnpromisingRow(name, [leaf])
    }
    let app = TestApp(store)
    app.restore(Row("root", rows.indices.map { $0 == deeper ? Row("deep", [rows[$0]]) : rows[$0] }))
    #expect(app.save().reasons == [.nodeInTwoPlaces, .nodeInTwoPlaces, .nodeInTwoPlaces])
    for row in rows {
      row.invalidateRestorableState()
      #expect(app.save().outcome == .nothingChanged)
      #expect(app.save().outcome == .nothingChanged)
    }
    var left = rows
    while !left.isEmpty {
      let archive = try #require(try store.archive())
      let parent = try #require(archive.record("leaf")).parent
      let first = left.firstIndex { archive.number($0.restorationIdentifier ?? "") == parent }
      let row = left.remove(at: try #require(first))
      row.items = []
      row.invalidateRestorableState()
      app.save()
      #expect(app.save().outcome == .nothingChanged)
    }
    #expect(try #require(try store.archive()).record("leaf") == nil)
  }

  @Test("A container that left a child out is not asked any more once it leaves none out.")
  func asksNoLonger() throws {
    let app = TestApp()
    let (left, other) = (Probe("left"), Probe("other"))
    left.isRestorationTransient = true
    let row = LooseRow("row", [left, other])
    app.restore(Row("root", [row]))
    app.save()
    func timesAsked() -> Int {
      let before = row.timesAsked
      other.number += 1
      other.invalidateRestorableState()
      #expect(app.save().updatedRecords == 1)
      return row.timesAsked - before
    }
    #expect(timesAsked() == 1)
    left.isRestorationTransient = false
    app.save()
    #expect(timesAsked() == 0)
  }

  @Test("Containers that list each other or themselves do not hang a save.")
  func listedCycles() throws {
    let first = BareBox("first")
    let second = BareBox("second", [first])
    let root = BareBox("root", [first])
    first.items = [second, first, root]
    let app = TestApp()
    app.restore(root)
    let report = app.save()
    #expect(report.outcome == .saved)
    #expect(report.reasons.allSatisfy { $0 == .nodeInTwoPlaces })
    #expect(report.diagnostics.count == 3)
    first.items = []
    second.items = []
  }

  @Test("A node of the launch that takes no part stays where the archive knows of nothing.")
  func placeIsNotEmptied() throws {
    let leaveOut: [@MainActor (Probe) -> Void] = [
      { $0.restorationIdentifier = nil }, { $0.isRestorationTransient = true },
    ]
    for leaveOut in leaveOut {
      let harness = RestorationHarness(registry: .fixtures()) { _ in
        let probe = Probe("left")
        leaveOut(probe)
        let only = Probe("only")
        leaveOut(only)
        return Pair("root", probe, Row("right", [only]))
      }
      #expect(try harness.restartAndRestore().outcome == .restored)
      #expect(harness.root.left is Probe)
      #expect((harness.root.right as? Row)?.items.count == 1)
    }
  }
}

/// A container that marks its changes, and takes what stands elsewhere.
private class LooseRow: RestorableController, RestorableContainer {
  var items: [any Restorable] = []
  private(set) var timesAsked = 0

  convenience init(_ identifier: String?, _ items: [any Restorable]) {
    self.init(restorationIdentifier: identifier)
    self.items = items
  }

  override class var tracksChanges: Bool { true }

  func encodeChildren(to encoder: ChildEncoder) {
    timesAsked += 1
    encoder.encode(items)
  }

  func restoreChildren(from decoder: ChildDecoder) { items = decoder.objects() ?? items }

  var visibleRestorableChildren: [any Restorable] { items }
}

/// The same, but that it does not say so.
private final class UnpromisingRow: LooseRow {
  override class var tracksChanges: Bool { false }
}
