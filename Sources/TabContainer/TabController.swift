public import RestorationCore

/// Ready-made tabs without a user interface.
///
/// ```swift
/// let tabs = TabController(restorationIdentifier: "tabs", tabs: [FeedScreen(), SearchScreen()])
/// tabs.select(identifier: "search")
/// tabs.move(from: 1, to: 0)
/// ```
///
/// For tabs that the launch does not build, the class is registered with
/// `registry.registerTabController()`.
///
/// Each method that navigates answers with `performed` if it changed something, and is refused, with
/// the reason, if there is nothing to do.
@MainActor
open class TabController: RestorableController, TabContaining, RestorationClass {
  private var tabs: [any Restorable] = []
  private var selected: (any Restorable)?

  /// Makes tabs, of which the first is selected.
  ///
  /// - Parameters:
  ///   - restorationIdentifier: Its name among its siblings; `nil` leaves it out of archives.
  ///   - tabs: The tabs in their order.
  public init(restorationIdentifier: String? = nil, tabs: [any Restorable] = []) {
    super.init(restorationIdentifier: restorationIdentifier)
    if !tabs.isEmpty { restorableTabs = tabs }
  }

  open override class var tracksChanges: Bool { self == TabController.self }

  /// The tabs in their order.
  ///
  /// Setting them takes effect at once. If the selected tab leaves, the one at its place is selected, or else the last. The first tabs
  /// that are set have the first of them selected.
  open var restorableTabs: [any Restorable] {
    get { tabs }
    set { replaceTabs(with: newValue) }
  }

  /// The tab that is shown, or `nil` if none is.
  ///
  /// Setting it takes effect at once. A node that is no tab is a programmer error.
  open var selectedRestorableTab: (any Restorable)? {
    get { selected }
    set {
      guard newValue !== selected else { return }
      checkIsTab(newValue)
      updateChildren { selected = newValue }
    }
  }

  /// Lists the tabs.
  open func encodeChildren(to encoder: ChildEncoder) { encodeTabs(to: encoder) }

  /// Takes the restored tabs.
  open func restoreChildren(from decoder: ChildDecoder) { restoreTabs(from: decoder) }

  /// Writes which tab is selected.
  open func encodeContainerState(to encoder: StateEncoder) throws {
    encodeTabSelection(to: encoder)
  }

  /// Selects the tab that was selected.
  open func decodeContainerState(from decoder: StateDecoder) throws {
    try decodeTabSelection(from: decoder)
  }

  /// The selected tab alone.
  open var visibleRestorableChildren: [any Restorable] { visibleTabs }

  /// Whether going back selects the first tab, where the selected one has nothing to go back to.
  ///
  /// It is `false` by default.
  open var backSelectsFirstTab = false

  // MARK: Unwinding and going back

  /// The children in which an unwind's target is searched, in order.
  open var unwindSearchOrder: [any Restorable] { tabUnwindOrder }

  /// What is done to show a child; `nil` if nothing moves.
  open func unwindMovement(toward child: any Restorable) -> String? {
    tabMovement(toward: child)
  }

  /// Shows a child on the way to an unwind's target.
  open func unwind(_ plan: UnwindPlan, toward child: any Restorable) -> NavigationOutcome {
    revealTab(child)
  }

  /// Returns what puts the children back as they are now.
  open func captureArrangement() -> @MainActor () -> Void { captureTabs() }

  open override var canHandleBack: Bool { canGoBackToFirstTab }

  open override func handleBack() -> NavigationOutcome { goBackToFirstTab() }

  /// The children that a user who goes back may mean, the nearest first.
  open var backOrder: [any Restorable] { visibleTabs }

  /// Makes a container without tabs, with the identifier that was saved.
  open class func makeRestorable(
    for request: RestorationRequest,
    from decoder: StateDecoder
  ) throws -> (any Restorable)? {
    TabController(restorationIdentifier: request.identifier)
  }

  private func replaceTabs(with new: [any Restorable]) {
    let place = tabs.firstIndex { $0 === selected }
    updateChildren {
      let wasEmpty = tabs.isEmpty
      tabs = new
      guard !new.contains(where: { $0 === selected }) else { return }
      if let place, !new.isEmpty {
        selected = new[min(place, new.count - 1)]
      } else {
        selected = wasEmpty ? new.first : nil
      }
    }
  }

