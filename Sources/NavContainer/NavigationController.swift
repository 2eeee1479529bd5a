public import RestorationCore

/// A ready-made stack without a user interface.
///
/// ```swift
/// let files = NavigationController(restorationIdentifier: "files", root: FolderScreen())
/// files.push(FileScreen(name: "README"))
/// files.pop()
/// ```
///
/// For a stack that the launch does not build, the class is registered with
/// `registry.registerNavigationController()`.
///
/// Each method that navigates answers with `performed` if it changed something, and is refused, with
/// the reason, if there is nothing to do.
@MainActor
open class NavigationController: RestorableController, NavigationContaining, RestorationClass {
  /// What happens where an entry cannot be made again.
  ///
  /// It is ``StackHolePolicy/cut`` by default.
  open var stackHolePolicy: StackHolePolicy

  private var stack: [any Restorable] = []

  /// Makes a stack.
  ///
  /// - Parameters:
  ///   - restorationIdentifier: Its name among its siblings; `nil` leaves it out of archives.
  ///   - root: The entry at the bottom, if it is known yet.
  ///   - stackHolePolicy: What happens where an entry cannot be made again.
  public init(
    restorationIdentifier: String? = nil,
    root: (any Restorable)? = nil,
    stackHolePolicy: StackHolePolicy = .cut
  ) {
    self.stackHolePolicy = stackHolePolicy
    super.init(restorationIdentifier: restorationIdentifier)
    if let root { restorableStack = [root] }
  }

  open override class var tracksChanges: Bool { self == NavigationController.self }

  /// The entries from the root to the top.
  ///
  /// Setting them takes effect at once.
  open var restorableStack: [any Restorable] {
    get { stack }
    set {
      guard !newValue.elementsEqual(stack, by: { $0 === $1 }) else { return }
      updateChildren { stack = newValue }
    }
  }

  /// Lists the entries.
  open func encodeChildren(to encoder: ChildEncoder) { encodeStack(to: encoder) }

  /// Takes the restored entries.
  open func restoreChildren(from decoder: ChildDecoder) { restoreStack(from: decoder) }

  /// Writes nothing: a stack remembers its order alone.
  open func encodeContainerState(to encoder: StateEncoder) throws {}

  /// Reads nothing.
  open func decodeContainerState(from decoder: StateDecoder) throws {}

  /// The top alone.
  open var visibleRestorableChildren: [any Restorable] { visibleStack }

  // MARK: Unwinding and going back

  /// The children in which an unwind's target is searched, in order.
  open var unwindSearchOrder: [any Restorable] { stackUnwindOrder }

  /// What is done to show a child; `nil` if nothing moves.
  open func unwindMovement(toward child: any Restorable) -> String? {
    stackMovement(toward: child)
  }

  /// Shows a child on the way to an unwind's target.
  open func unwind(_ plan: UnwindPlan, toward child: any Restorable) -> NavigationOutcome {
    revealEntry(child)
  }

  /// Returns what puts the children back as they are now.
  open func captureArrangement() -> @MainActor () -> Void { captureStack() }

  open override var canHandleBack: Bool { canGoBackInStack }

  open override func handleBack() -> NavigationOutcome { goBackInStack() }

  /// The children that a user who goes back may mean, the nearest first.
  open var backOrder: [any Restorable] { visibleStack }

  /// Makes an empty stack with the identifier that was saved.
  open class func makeRestorable(
    for request: RestorationRequest,
    from decoder: StateDecoder
  ) throws -> (any Restorable)? {
    NavigationController(restorationIdentifier: request.identifier)
  }
}

// MARK: - Pushing

extension NavigationController {
  /// Puts a node on top.
  ///
  /// It is refused for a node that is in the stack already.
  @discardableResult
  public func push(_ node: any Restorable) -> NavigationOutcome {
    performNavigation {
      guard !self.restorableStack.contains(where: { $0 === node }) else {
        return .refused("\(self.name(of: node)) is in the stack already.")
      }
      self.restorableStack.append(node)
      return .performed
    }
  }

  /// Replaces the whole stack, keeping nodes that are in both.
  ///
  /// It is refused for the entries that the stack has already, and if a node is among them twice.
  @discardableResult
  public func setStack(_ nodes: [any Restorable]) -> NavigationOutcome {
    performNavigation {
      guard Set(nodes.map { ObjectIdentifier($0) }).count == nodes.count else {
        return .refused("A node cannot be in a stack twice.")
      }
      guard !nodes.elementsEqual(self.restorableStack, by: { $0 === $1 }) else {
        return .refused("The stack has these entries already.")
      }
      self.restorableStack = nodes
      return .performed
    }
  }
}

// MARK: - Popping

extension NavigationController {
  /// Takes the topmost node off.
  ///
  /// The root stays: popping it is refused.
  @discardableResult
  public func pop() -> NavigationOutcome {
    performNavigation { self.cut(to: self.restorableStack.count - 1) }
  }

  /// Takes everything off but the root.
  ///
  /// A stack that is at its root refuses.
  @discardableResult
  public func popToRoot() -> NavigationOutcome {
    performNavigation { self.cut(to: 1) }
  }

  /// Takes off what stands above a node.
  ///
  /// It is refused if the node is not in the stack, or is on top already.
  @discardableResult
  public func pop(to node: any Restorable) -> NavigationOutcome {
    performNavigation {
      guard let index = self.restorableStack.firstIndex(where: { $0 === node }) else {
        return .refused("\(self.name(of: node)) is not in the stack.")
      }
      return self.cut(to: index + 1)
    }
  }

  /// Takes off what stands above the topmost node with an identifier.
  ///
  /// - Parameters:
  ///   - identifier: The identifier, compared by its UTF-8 bytes.
  ///   - inclusive: Whether that node is taken off too.
  /// - Returns: Whether it was carried out.
  @discardableResult
  public func pop(toIdentifier identifier: String, inclusive: Bool = false) -> NavigationOutcome {
    performNavigation {
      let index = self.restorableStack.lastIndex {
        $0.restorationIdentifier?.hasSameBytes(as: identifier) ?? false
      }
      guard let index else { return .refused("No '\(identifier)' is in the stack.") }
      return self.cut(to: inclusive ? index : index + 1)
    }
  }

  /// Takes nodes off for as long as a condition holds for the topmost one.
  ///
  /// The root stays.
  @discardableResult
  public func pop(
    while condition: @escaping @MainActor (any Restorable) -> Bool
  ) -> NavigationOutcome {
    performNavigation {
      let kept = self.restorableStack.dropFirst().lastIndex { !condition($0) } ?? 0
      return self.cut(to: kept + 1)
    }
  }

  private func cut(to count: Int) -> NavigationOutcome {
    guard count >= 1 else { return .refused("The root of a stack cannot be popped.") }
    guard count < restorableStack.count else {
      return .refused("Nothing is above it in the stack.")
    }
    restorableStack.removeLast(restorableStack.count - count)
    return .performed
  }

  private func name(of node: any Restorable) -> String {
    "\(type(of: node)) '\(node.restorationIdentifier ?? "")'"
  }
}

// MARK: - Registering the class

extension RestorationClassRegistry {
  /// Registers ``NavigationController``, so that a stack which the launch does not build is made
  /// again.
  ///
  /// - Parameter name: The name to record.
  public mutating func registerNavigationController(named name: String = "NavigationController") {
    register(NavigationController.self, named: name)
  }
}
