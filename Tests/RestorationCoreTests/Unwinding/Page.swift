import RestorationCore

/// A screen that notes what it is asked and told, and how it appears.
class Page: RestorableController {
  let log: EventLog

  /// The actions that it answers.
  var answered: Set<UnwindAction> = []

  /// Whether it lets a gesture unwind.
  var allowsGestures = true

  /// What it does when it answers.
  var onPerform: (@MainActor (UnwindPlan) -> Void)?

  /// What it does when it appears or disappears, given the name of the callback.
  var onAppearance: (@MainActor (String) -> Void)?

  /// The appearance callbacks so far.
  private(set) var callbacks: [String] = []

  init(_ identifier: String?, _ log: EventLog = EventLog()) {
    self.log = log
    super.init(restorationIdentifier: identifier)
  }

  override class var tracksChanges: Bool { true }

  override func canPerformUnwind(_ request: UnwindRequest) -> Bool {
    log.note("ask \(name)")
    return answered.contains(request.action) || super.canPerformUnwind(request)
  }

  override func prepareForUnwind(_ plan: UnwindPlan) { log.note("prepare \(name)") }

  override func performUnwind(_ plan: UnwindPlan) {
    log.note("action \(name)")
    onPerform?(plan)
    super.performUnwind(plan)
  }

  override func shouldUnwind(_ plan: UnwindPlan) -> Bool {
    log.note("veto? \(name)")
    return allowsGestures
  }

  override var restorablePresentation: Presentation? {
    get { super.restorablePresentation }
    set {
      if newValue == nil, let presented = super.restorablePresentation?.presented {
        log.note("\(name) dismisses \(presented.unwindName)")
      }
      super.restorablePresentation = newValue
    }
  }

  override func willAppear() { note("willAppear") }
  override func didAppear() { note("didAppear") }
  override func willDisappear() { note("willDisappear") }
  override func didDisappear() { note("didDisappear") }

  /// The appearance callbacks so far, which are forgotten.
  func takeCallbacks() -> [String] {
    defer { callbacks = [] }
    return callbacks
  }

  var name: String { restorationIdentifier ?? "?" }

  private func note(_ callback: String) {
    callbacks.append(callback)
    onAppearance?(callback)
  }
}
