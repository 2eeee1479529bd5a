import NavContainer
import RestorationCore
import RestorationTestSupport
import Testing

@MainActor @Suite("Navigation controller")
struct NavigationControllerTests {
  private func makeStack(_ names: [String]) -> NavigationController {
    let stack = NavigationController(restorationIdentifier: "root")
    stack.restorableStack = names.map { Screen(restorationIdentifier: $0) }
    return stack
  }

  private func isRefused(_ outcome: NavigationOutcome) -> Bool {
    if case .refused(let reason) = outcome { return !reason.isEmpty }
    return false
  }

  @Test("P74, P322: popping takes the top off, and is refused at the root and for an empty stack.")
  func pops() {
    let stack = makeStack(["a", "b"])
    #expect(stack.pop() == .performed)
    #expect(isRefused(stack.pop()))
    #expect(stack.identifiers == ["a"])
    #expect(isRefused(makeStack([]).pop()))
  }

  @Test("P75, P299, P318: popping to an entry is performed if something is above it.")
  func popsToNode() {
    for size in 1...3 {
      for target in 0..<size {
        let names = ["a", "b", "c"].prefix(size)
        let stack = makeStack(Array(names))
        let outcome = stack.pop(to: stack.restorableStack[target])
        #expect(target == size - 1 ? isRefused(outcome) : outcome == .performed)
        #expect(stack.identifiers == Array(names.prefix(target + 1)))
      }
    }
    let stack = makeStack(["a", "b"])
    #expect(isRefused(stack.pop(to: Screen(restorationIdentifier: "a"))))
    #expect(stack.identifiers == ["a", "b"])
  }

  @Test("P76: popping to the root leaves it alone, and is refused if it is.")
  func popsToRoot() {
    for size in 1...3 {
      let stack = makeStack(Array(["a", "b", "c"].prefix(size)))
      let outcome = stack.popToRoot()
      #expect(size == 1 ? isRefused(outcome) : outcome == .performed)
      #expect(stack.identifiers == ["a"])
    }
  }

  @Test("P77: popping while a condition holds for all leaves the root.")
  func popsWhile() {
    let stack = makeStack(["a", "b", "c"])
    #expect(stack.pop { $0.restorationIdentifier == "c" } == .performed)
    #expect(stack.identifiers == ["a", "b"])
    #expect(stack.pop { _ in true } == .performed)
    #expect(stack.identifiers == ["a"])
    #expect(isRefused(stack.pop { _ in true }))
    #expect(isRefused(makeStack([]).pop { _ in true }))
  }

  @Test("P207, P208: the topmost entry with an identifier is popped to, with it or without.")
  func popsToIdentifier() {
    let names = ["a", "b", "a", "c"]
    let exclusive = makeStack(names)
    #expect(exclusive.pop(toIdentifier: "a") == .performed)
    #expect(exclusive.identifiers == ["a", "b", "a"])
    let inclusive = makeStack(names)
    #expect(inclusive.pop(toIdentifier: "a", inclusive: true) == .performed)
    #expect(inclusive.identifiers == ["a", "b"])
    #expect(isRefused(inclusive.pop(toIdentifier: "x")))
    #expect(isRefused(inclusive.pop(toIdentifier: "b")))
    inclusive.pop()
    #expect(isRefused(inclusive.pop(toIdentifier: "a", inclusive: true)))
    #expect(inclusive.identifiers == ["a"])
  }

  @Test("P79: pushing a node that is in the stack is refused.")
  func pushesOnce() {
    let stack = makeStack(["a", "b"])
    for node in stack.restorableStack { #expect(isRefused(stack.push(node))) }
    #expect(stack.identifiers == ["a", "b"])
  }

  @Test("P80: the whole stack can be replaced, and nodes in both keep their state.")
  func replacesStack() {
    let stack = makeStack(["a", "b", "c"])
    stack.appear()
    let (a, b) = (stack.restorableStack[0], stack.restorableStack[1])
    #expect(stack.setStack([a, Screen(restorationIdentifier: "d"), b]) == .performed)
    #expect(stack.identifiers == ["a", "d", "b"])
    #expect(stack.topRestorable === b)
    #expect(isRefused(stack.setStack(stack.restorableStack)))
    #expect(isRefused(stack.setStack([a, a])))
    #expect(stack.identifiers == ["a", "d", "b"])
  }

  @Test("The top alone is shown; each change shows and hides once.")
  func appearance() throws {
    let stack = makeStack(["a"])
    let a = try #require(stack.topRestorable as? Screen)
    stack.appear()
    let b = stack.push("b")
    #expect(a.callbacks == Screen.shown + ["willDisappear", "didDisappear"])
    #expect(b.callbacks == Screen.shown)
    stack.pop()
    #expect(a.callbacks == Screen.shown + ["willDisappear", "didDisappear"] + Screen.shown)
    #expect(b.callbacks == Screen.shown + ["willDisappear", "didDisappear"])
    #expect(b.enclosingRestorable == nil && a.enclosingRestorable === stack)
  }

  @Test("B32: the restored top appears exactly once, and what it covers never.")
  func appearanceOfRestored() throws {
    let harness = StackApp().start()
    harness.root.push("a")
    harness.root.push("b")
    try harness.restartAndRestore()
    harness.root.appear()
    let callbacks = harness.root.restorableStack.compactMap { ($0 as? Screen)?.callbacks }
    #expect(callbacks == [[], [], Screen.shown])
  }

  @Test("B23, B46: what a node asks of the stack during a restore happens after it, in order.")
  func navigationDuringRestore() throws {
    let app = StackApp()
    app.launch = ["list", "a", "b"]
    var answers: [NavigationOutcome] = []
    var stackMeanwhile: [String] = []
    app.didBuild = { root in
      (root.topRestorable as? Screen)?.onFinish = { [unowned root] in
        answers = [root.pop(), root.push(Screen(restorationIdentifier: "c"))]
        stackMeanwhile = root.identifiers
      }
    }
    let harness = app.start()
    try harness.restartAndRestore()
    #expect(answers == [.deferred, .deferred])
    #expect(stackMeanwhile == ["list", "a", "b"])
    #expect(harness.root.identifiers == ["list", "a", "c"])
  }

  @Test("B46: an entry that was covered reads its state when it is uncovered, before it appears.")
  func coveredEntry() throws {
    let harness = StackApp().start()
    harness.root.push("a", text: "covered")
    harness.root.push("b")
    #expect(try harness.restartAndRestore().sleepingNodes == 2)
    harness.root.appear()
    let covered = try #require(harness.root.restorableStack[1] as? Screen)
    #expect(covered.restorationTracker?.isAsleep == true)
    harness.root.pop()
    #expect(covered.restorationTracker?.isAsleep == false)
    #expect(covered.text == "covered")
  }
}
