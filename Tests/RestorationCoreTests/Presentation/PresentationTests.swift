import RestorationCore
import RestorationTestSupport
import Testing

/// Contract 34, and what the seed on custom transitions is about.
@MainActor
@Suite("Presentations")
struct PresentationTests {
  private func harness(
    _ presenter: Probe = Probe("presenter")
  ) -> RestorationHarness<Row> {
    let harness = RestorationHarness(registry: .fixtures()) { _ in Row("root") }
    harness.root.set([presenter])
    return harness
  }

  private func presenter(in harness: RestorationHarness<Row>) throws -> Probe {
    try #require(harness.root.item("presenter", as: Probe.self))
  }

  @Test("Every style and the status bar come back with the presented node and its state.")
  func styles() throws {
    let styles: [PresentationStyle] = [
      .automatic, .fullScreen, .pageSheet, .formSheet, .currentContext, .overFullScreen,
      .overCurrentContext, .popover, .custom, PresentationStyle(rawValue: "app's own"),
    ]
    for style in styles {
      for captures in [true, false] {
        let harness = harness()
        try presenter(in: harness).present(
          Probe("sheet", number: 7),
          style: style,
          capturesStatusBarAppearance: captures
        )
        #expect(try harness.restartAndRestore().outcome == .restored)
        let presentation = try #require(try presenter(in: harness).restorablePresentation)
        #expect(presentation.style == style)
        #expect(presentation.capturesStatusBarAppearance == captures)
        #expect((presentation.presented as? Probe)?.number == 7)
        #expect(harness.session.save().outcome == .nothingChanged)
      }
    }
  }