  private func checkIsTab(_ node: (any Restorable)?) {
    guard let node, !tabs.contains(where: { $0 === node }) else { return }
    preconditionFailure(
      "\(type(of: node)) '\(node.restorationIdentifier ?? "")' is no tab of \(type(of: self)) "
        + "'\(restorationIdentifier ?? "")' and cannot be selected; insert it first."
    )
  }
}

// MARK: - Selecting

extension TabController {
  /// The position of the selected tab, or `nil` if none is selected.
  public var selectedIndex: Int? {
    restorableTabs.firstIndex { $0 === selectedRestorableTab }
  }

  /// Shows a tab.
  ///
  /// It is refused for a node that is no tab, and for the tab that is selected.
  @discardableResult
  public func select(_ tab: any Restorable) -> NavigationOutcome {
    performNavigation {
      guard self.restorableTabs.contains(where: { $0 === tab }) else {
        return .refused("\(self.name(of: tab)) is no tab.")
      }
      guard self.selectedRestorableTab !== tab else {
        return .refused("\(self.name(of: tab)) is selected already.")
      }
      self.selectedRestorableTab = tab
      return .performed
    }
  }

  /// Shows the tab with an identifier, compared by its UTF-8 bytes.
  ///
  /// It is refused if there is no such tab, or it is selected already.
  @discardableResult
  public func select(identifier: String) -> NavigationOutcome {
    performNavigation {
      let tab = self.restorableTabs.first { $0.hasRestorationIdentifier(identifier) }
      guard let tab else { return .refused("There is no tab '\(identifier)'.") }
      guard self.selectedRestorableTab !== tab else {
        return .refused("The tab '\(identifier)' is selected already.")
      }
      self.selectedRestorableTab = tab
      return .performed
    }
  }
}

// MARK: - Changing the tabs

extension TabController {
  /// Adds a tab, without selecting it unless it is the first.
  ///
  /// - Parameters:
  ///   - tab: The tab; one that is there already is refused.
  ///   - index: Its position; by default the last. One that is out of bounds is refused.
  /// - Returns: Whether it was carried out.
  @discardableResult
  public func insert(_ tab: any Restorable, at index: Int? = nil) -> NavigationOutcome {
    performNavigation {
      let count = self.restorableTabs.count
      guard !self.restorableTabs.contains(where: { $0 === tab }) else {
        return .refused("\(self.name(of: tab)) is a tab already.")
      }
      guard (0...count).contains(index ?? count) else {
        return .refused("There is no position \(index ?? count) among \(count) tabs.")
      }
      self.restorableTabs.insert(tab, at: index ?? count)
      return .performed
    }
  }

  /// Takes a tab out.
  ///
  /// It is refused for a node that is no tab. If the tab was selected, the one that follows it is
  /// selected now, or else the last.
  @discardableResult
  public func remove(_ tab: any Restorable) -> NavigationOutcome {
    performNavigation {
      guard let index = self.restorableTabs.firstIndex(where: { $0 === tab }) else {
        return .refused("\(self.name(of: tab)) is no tab.")
      }
      self.restorableTabs.remove(at: index)
      return .performed
    }
  }

  /// Moves a tab to another position, as the user does.
  ///
  /// The selection goes with it.
  ///
  /// - Parameters:
  ///   - source: Its position now; one that is out of bounds is refused.
  ///   - destination: Its position afterwards; one that is out of bounds is refused.
  /// - Returns: Whether it was carried out.
  @discardableResult
  public func move(from source: Int, to destination: Int) -> NavigationOutcome {
    performNavigation {
      let indices = self.restorableTabs.indices
      guard indices.contains(source), indices.contains(destination) else {
        return .refused("\(source) or \(destination) is no position among \(indices.count) tabs.")
      }
      guard source != destination else { return .refused("The tab is at \(source) already.") }
      var tabs = self.restorableTabs
      tabs.insert(tabs.remove(at: source), at: destination)
      self.restorableTabs = tabs
      return .performed
    }
  }

  private func name(of node: any Restorable) -> String {
    "\(type(of: node)) '\(node.restorationIdentifier ?? "")'"
  }
}

// MARK: - Registering the class

extension RestorationClassRegistry {
  /// Registers ``TabController``, so that tabs which the launch does not build are made again.
  ///
  /// - Parameter name: The name to record.
  public mutating func registerTabController(named name: String = "TabController") {
    register(TabController.self, named: name)
  }
}
