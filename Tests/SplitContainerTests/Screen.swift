import RestorationCore

/// A node without children that notes how it appears.
final class Screen: RestorableController, RestorationClass {
  @Restored("text") var text = ""

  /// The appearance callbacks so far, in order.
  private(set) var callbacks: [String] = []

  /// Called when the screen is asked whether it answers an unwind.
  var onAsk: (@MainActor () -> Void)?

  /// Called when the screen has its state back.
  var onFinish: (@MainActor () -> Void)?

  override class var tracksChanges: Bool { true }

  static func makeRestorable(
    for request: RestorationRequest,
    from decoder: StateDecoder
  ) throws -> (any Restorable)? {
    Screen(restorationIdentifier: request.identifier)
  }

  override func didFinishRestoring() { onFinish?() }
  override func canPerformUnwind(_ request: UnwindRequest) -> Bool {
    onAsk?()
    return super.canPerformUnwind(request)
  }

  override func willAppear() { callbacks.append("willAppear") }
  override func didAppear() { callbacks.append("didAppear") }
  override func willDisappear() { callbacks.append("willDisappear") }
  override func didDisappear() { callbacks.append("didDisappear") }

  /// The callbacks of a screen that appeared and stays.
  static let shown = ["willAppear", "didAppear"]
}

extension RestorableController {
  /// Shows a root with all that can be seen below it, as a host does.
  func appear() {
    beginAppearanceTransition(isAppearing: true)
    endAppearanceTransition()
  }
}

extension [any Restorable] {
  /// The identifiers of nodes, in order.
  @MainActor var identifiers: [String] { map { $0.restorationIdentifier ?? "" } }
}
