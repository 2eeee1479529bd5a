import NavContainer
import RestorationCore
import RestorationTestSupport
import Testing

@MainActor @Suite("Restarting an app in a test")
struct RestorationHarnessTests {
  private func stack(_ screens: RestorableController...) -> NavigationController {
    let stack = NavigationController(restorationIdentifier: "stack")
    stack.restorableStack = screens
    return stack
  }

  private func start(
    configuration: SessionConfiguration = SessionConfiguration()
  ) -> RestorationHarness<NavigationController> {
    RestorationHarness(registry: RandomTree.registry, configuration: configuration) { _ in
      stack(RestorableController(restorationIdentifier: "home"))
    }
  }

  @Test("P210: a restart drops the tree, builds it anew, and gives it its state.")
  func restarts() throws {
    let harness = start()
    let leaf = Leaf(restorationIdentifier: "leaf")
    leaf.text = "read"
    harness.root.push(leaf)
    let root = harness.root
    let session = harness.session
    let report = try harness.restartAndRestore()
    #expect(report.outcome == .restored && report.diagnostics == [])
    #expect(harness.report == report)
    #expect(harness.root !== root && harness.session !== session)
    let restored = try #require(harness.node(at: "stack/leaf") as? Leaf)
    #expect(restored !== leaf && restored.text == "read")
  }

  @Test("The bytes of one run restore another, also one that saved something else since.")
  func restoresFromBytes() throws {
    let harness = start()
    harness.root.push(Leaf(restorationIdentifier: "kept"))
    let saved = try harness.savedState()
    harness.root.push(Leaf(restorationIdentifier: "later"))
    _ = try harness.savedState()
    for harness in [harness, start()] {
      #expect(try harness.restore(from: saved).outcome == .restored)
      #expect(harness.treeDescription.split(separator: "\n").count == 3)
      #expect(harness.node(at: "stack/kept") != nil && harness.node(at: "stack/later") == nil)
    }
  }

  @Test("Bytes that are no archive are an error, and the tree stays as it is.")
  func refusesOtherBytes() throws {
    let harness = start()
    let root = harness.root
    #expect(throws: StateStoreError.self) { try harness.restore(from: []) }
    #expect(throws: StateStoreError.self) { try harness.restore(from: Array("archive".utf8)) }
    #expect(harness.root === root)
    #expect(try harness.restartAndRestore().outcome == .restored)
  }

  @Test("A save that is refused is an error, whether or not something was saved before.")
  func refusedSave() throws {
    let harness = start()
    harness.root.restorationIdentifier = nil
    #expect(throws: RestorationHarnessError.self) { try harness.savedState() }
    harness.root.restorationIdentifier = "stack"
    _ = try harness.savedState()
    harness.root.restorationIdentifier = ""
    let error = #expect(throws: RestorationHarnessError.self) { try harness.restartAndRestore() }
    let message = try #require(error).description
    #expect(message.contains("'main'") && message.contains("no restoration identifier"))
  }

  @Test("A harness saves when it is asked, and never by itself.")
  func doesNotSaveByItself() throws {
    var configuration = SessionConfiguration()
    configuration.savesAutomatically = true
    let harness = start(configuration: configuration)
    #expect(!harness.session.configuration.savesAutomatically)
    #expect(try harness.session.savedScenes() == [])
  }
}

// MARK: - Survivors

extension RestorationHarnessTests {
  private func survivors(in report: RestorationReport) -> [String] {
    report.diagnostics.filter { $0.reason == .survivedRestart }.map(\.message)
  }

  @Test("A root that survives a restart is reported, with all that it kept.")
  func survivingRoot() throws {
    let root = stack(Leaf(restorationIdentifier: "leaf"))
    let harness = RestorationHarness { _ in root }
    let survivors = survivors(in: try harness.restartAndRestore())
    #expect(survivors.count == 2)
    #expect(survivors.contains { $0.contains("NavigationController 'stack'") })
    #expect(survivors.contains { $0.contains("Leaf 'leaf'") })
  }

  @Test("A child, a sheet and a plain object that survive are reported, each by name.")
  func survivingParts() throws {
    let child = Note(identifier: "child")
    let sheet = Note(identifier: "sheet")
    let object = Note(identifier: "object")
    let harness = RestorationHarness { session in
      let home = RestorableController(restorationIdentifier: "home")
      let root = NavigationController(restorationIdentifier: "stack")
      root.restorableStack = [home, child]
      home.present(sheet, style: .formSheet)
      session.register(object, under: home)
      return root
    }
    let survivors = survivors(in: try harness.restartAndRestore())
    #expect(survivors.count == 3)
    for name in ["child", "sheet", "object"] {
      #expect(survivors.contains { $0.contains("Note '\(name)'") })
    }
  }

  @Test("A survivor that left the tree, and a new object with an old name, are none.")
  func noSurvivors() throws {
    let lent = Leaf(restorationIdentifier: "lent")
    let harness = start()
    harness.root.push(lent)
    let saved = try harness.savedState()
    harness.root.pop()
    let report = try harness.restore(from: saved)
    #expect(survivors(in: report) == [])
    #expect(harness.node(at: "stack/lent") !== lent)
  }
}
