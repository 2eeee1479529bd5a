import RestorationCore
import RestorationTestSupport
import TabContainer
import Testing

/// Every order that a user can make of three tabs, every selection, and every later version of the
/// app that lacks some of them and has a new one somewhere.
@MainActor @Suite("The order of restored tabs")
struct TabOrderTests {
  static let names = ["a", "b", "c"]

  static let orders = [
    ["a", "b", "c"], ["a", "c", "b"], ["b", "a", "c"],
    ["b", "c", "a"], ["c", "a", "b"], ["c", "b", "a"],
  ]

  static var laterLaunches: [[String]] {
    (0..<8).flatMap { kept in
      let tabs = names.indices.filter { kept & (1 << $0) != 0 }.map { names[$0] }
      let withNew = (0...tabs.count).map { index in
        Array(tabs[..<index]) + ["new"] + Array(tabs[index...])
      }
      return [tabs] + withNew
    }
  }

  @Test("The user's order returns, removed tabs take nothing along, new ones keep their place.")
  func orderReturns() throws {
    for order in Self.orders {
      for launch in Self.laterLaunches {
        let tabs = try restoredTabs(order: order, selected: "a", launch: launch)
        #expect(tabs.restorableTabs.identifiers.sorted() == launch.sorted())
        let known = tabs.restorableTabs.identifiers.filter { $0 != "new" }
        #expect(known == order.filter { launch.contains($0) })
        if let index = launch.firstIndex(of: "new") {
          let place = try #require(tabs.restorableTabs.identifiers.firstIndex(of: "new"))
          let predecessor = place == 0 ? nil : tabs.restorableTabs.identifiers[place - 1]
          #expect(predecessor == (index == 0 ? nil : launch[index - 1]))
        }
      }
    }
  }

  @Test("The selection returns, or else the tab that stood nearest, the following one first.")
  func selectionReturns() throws {
    for order in Self.orders {
      for selected in Self.names {
        for launch in Self.laterLaunches {
          let tabs = try restoredTabs(order: order, selected: selected, launch: launch)
          let expected = Self.nearest(to: selected, in: order, amongst: launch) ?? launch.first
          #expect(tabs.selection == expected, "\(order) \(selected) \(launch)")
        }
      }
    }
  }

  @Test("What was restored is saved as it is, so that the next restart changes nothing.")
  func restoredOrderIsStable() throws {
    for launch in Self.laterLaunches {
      let harness = try restoredApp(order: ["b", "c", "a"], selected: "c", launch: launch)
      let before = try harness.archive()
      let order = harness.root.restorableTabs.identifiers
      try harness.restartAndRestore()
      #expect(harness.root.restorableTabs.identifiers == order)
      #expect(try harness.archive().records == before.records)
    }
  }

  private static func nearest(
    to selected: String,
    in order: [String],
    amongst launch: [String]
  ) -> String? {
    guard let place = order.firstIndex(of: selected) else { return nil }
    for distance in 0..<order.count {
      for index in [place + distance, place - distance] where order.indices.contains(index) {
        if launch.contains(order[index]) { return order[index] }
      }
    }
    return nil
  }

  private func restoredTabs(
    order: [String],
    selected: String,
    launch: [String]
  ) throws -> TabController {
    try restoredApp(order: order, selected: selected, launch: launch).root
  }

  private func restoredApp(
    order: [String],
    selected: String,
    launch: [String]
  ) throws -> RestorationHarness<TabController> {
    let app = TabApp(Self.names)
    let harness = app.start(makesScreens: false)
    harness.root.restorableTabs = order.compactMap { harness.root.screen($0) }
    harness.root.select(identifier: selected)
    let saved = try harness.savedState()
    app.launch = launch
    try harness.restore(from: saved)
    return harness
  }

  @Test("An archive may list 10,000 tabs that cannot be made.")
  func manyHoles() throws {
    let store = InMemoryStateStore()
    func session() -> RestorationSession {
      var configuration = SessionConfiguration()
      configuration.savesAutomatically = false
      return RestorationSession(store: store, configuration: configuration)
    }
    let count = 10_000
    let names = (0..<count).map { "t\($0)" }
    let saving = session()
    let saved = TabController(
      restorationIdentifier: "root",
      tabs: names.map { Screen(restorationIdentifier: $0) }
    )
    saving.restore(saved, in: "main")
    saving.save()
    // The launch has each second of them, the other way round, and as many that are new.
    let launch = names.indices.reversed().map { Screen(restorationIdentifier: "t\($0 * 2)") }
    let root = TabController(restorationIdentifier: "root", tabs: launch)
    session().restore(root, in: "main")
    #expect(root.restorableTabs.count == count)
    #expect(root.restorableTabs.first === launch.first)
  }
}
