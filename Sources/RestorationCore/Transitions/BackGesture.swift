/// A user's gesture to go back, which can be taken back half way and then has changed nothing.
///
/// ```swift
/// let gesture = BackGesture(in: root)
/// gesture.progress(0.4)
/// gesture.commit()  // or gesture.cancel()
/// ```
///
/// The gesture begins on the visible node nearest to the user that can go back. That node sees
/// ``Phase-swift.enum/began``, each progress, then exactly one of commit and cancel, in
/// ``Restorable/backGestureDidChange(_:)``. If it can no longer go back meanwhile, it sees a cancel,
/// and at the next progress the gesture begins anew on another one.
@MainActor
public final class BackGesture {
  /// How far a gesture has come.
  public enum Phase: Hashable, Sendable {
    /// It began.
    case began
    /// It moved to a part of the whole, between 0 and 1.
    case moved(Double)
    /// The user let go and means it: the node goes back now.
    case committed
    /// It was taken back, or the node can no longer go back.
    case cancelled
  }

  private weak var root: (any Restorable)?
  private var step: BackStep?
  private var hasEnded = false

  /// Begins a gesture on what can be seen below a root.
  public init(in root: any Restorable) {
    self.root = root
    begin()
  }

  /// Whether there is a node that will go back.
  public var isActive: Bool { !hasEnded && step?.isPossible == true }

  /// Moves the gesture to a part of the whole, between 0 and 1; one that is no number is ignored.
  public func progress(_ fraction: Double) {
    guard !hasEnded, !fraction.isNaN else { return }
    if let step, !isValid(step) { drop(step) }
    if step == nil { begin() }
    step?.node?.backGestureDidChange(.moved(min(max(fraction, 0), 1)))
  }

  /// Ends the gesture: the node goes back.
  ///
  /// - Returns: Whether one did.
  @discardableResult
  public func commit() -> Bool {
    guard !hasEnded else { return false }
    if let step, !isValid(step) { drop(step) }
    hasEnded = true
    guard let step else { return false }
    step.node?.backGestureDidChange(.committed)
    return step.perform()
  }

  /// Takes the gesture back: nothing has changed.
  public func cancel() {
    guard !hasEnded else { return }
    hasEnded = true
    step?.node?.backGestureDidChange(.cancelled)
    step = nil
  }

  private func begin() {
    step = root.flatMap { BackStep.first(in: $0) }
    step?.node?.backGestureDidChange(.began)
  }

  private func drop(_ step: BackStep) {
    step.node?.backGestureDidChange(.cancelled)
    self.step = nil
  }

  /// Whether a step can still be taken, though others may have become nearer to the user.
  private func isValid(_ step: BackStep) -> Bool {
    guard let root, step.isPossible else { return false }
    return BackStep.all(in: root).contains { $0.isSame(as: step) }
  }
}
