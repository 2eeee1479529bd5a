/// A ready-made node without a user interface: the base class of controllers.
///
/// It has an identifier, a parent, a presented node, balanced appearance callbacks, and a tracker
/// that tells the session of its changes:
///
/// ```swift
/// final class ArticleScreen: RestorableController {
///   @Restored("scroll") var scrollOffset = 0.0
///
///   override func didAppear() { startReading() }
/// }
/// ```
///
/// A subclass that writes state by hand overrides ``encodeRestorableState(to:)`` and
/// ``decodeRestorableState(from:)``, without calling `super`.
@MainActor
open class RestorableController: Presenting {
  // Accesses to the stored values that each save or restore asks for are over before anything else
  // can run, and need not be checked for an overlap.

  /// The controller's name among its siblings; `nil` or empty leaves it out of archives.
  @exclusivity(unchecked)
  public var restorationIdentifier: String? {
    didSet { invalidatePlace() }
  }

  /// Whether the controller is left out of archives.
  @exclusivity(unchecked)
  public var isRestorationTransient = false {
    didSet { invalidatePlace() }
  }

  /// What tells the session of this controller's changes.
  public let restorationTracker: RestorationTracker? = RestorationTracker()

  /// The container that holds the controller, or `nil`; the controller does not keep it alive.
  ///
  /// Containers set it.
  public var enclosingRestorable: (any Restorable)? {
    get { encloser?.object }
    set { encloser = WeakObject(unlessNil: newValue) }
  }

  @exclusivity(unchecked) private var encloser: WeakObject?

  /// The node that presents the controller, or `nil`; the controller does not keep it alive.
  public internal(set) var presentingRestorable: (any Restorable)? {
    get { presenter?.object }
    set { presenter = WeakObject(unlessNil: newValue) }
  }

  @exclusivity(unchecked) private var presenter: WeakObject?

  /// Whether the controller is known to stand nowhere, which costs less than to ask who holds it.
  var isHeldByNobody: Bool { encloser == nil && presenter == nil }

  /// How far the controller has appeared.
  public internal(set) var appearance = Appearance.disappeared

  /// What is presented, apart, since hardly any controller presents something.
  @exclusivity(unchecked) private var presenting: PresentationBox?

  private var presentation: Presentation? {
    get { presenting?.presentation }
    set { presenting = newValue.map(PresentationBox.init) }
  }

  /// Makes a controller.
  ///
  /// - Parameter restorationIdentifier: Its name among its siblings; `nil` leaves it out of archives.
  public init(restorationIdentifier: String? = nil) {
    self.restorationIdentifier = restorationIdentifier
  }

  // MARK: Restoring state

  /// Whether this very class marks every change; see ``Restorable/tracksChanges``.
  ///
  /// A subclass that marks all that it changes overrides it and returns `true`. The promise is not
  /// inherited: what a subclass adds is asked for at each save until the subclass promises too.
  open class var tracksChanges: Bool { self == RestorableController.self }

  /// Writes state that is not kept in ``Restored`` properties.
  ///
  /// The default writes nothing.
  open func encodeRestorableState(to encoder: StateEncoder) throws {}

  /// Reads what ``encodeRestorableState(to:)`` wrote.
  ///
  /// The default reads nothing.
  open func decodeRestorableState(from decoder: StateDecoder) throws {}

  /// Called when the controller and what can be seen below it has its state back.
  open func didFinishRestoring() {}

  // MARK: Appearing

  /// Called before the controller is shown.
  open func willAppear() {}

  /// Called after the controller was shown.
  open func didAppear() {}

  /// Called before the controller is hidden.
  open func willDisappear() {}

  /// Called after the controller was hidden.
  open func didDisappear() {}

  // MARK: Unwinding

  /// Where the controller, if it is a container, sends unwinds before its children are asked.
  open var unwindRules: [UnwindRule] = []

  /// What the controller does for each unwind that it answers, by default nothing.
  open var unwindActions: [UnwindAction: UnwindHandler] { [:] }

  /// Whether the controller answers an unwind, for itself alone.
  ///
  /// The default is whether there is a handler in ``unwindActions`` or by
  /// ``Restorable/onUnwind(_:perform:)``.
  open func canPerformUnwind(_ request: UnwindRequest) -> Bool {
    unwindHandler(for: request.action) != nil
  }

