import DrawerContainer
import RestorationCore
import RestorationTestSupport
import Testing

@MainActor @Suite("Drawer controller")
struct DrawerControllerTests {
  private func makeDrawer(trailing: Bool = true) -> DrawerController {
    DrawerController(
      restorationIdentifier: "root",
      center: Screen(restorationIdentifier: "center"),
      leading: Screen(restorationIdentifier: "leading"),
      trailing: trailing ? Screen(restorationIdentifier: "trailing") : nil
    )
  }

  private func isRefused(_ outcome: NavigationOutcome) -> Bool {
    if case .refused(let reason) = outcome { return !reason.isEmpty }
    return false
  }

  @Test("One side at the most is open.")
  func opensOneSide() {
    let drawer = makeDrawer()
    #expect(drawer.openDrawerSide == nil)
    for side in DrawerSide.allCases + DrawerSide.allCases {
      #expect(drawer.open(side) == .performed)
      #expect(drawer.openDrawerSide == side)
    }
    #expect(drawer.close() == .performed)
    #expect(drawer.openDrawerSide == nil)
  }

  @Test("What cannot be, and what would change nothing, is refused and changes nothing.")
  func refuses() {
    let drawer = makeDrawer(trailing: false)
    #expect(isRefused(drawer.open(.trailing)))
    #expect(isRefused(drawer.close()))
    #expect(isRefused(drawer.setCenter(drawer.restorableCenter)))
    #expect(isRefused(drawer.setDrawer(drawer.restorableLeading, on: .leading)))
    #expect(isRefused(drawer.setDrawer(nil, on: .trailing)))
    drawer.open(.leading)
    #expect(isRefused(drawer.open(.leading)))
    #expect(isRefused(drawer.open(.trailing)))
    #expect(drawer.openDrawerSide == .leading)
    #expect(drawer.identifiers == ["center", "leading", nil])
  }

  @Test("Taking the open drawer out closes it; replacing it leaves it open.")
  func replacesOpenDrawer() {
    let drawer = makeDrawer()
    for side in DrawerSide.allCases {
      drawer.open(side)
      #expect(drawer.setDrawer(Screen(restorationIdentifier: "new"), on: side) == .performed)
      #expect(drawer.openDrawerSide == side)
      #expect(drawer.setDrawer(nil, on: side) == .performed)
      #expect(drawer.openDrawerSide == nil)
      drawer.openDrawerSide = side
      #expect(drawer.openDrawerSide == nil)
    }
  }

  @Test("B31, P82: assigning what is in place does nothing: no callback, and nothing to save.")
  func assignsInPlace() throws {
    let harness = DrawerApp().start()
    let drawer = harness.root
    drawer.open(.leading)
    drawer.appear()
    let before = drawer.places.map { $0?.callbacks }
    harness.session.save()
    var changes = 0
    harness.session.treeDidChange = { _ in changes += 1 }
    (drawer.restorableCenter, drawer.restorableLeading, drawer.restorableTrailing) =
      (drawer.places[0], drawer.places[1], drawer.places[2])
    drawer.openDrawerSide = .leading
    #expect(changes == 0)
    #expect(drawer.places.map { $0?.callbacks } == before)
  }

  @Test("Opening and closing shows and hides the drawer, and never the center.")
  func appearance() throws {
    let drawer = makeDrawer()
    drawer.appear()
    drawer.open(.leading)
    drawer.open(.trailing)
    drawer.close()
    let hidden = ["willDisappear", "didDisappear"]
    #expect(
      drawer.places.map { $0?.callbacks } == [
        Screen.shown, Screen.shown + hidden, Screen.shown + hidden,
      ]
    )
  }

  @Test("B32, B33: a restored open drawer appears with the center, once, and nothing else does.")
  func appearanceOfRestored() throws {
    for side in DrawerRestorationTests.sides {
      let app = DrawerApp()
      app.didBuild = { $0.openDrawerSide = .leading }
      let harness = app.start()
      harness.root.openDrawerSide = side
      harness.root.setCenter(Screen(restorationIdentifier: "other"))
      try harness.restartAndRestore()
      #expect(harness.root.places.map { $0?.callbacks } == [[], [], []])
      harness.root.appear()
      #expect(
        harness.root.places.map { $0?.callbacks } == [
          Screen.shown, side == .leading ? Screen.shown : [], side == .trailing ? Screen.shown : [],
        ]
      )
    }
  }

  @Test(
    "What a node asks of the drawers during a restore happens after it; a property is set at once."
  )
  func navigationDuringRestore() throws {
    let app = DrawerApp()
    var answers: [NavigationOutcome] = []
    var sides: [DrawerSide?] = []
    app.didBuild = { root in
      root.places[0]?.onFinish = { [unowned root] in
        answers = [root.open(.trailing)]
        sides.append(root.openDrawerSide)
        root.openDrawerSide = nil
        sides.append(root.openDrawerSide)
      }
    }
    let harness = app.start()
    harness.root.open(.leading)
    try harness.restartAndRestore()
    #expect(answers == [.deferred])
    #expect(sides == [.leading, nil])
    #expect(harness.root.openDrawerSide == .trailing)
  }
}
