public import LookAlikeToolkit
public import RestorationCore

/// Every controller of the toolkit takes part: it has a `restorationIdentifier`, and what it writes
/// in the toolkit's own `encodeRestorableState(with:)` is saved as it is.
extension ViewController: Presenting {
  /// What this very controller presents.
  public var restorablePresentation: Presentation? {
    get { ownPresented.map { Presentation(ofController: $0) } }
    set { replaceOwnPresented(with: newValue) }
  }

  /// Lets the toolkit's own method write.
  public func encodeRestorableState(to encoder: StateEncoder) throws {
    let coder = StateCoder(encoder: encoder)
    encodeRestorableState(with: coder)
  }

  /// Lets the toolkit's own method read.
  public func decodeRestorableState(from decoder: StateDecoder) throws {
    let coder = StateCoder(decoder: decoder)
    decodeRestorableState(with: coder)
    if let error = coder.error { throw error }
  }

  /// Calls the toolkit's own method.
  public func didFinishRestoring() { applicationFinishedRestoringState() }

  /// The tracker of a controller that has one.
  public var restorationTracker: RestorationTracker? {
    (self as? any TrackedViewController)?.tracker
  }
}

/// A controller with room for a tracker, which an extension of the toolkit's class has not.
@MainActor
public protocol TrackedViewController: ViewController {
  /// What tells the session that the controller changed.
  var tracker: RestorationTracker { get }
}

// MARK: - Presenting

extension ViewController {
  /// What this very controller presents; the toolkit answers for ancestors too.
  private var ownPresented: ViewController? {
    presentedViewController.flatMap { $0.presentingViewController === self ? $0 : nil }
  }

  private func replaceOwnPresented(with presentation: Presentation?) {
    let controller = presentation?.presented as? ViewController
    if ownPresented != nil, ownPresented !== controller { dismiss(animated: false) }
    guard let presentation, let controller else { return }
    controller.modalPresentationStyle = ModalPresentationStyle(presentation.style)
    controller.modalPresentationCapturesStatusBarAppearance =
      presentation.capturesStatusBarAppearance
    controller.transitioningDelegate =
      presentation.transitionDelegate as? any ViewControllerTransitioningDelegate
    if ownPresented == nil { present(controller, animated: false) }
  }
}

extension Presentation {
  fileprivate init(ofController controller: ViewController) {
    self.init(
      of: controller,
      style: controller.modalPresentationStyle.restorable,
      capturesStatusBarAppearance: controller.modalPresentationCapturesStatusBarAppearance,
      transitionDelegate: controller.transitioningDelegate as? any TransitionDelegate
    )
  }
}
