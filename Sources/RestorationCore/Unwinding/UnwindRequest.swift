/// A wish to unwind: which action, and from where.
@MainActor
public struct UnwindRequest {
  /// What is asked for.
  public var action: UnwindAction

  /// The node that asks, from which the search goes outwards.
  public var source: any Restorable

  /// Whether a user's gesture began it, so that the source may veto it.
  public var isFromGesture: Bool

  /// Scenes that are searched from their roots if nobody answers in the source's own, in this order.
  ///
  /// There are none by default: an unwind stays in its window. What is carried out in another scene
  /// takes nothing down in the source's own.
  public var otherScenes: [String] = []

  /// Makes a request.
  public init(_ action: UnwindAction, from source: any Restorable, isFromGesture: Bool = false) {
    self.action = action
    self.source = source
    self.isFromGesture = isFromGesture
  }
}
