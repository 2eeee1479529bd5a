import NavContainer
import RestorationCore
import RestorationTestSupport
import Testing

@MainActor @Suite("Restoring a stack")
struct StackRestorationTests {
  @Test("P66: the entries, their order and their state return, also after a second restart.")
  func everythingReturns() throws {
    let harness = StackApp().start()
    harness.root.push("a", text: "first")
    harness.root.push("b", text: "second")
    for _ in 0..<2 {
      #expect(try harness.restartAndRestore().outcome == .restored)
      #expect(harness.root.identifiers == ["list", "a", "b"])
      #expect(harness.root.texts == ["", "first", "second"])
      #expect(harness.session.save().outcome == .nothingChanged)
    }
  }

  @Test("P67, P68: where the restore is refused, the launch's stack stays and inherits nothing.")
  func refusedRestore() throws {
    var configuration = SessionConfiguration()
    configuration.shouldRestore = { _ in false }
    let harness = StackApp().start(configuration: configuration)
    harness.root.push("a")
    (harness.root.restorableStack[0] as? Screen)?.text = "old"
    #expect(try harness.restartAndRestore().outcome == .vetoed)
    #expect(harness.root.identifiers == ["list"] && harness.root.texts == [""])
  }

  @Test("Entries that share an identifier each keep their own state.")
  func sharedIdentifiers() throws {
    let harness = StackApp().start()
    let texts = ["one", "two", "three"]
    for text in texts { harness.root.push("folder", text: text) }
    try harness.restartAndRestore()
    #expect(harness.root.texts == [""] + texts)
    harness.root.setStack([harness.root.restorableStack[0], harness.root.restorableStack[2]])
    try harness.restartAndRestore()
    #expect(harness.root.texts == ["", "two"])
  }

  @Test("P153, P229: an entry that was popped is not restored.")
  func poppedEntry() throws {
    let harness = StackApp().start()
    harness.root.push("a")
    harness.root.push("b")
    _ = try harness.archive()
    harness.root.pop()
    try harness.restartAndRestore()
    #expect(harness.root.identifiers == ["list", "a"])
  }

  @Test("P162: an entry without an identifier is left out, and the gap closes.")
  func entryWithoutIdentifier() throws {
    let harness = StackApp().start()
    harness.root.push("a")
    harness.root.push(nil)
    harness.root.push("b", text: "above")
    try harness.restartAndRestore()
    #expect(harness.root.identifiers == ["list", "a", "b"])
    #expect(harness.root.texts == ["", "", "above"])
  }

  @Test("P162: an entry that left and came back as another object starts afresh.")
  func entryPushedAgain() throws {
    let harness = StackApp().start()
    harness.root.push("a", text: "old")
    _ = try harness.archive()
    harness.root.pop()
    harness.root.push("a")
    try harness.restartAndRestore()
    #expect(harness.root.texts == ["", ""])
  }

  @Test("The launch's entries are reused where they match, and others leave.")
  func launchEntries() throws {
    let app = StackApp()
    let harness = app.start()
    harness.root.push("a")
    let saved = try harness.savedState()
    app.launch = ["list", "welcome", "a"]
    var built: [any Restorable] = []
    app.didBuild = { built = $0.restorableStack }
    try harness.restore(from: saved)
    #expect(harness.root.identifiers == ["list", "a"])
    #expect(harness.root.restorableStack.first === built[0])
    #expect(harness.root.topRestorable === built[2])
    #expect((built[1] as? Screen)?.enclosingRestorable == nil)
  }

  @Test("A stack that was empty is emptied.")
  func emptyStack() throws {
    let harness = StackApp().start()
    harness.root.setStack([])
    try harness.restartAndRestore()
    #expect(harness.root.restorableStack.isEmpty)
  }

  @Test("B20: a stack that was wrapped around a node at run time comes back with it.")
  func stackInStack() throws {
    let harness = StackApp().start()
    let inner = NavigationController(
      restorationIdentifier: "wrapper",
      root: Screen(restorationIdentifier: "wrapped")
    )
    (harness.root.topRestorable as? Screen)?.present(inner, style: .formSheet)
    #expect(try harness.restartAndRestore().outcome == .restored)
    let presenter = try #require(harness.root.topRestorable as? Screen)
    let restored = try #require(presenter.presentedRestorable as? NavigationController)
    #expect(restored.identifiers == ["wrapped"])
  }

  @Test("P329: pushing and popping a thousand times leaves the archive as it was.")
  func archiveDoesNotGrow() throws {
    let harness = StackApp().start()
    harness.root.push("a", text: "here")
    let before = try harness.archive().records
    for round in 0..<1_000 {
      harness.root.push("b", text: "\(round)")
      if round.isMultiple(of: 10) { harness.session.save() }
      harness.root.pop()
      if round.isMultiple(of: 7) { harness.session.save() }
    }
    #expect(try harness.archive().records == before)
  }
}

// MARK: - Holes

extension StackRestorationTests {
  @Test("B04, P157, P292: by default the stack ends below the first entry that cannot be made.")
  func cutsAtHole() throws {
    let harness = StackApp().start()
    for name in ["a", "gone", "b"] { harness.root.push(name) }
    let report = try harness.restartAndRestore()
    #expect(report.outcome == .partial)
    #expect(harness.root.identifiers == ["list", "a"])
    #expect(report.diagnostics.contains { $0.reason == .declined })
  }

  @Test("If so told, the stack closes over the entry that cannot be made.")
  func skipsHole() throws {
    let app = StackApp()
    app.policy = .skip
    let harness = app.start()
    for name in ["a", "gone", "b", "gone"] { harness.root.push(name, text: name) }
    try harness.restartAndRestore()
    #expect(harness.root.identifiers == ["list", "a", "b"])
    #expect(harness.root.texts == ["", "a", "b"])
  }

  @Test("If no entry at all can be made, the stack that the launch built stays.")
  func keepsLaunchStack() throws {
    for policy in [StackHolePolicy.cut, .skip] {
      let app = StackApp()
      app.policy = policy
      app.launch = ["gone"]
      let harness = app.start()
      let saved = try harness.savedState()
      app.launch = ["list"]
      try harness.restore(from: saved)
      #expect(harness.root.identifiers == ["list"])
    }
  }
}
