public import RestorationCore

extension NavigationContaining {
  /// The entries from the top to the root.
  public var unwindSearchOrder: [any Restorable] { stackUnwindOrder }

  /// Popping to the entry, unless it is on top.
  public func unwindMovement(toward child: any Restorable) -> String? {
    stackMovement(toward: child)
  }

  /// Takes off what stands above the entry.
  public func unwind(_ plan: UnwindPlan, toward child: any Restorable) -> NavigationOutcome {
    revealEntry(child)
  }

  /// Returns what puts the entries back.
  public func captureArrangement() -> @MainActor () -> Void { captureStack() }

  /// Whether there is something to pop.
  public var canHandleBack: Bool { canGoBackInStack }

  /// Pops.
  public func handleBack() -> NavigationOutcome { goBackInStack() }

  /// The top alone.
  public var backOrder: [any Restorable] { visibleStack }
}

// MARK: - The work itself, for classes that override the above

extension NavigationContaining {
  /// The entries from the top to the root.
  public var stackUnwindOrder: [any Restorable] { restorableStack.reversed() }

  /// Popping to the entry, unless it is on top.
  public func stackMovement(toward child: any Restorable) -> String? {
    child === topRestorable ? nil : "pop to \(child.unwindName)"
  }

  /// Takes off at once what stands above an entry.
  public func revealEntry(_ entry: any Restorable) -> NavigationOutcome {
    let stack = restorableStack
    guard let index = stack.lastIndex(where: { $0 === entry }) else {
      return .refused("\(entry.unwindName) is not in the stack.")
    }
    if index < stack.count - 1 { restorableStack = Array(stack[...index]) }
    return .performed
  }

  /// Returns what puts the entries back, without those that stand elsewhere by then.
  public func captureStack() -> @MainActor () -> Void {
    let stack = restorableStack
    return { [weak self] in
      guard let self else { return }
      let kept = stack.filter { $0.canJoin(self) }
      if !kept.elementsEqual(restorableStack, by: { $0 === $1 }) { restorableStack = kept }
    }
  }

  /// Whether there is something to pop.
  public var canGoBackInStack: Bool { restorableStack.count > 1 }

  /// Pops; it is refused at the root.
  public func goBackInStack() -> NavigationOutcome {
    performNavigation {
      guard self.canGoBackInStack else {
        return .refused("The root of a stack cannot be popped.")
      }
      self.restorableStack.removeLast()
      return .performed
    }
  }
}
