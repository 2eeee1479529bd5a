import DrawerContainer
import RestorationCore
import RestorationTestSupport
import Testing

@MainActor @Suite("Restoring a drawer container")
struct DrawerRestorationTests {
  /// Both sides, and that none is open.
  static let sides: [DrawerSide?] = [nil, .leading, .trailing]

  @Test("P81, P271: the open side and all that is in place return, also after a second restart.")
  func everythingReturns() throws {
    for side in Self.sides {
      let harness = DrawerApp().start()
      harness.root.openDrawerSide = side
      for (place, text) in zip(harness.root.places, ["c", "l", "t"]) { place?.text = text }
      for _ in 0..<2 {
        #expect(try harness.restartAndRestore().outcome == .restored)
        #expect(harness.root.openDrawerSide == side)
        #expect(harness.root.places.map { $0?.text } == ["c", "l", "t"])
        #expect(harness.session.save().outcome == .nothingChanged)
      }
    }
  }

  @Test("P271: a drawer that was closed again is closed, whatever the launch opens.")
  func closedSide() throws {
    let app = DrawerApp()
    app.didBuild = { $0.openDrawerSide = .leading }
    let harness = app.start()
    harness.root.close()
    try harness.restartAndRestore()
    #expect(harness.root.openDrawerSide == nil)
  }

  @Test("B37: both drawers are saved though they were never opened.")
  func unopenedDrawers() throws {
    let harness = DrawerApp().start()
    harness.root.appear()
    harness.root.places[1]?.text = "unseen"
    harness.root.places[2]?.text = "unseen too"
    #expect(try harness.restartAndRestore().sleepingNodes == 2)
    #expect(harness.root.places.map { $0?.text } == ["", "unseen", "unseen too"])
  }

  @Test("B34: a center that was replaced at run time is the one that comes back.")
  func replacedCenter() throws {
    let harness = DrawerApp().start()
    let center = Screen(restorationIdentifier: "other")
    center.text = "chosen"
    harness.root.setCenter(center)
    #expect(try harness.restartAndRestore().outcome == .restored)
    #expect(harness.root.identifiers == ["other", "leading", "trailing"])
    #expect(harness.root.places[0]?.text == "chosen")
  }

  @Test("A place that was emptied is emptied, and one that was filled is filled.")
  func emptiedPlaces() throws {
    for emptied in 0..<8 {
      let harness = DrawerApp().start()
      if emptied & 1 != 0 { harness.root.restorableCenter = nil }
      if emptied & 2 != 0 { harness.root.restorableLeading = nil }
      if emptied & 4 != 0 { harness.root.restorableTrailing = nil }
      let expected = harness.root.identifiers
      let saved = try harness.savedState()
      for launch in 0..<8 {
        let app = DrawerApp()
        app.center = launch & 1 != 0 ? nil : "center"
        app.leading = launch & 2 != 0 ? nil : "leading"
        app.trailing = launch & 4 != 0 ? nil : "trailing"
        let later = app.start()
        #expect(try later.restore(from: saved).outcome == .restored)
        #expect(later.root.identifiers == expected)
      }
    }
  }

  @Test("A place whose node does not come back keeps what the launch built, and the others do not.")
  func holes() throws {
    for place in 0..<3 {
      let app = DrawerApp()
      let names = ["center", "leading", "trailing"]
      let saved = names.indices.map { $0 == place ? "gone" : "old " + names[$0] }
      (app.center, app.leading, app.trailing) = (saved[0], saved[1], saved[2])
      let harness = app.start()
      let bytes = try harness.savedState()
      (app.center, app.leading, app.trailing) = (names[0], names[1], names[2])
      #expect(try harness.restore(from: bytes).outcome == .partial)
      let expected = names.indices.map { $0 == place ? names[$0] : saved[$0] }
      #expect(harness.root.identifiers == expected)
    }
  }

  @Test("A side that was open and has no drawer any more is closed.")
  func openSideWithoutDrawer() throws {
    let app = DrawerApp()
    app.leading = "gone"
    let harness = app.start()
    harness.root.open(.leading)
    let saved = try harness.savedState()
    app.leading = nil
    try harness.restore(from: saved)
    #expect(harness.root.openDrawerSide == nil)
  }

  @Test("A side that no version knows leaves the launch's, and the report says so.")
  func unknownSide() throws {
    let harness = DrawerApp().start()
    var archive = try harness.archive()
    let root = try #require(archive.root)
    // {"openSide": "top"}
    archive.records[root]?.containerState =
      [0xA1, 0x68] + Array("openSide".utf8) + [0x63] + Array("top".utf8)
    let report = try harness.restore(from: archive.encoded())
    #expect(report.diagnostics.map(\.reason) == [.failed])
    #expect(harness.root.openDrawerSide == nil)
  }

  @Test("B20: a drawer container that the launch did not build is made by its registered class.")
  func nestedDrawer() throws {
    let harness = DrawerApp().start()
    let inner = DrawerController(
      restorationIdentifier: "inner",
      center: Screen(restorationIdentifier: "x"),
      trailing: Screen(restorationIdentifier: "y")
    )
    inner.open(.trailing)
    harness.root.setCenter(inner)
    #expect(try harness.restartAndRestore().outcome == .restored)
    let restored = try #require(harness.root.restorableCenter as? DrawerController)
    #expect(restored.identifiers == ["x", nil, "y"])
    #expect(restored.openDrawerSide == .trailing)
  }

  @Test(
    "An open drawer that is left out of the archive is closed afterwards, whatever the launch opens.",
    arguments: [true, false]
  )
  func openDrawerThatIsLeftOut(isTransient: Bool) throws {
    let app = DrawerApp()
    app.didBuild = { root in
      if isTransient {
        root.places[1]?.isRestorationTransient = true
      } else {
        root.places[1]?.restorationIdentifier = nil
      }
      root.open(.leading)
    }
    let harness = app.start()
    #expect(harness.root.openDrawerSide == .leading)
    try harness.restartAndRestore()
    #expect(harness.root.places[1] != nil && harness.root.openDrawerSide == nil)
  }
}