  /// Does what an unwind is for, before anything moves.
  ///
  /// The default runs the handler, if there is one.
  open func performUnwind(_ plan: UnwindPlan) {
    unwindHandler(for: plan.action)?(plan)
  }

  /// Called on the source of an unwind before the target's action runs.
  open func prepareForUnwind(_ plan: UnwindPlan) {}

  /// Whether the source of an unwind lets a user's gesture begin it, by default `true`.
  open func shouldUnwind(_ plan: UnwindPlan) -> Bool { true }

  // MARK: Going back

  /// Whether the controller has something to do if the user goes back, by default `false`.
  open var canHandleBack: Bool { false }

  /// Goes back, which the default refuses.
  open func handleBack() -> NavigationOutcome { .refused("\(unwindName) has nowhere to go back.") }

  /// Told how the gesture goes on that will have the controller go back, or not.
  open func backGestureDidChange(_ phase: BackGesture.Phase) {}

  // MARK: Presenting

  /// What this controller presents now.
  ///
  /// Setting it presents or dismisses at once, as a restore does. An app calls
  /// ``present(_:style:capturesStatusBarAppearance:transitionDelegate:)`` and
  /// ``dismissPresented()``, which wait for a restore under way.
  open var restorablePresentation: Presentation? {
    get { presentation }
    set { replacePresentation(with: newValue) }
  }
}

/// Holds a presentation, which is large.
@MainActor
private final class PresentationBox {
  let presentation: Presentation

  init(_ presentation: Presentation) {
    self.presentation = presentation
  }
}

// MARK: - Presenting

extension RestorableController {
  /// Marks the controller, from which the save finds its parent, and the parent, since a controller
  /// that is left out cannot be found.
  private func invalidatePlace() {
    invalidateRestorableState()
    (enclosingRestorable ?? presentingRestorable)?.invalidateRestorableState()
  }

  /// The node that this controller presents, or `nil`.
  public var presentedRestorable: (any Restorable)? { restorablePresentation?.presented }

  /// Presents a node, in place of the one that is presented now, if there is one.
  ///
  /// Asked for during a restore, it happens after it.
  ///
  /// - Parameters:
  ///   - node: The node to present, which stands nowhere in the tree.
  ///   - style: How it is presented.
  ///   - capturesStatusBarAppearance: Whether it controls the status bar though it does not cover the
  ///     screen.
  ///   - transitionDelegate: What animates it; a node or a registered object of the tree.
  /// - Returns: Whether it is presented now or will be after the restore.
  @discardableResult
  public func present(
    _ node: any Restorable,
    style: PresentationStyle = .automatic,
    capturesStatusBarAppearance: Bool = false,
    transitionDelegate: (any TransitionDelegate)? = nil
  ) -> NavigationOutcome {
    let presentation = Presentation(
      of: node,
      style: style,
      capturesStatusBarAppearance: capturesStatusBarAppearance,
      transitionDelegate: transitionDelegate
    )
    return performNavigation {
      self.restorablePresentation = presentation
      return .performed
    }
  }

  /// Takes down what this controller presents, with everything presented above it.
  ///
  /// Asked for during a restore, it happens after it.
  @discardableResult
  public func dismissPresented() -> NavigationOutcome {
    performNavigation {
      guard self.restorablePresentation != nil else { return .refused("Nothing is presented.") }
      self.restorablePresentation = nil
      return .performed
    }
  }

  /// Takes this controller down from the one that presents it, with everything presented above it.
  ///
  /// It is refused if it is not presented. Asked for during a restore, it happens after it.
  @discardableResult
  public func dismiss() -> NavigationOutcome {
    guard let presenter = presentingRestorable as? RestorableController else {
      return .refused("It is not presented.")
    }
    return presenter.dismissPresented()
  }

  private func replacePresentation(with new: Presentation?) {
    let old = presentation
    guard old?.presented !== new?.presented else {
      presentation = new
      restorationTracker?.node?.markChanged()
      return
    }
    let presented = new?.presented as? RestorableController
    presented?.checkIsFree(for: self)
    let before = controllersBeforeChange
    presentation = new
    (old?.presented as? RestorableController)?.presentingRestorable = nil
    presented?.presentingRestorable = self
    // First, since a save within a callback is to write the change.
    restorationTracker?.node?.markChanged()
    updateAppearance(since: before)
  }
}
