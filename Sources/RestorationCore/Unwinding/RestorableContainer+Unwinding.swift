extension RestorableContainer {
  /// The children that can be seen, then the others as they are listed.
  public var unwindSearchOrder: [any Restorable] {
    let visible = visibleRestorableChildren
    let seen = Set(visible.map { ObjectIdentifier($0) })
    return visible + restorableChildren.filter { !seen.contains(ObjectIdentifier($0)) }
  }

  /// "Show" and the child's name, unless the child can be seen.
  public func unwindMovement(toward child: any Restorable) -> String? {
    isVisible(child) ? nil : "show \(child.unwindName)"
  }

  /// Refuses, unless the child can be seen.
  public func unwind(_ plan: UnwindPlan, toward child: any Restorable) -> NavigationOutcome {
    isVisible(child)
      ? .performed : .refused("\(type(of: self)) does not know how to show \(child.unwindName).")
  }

  /// Has no rules.
  public var unwindRules: [UnwindRule] { [] }

  /// Puts nothing back.
  public func captureArrangement() -> @MainActor () -> Void { {} }

  private func isVisible(_ child: any Restorable) -> Bool {
    visibleRestorableChildren.contains { $0 === child }
  }
}

extension Restorable {
  /// How a plan calls the node: its identifier, or its class if it has none.
  package var unwindName: String {
    let identifier = restorationIdentifier ?? ""
    return identifier.isEmpty ? "\(type(of: self))" : identifier
  }
}