  @Test("Seed 000: the delegate is the one instance that is registered, and it has its state back.")
  func delegate() throws {
    let harness = harness()
    let animator = Animator("animator")
    animator.speed = 2
    harness.session.register(animator, under: harness.root)
    try presenter(in: harness).present(
      Probe("sheet"),
      style: .custom,
      transitionDelegate: animator
    )
    #expect(try harness.restartAndRestore().outcome == .restored)
    let objects = harness.session.registeredObjects(under: harness.root)
    #expect(objects.count == 1)
    let restored = try #require(
      try presenter(in: harness).restorablePresentation?.transitionDelegate as? Animator
    )
    #expect(restored === objects.first)
    #expect(restored.speed == 2)
  }

  @Test("Seed 000: the delegate may be the presented node itself, or stand deep below it.")
  func delegateBelow() throws {
    for isDeep in [false, true] {
      let animated = AnimatedSheet("sheet")
      let row = Row("row", [AnimatedSheet("animator")])
      let harness = RestorationHarness(registry: AnimatedSheet.registry) { _ in Row("root") }
      let presenter = Probe("presenter")
      harness.root.set([presenter])
      if isDeep {
        presenter.present(row, transitionDelegate: row.items.first as? AnimatedSheet)
      } else {
        presenter.present(animated, transitionDelegate: animated)
      }
      #expect(try harness.restartAndRestore().outcome == .restored)
      let presentation = try #require(
        harness.root.item("presenter", as: Probe.self)?.restorablePresentation
      )
      let delegate = try #require(presentation.transitionDelegate)
      let expected =
        isDeep ? (presentation.presented as? Row)?.items.first : presentation.presented
      #expect(delegate === expected)
    }
  }

  @Test("A delegate outside the tree is refused at save, and the presentation comes back without.")
  func delegateOutside() throws {
    let harness = harness()
    let animator = Animator("animator")
    try presenter(in: harness).present(
      Probe("sheet"),
      style: .custom,
      transitionDelegate: animator
    )
    #expect(harness.session.save().reasons == [.referenceOutsideTree])
    #expect(try harness.restartAndRestore().outcome == .restored)
    let presentation = try presenter(in: harness).restorablePresentation
    #expect(presentation?.style == .custom && presentation?.transitionDelegate == nil)
  }

  @Test("A delegate that does not come back, or is none any more, leaves the style as it was.")
  func delegateGone() throws {
    for isGone in [true, false] {
      let harness = harness()
      let animator = Animator("animator")
      harness.session.register(animator, under: harness.root)
      try presenter(in: harness).present(
        Probe("sheet"),
        style: .popover,
        transitionDelegate: animator
      )
      let bytes = try harness.savedState()
      var registry = RestorationClassRegistry.fixtures()
      registry.register(Animator.self, named: "animator") { request, _ in
        isGone ? nil : Probe(request.identifier)
      }
      let again = RestorationHarness(registry: registry) { _ in Row("root") }
      let report = try again.restore(from: bytes)
      #expect(
        report.reasons == (isGone ? [.declined, .referenceNotRestored] : [.otherClass, .failed])
      )
      let presentation = try presenter(in: again).restorablePresentation
      #expect(presentation?.style == .popover && presentation?.transitionDelegate == nil)
    }
  }

  @Test("A presentation on a presentation comes back, by the same presenters.")
  func nested() throws {
    let harness = harness()
    let (first, second) = (Probe("first"), Probe("second", number: 2))
    try presenter(in: harness).present(first, style: .formSheet)
    first.present(second, style: .popover)
    #expect(try harness.restartAndRestore().outcome == .restored)
    let restored = try #require(try presenter(in: harness).presentedRestorable as? Probe)
    #expect(restored.presentingRestorable === (try presenter(in: harness)))
    #expect((restored.presentedRestorable as? Probe)?.number == 2)
    #expect(restored.restorablePresentation?.style == .popover)
    let path = try IdentifierPath(parsing: "root/presenter/presented:first/presented:second")
    #expect(harness.node(at: path) === restored.presentedRestorable)
  }

  @Test("A presentation recorded as empty empties what the launch presented.")
  func emptied() throws {
    let harness = RestorationHarness(registry: .fixtures()) { _ in
      let root = Probe("root")
      root.present(Probe("welcome"))
      return root
    }
    harness.root.dismissPresented()
    try harness.restartAndRestore()
    #expect(harness.root.restorablePresentation == nil)
  }

  @Test("Where no presentation was recorded, not even an empty one, the launch's own stays.")
  func unrecorded() throws {
    func presented(afterSaving saved: any Restorable) throws -> (any Restorable)? {
      let store = RecordingStore()
      let saving = TestApp(store)
      saving.restore(Row("root", [saved]))
      saving.save()
      let presenter = BarePresenter("a")
      presenter.restorablePresentation = Presentation(of: BareLeaf("welcome"))
      let app = TestApp(store)
      app.restore(Row("root", [presenter]))
      let presented = presenter.restorablePresentation?.presented
      app.save()
      let record = try store.archive()?.record("a")
      #expect(record?.children.first?.children.count == (presented == nil ? 0 : 1))
      return presented
    }
    #expect(try presented(afterSaving: BareLeaf("a")) != nil)
    #expect(try presented(afterSaving: BarePresenter("a")) == nil)
  }

  @Test("What the launch presents already is matched, and gets the recorded style.")
  func builtByLaunch() throws {
    let harness = RestorationHarness { _ in
      let root = Probe("root")
      root.present(Probe("sheet"), style: .fullScreen)
      return root
    }
    (harness.root.presentedRestorable as? Probe)?.number = 5
    harness.root.restorablePresentation?.style = .popover
    #expect(try harness.restartAndRestore().outcome == .restored)
    #expect(harness.root.restorablePresentation?.style == .popover)
    #expect((harness.root.presentedRestorable as? Probe)?.number == 5)
  }

  @Test("A presented node that cannot be made is not presented, and the presenter comes back.")
  func declined() throws {
    let harness = harness(Probe("presenter", number: 3))
    try presenter(in: harness).present(Promising(restorationIdentifier: "sheet"))
    let bytes = try harness.savedState()
    var registry = RestorationClassRegistry.fixtures()
    registry.register(Promising.self, named: "promising") { _, _ in nil }
    let again = RestorationHarness(registry: registry) { _ in Row("root") }
    #expect(try again.restore(from: bytes).reasons == [.declined])
    #expect(try presenter(in: again).restorablePresentation == nil)
    #expect(try presenter(in: again).number == 3)
  }

  @Test(
    "A presenter that became a class that cannot present is reported, and nothing else is lost."
  )
  func cannotPresent() throws {
    let harness = harness()
    try presenter(in: harness).present(Probe("sheet"))
    harness.root.add(Probe("other", number: 2))
    let bytes = try harness.savedState()
    var registry = RestorationClassRegistry.fixtures()
    registry.register(BareLeaf.self, at: "root/presenter") { request, _ in
      BareLeaf(request.identifier)
    }
    let again = RestorationHarness(registry: registry) { _ in Row("root") }
    let report = try again.restore(from: bytes)
    #expect(report.reasons == [.otherClass, .leftOut])
    #expect(try #require(report.diagnostics.last).message.contains("a BareLeaf cannot present"))
    #expect(again.root.item("other", as: Probe.self)?.number == 2)
    #expect(again.session.save().outcome == .saved)
  }

  @Test("A presenter that refuses what it is to present is reported.")
  func refusing() throws {
    final class Refusing: Presenting {
      let restorationIdentifier: String? = "root"
      var saved: Presentation?
      var restorablePresentation: Presentation? {
        get { saved }
        set {}
      }
    }
    let store = RecordingStore()
    let root = Refusing()
    root.saved = Presentation(of: Probe("sheet"))
    let saving = TestApp(store)
    saving.restore(root)
    saving.save()
    let app = TestApp(store)
    #expect(app.restore(Refusing()).reasons == [.leftOut])
    app.save()
    #expect(try store.archive()?.records.count == 1)
  }

  @Test("A class with the protocol alone presents as a controller does.")
  func protocolAlone() throws {
    let harness = RestorationHarness(registry: .fixtures()) { _ in Row("root") }
    let presenter = BarePresenter("presenter")
    presenter.restorablePresentation = Presentation(
      of: BareLeaf("leaf", number: 2),
      style: .popover,
      capturesStatusBarAppearance: true
    )
    harness.root.set([presenter])
    #expect(try harness.restartAndRestore().outcome == .restored)
    let restored = try #require(harness.root.item("presenter", as: BarePresenter.self))
    #expect(restored.restorablePresentation?.style == .popover)
    #expect((restored.restorablePresentation?.presented as? BareLeaf)?.number == 2)
  }

  @Test("What a hidden node presents is attached, sleeps, and wakes when its presenter shows.")
  func hiddenPresenter() throws {
    let hidden = Probe("presenter")
    let harness = RestorationHarness(registry: .fixtures()) { _ in Row("root") }
    harness.root.set([Probe("first"), Row("row", [hidden])])
    harness.root.show(0)
    hidden.present(Probe("sheet", number: 8), style: .formSheet)
    #expect(try harness.restartAndRestore().outcome == .restored)
    let row = try #require(harness.root.item("row", as: Row.self))
    let presenter = try #require(row.item("presenter", as: Probe.self))
    let sheet = try #require(presenter.presentedRestorable as? Probe)
    #expect(presenter.restorablePresentation?.style == .formSheet)
    #expect(sheet.decodes == 0)
    harness.root.show(1)
    #expect(sheet.number == 8 && presenter.decodes == 1)
  }

  @Test("Presentation state that is damaged is reported, and the node is presented all the same.")
  func damagedState() throws {
    let harness = harness()
    try presenter(in: harness).present(Probe("sheet"), style: .popover)
    var archive = try harness.archive()
    let number = try #require(archive.number("presenter"))
    archive.records[number]?.presentation = [0x00]
    let report = try harness.restore(from: archive.encoded())
    #expect(Set(report.reasons).isSubset(of: [.failed, .damaged]))
    #expect(report.outcome == .partial)
    #expect(try presenter(in: harness).presentedRestorable != nil)
  }
}

private final class AnimatedSheet: RestorableController, TransitionDelegate {
  convenience init(_ identifier: String) {
    self.init(restorationIdentifier: identifier)
  }

  static var registry: RestorationClassRegistry {
    var registry = RestorationClassRegistry.fixtures()
    registry.register(AnimatedSheet.self, named: "animated") { request, _ in
      AnimatedSheet(request.identifier)
    }
    return registry
  }
}
