/// A node that is presented by another, with how it is presented.
@MainActor
public struct Presentation {
  /// The presented node.
  public var presented: any Restorable

  /// How it is presented.
  public var style: PresentationStyle

  /// Whether the presented node controls the status bar though it does not cover the screen.
  public var capturesStatusBarAppearance: Bool

  /// What animates the presentation, if it is a custom one.
  ///
  /// It is saved as a reference, so it must stand in the tree: a node, or a plain object that is
  /// registered with ``RestorationSession/register(_:under:)``.
  public var transitionDelegate: (any TransitionDelegate)?

  /// Where the presented node's reply goes, if it is presented for a result.
  public var replyAddress: ReplyAddress?

  /// Whether the presentation is left out of archives.
  public var isTransient: Bool

  /// Makes a presentation.
  public init(
    of presented: any Restorable,
    style: PresentationStyle = .automatic,
    capturesStatusBarAppearance: Bool = false,
    transitionDelegate: (any TransitionDelegate)? = nil,
    isTransient: Bool = false
  ) {
    self.presented = presented
    self.style = style
    self.capturesStatusBarAppearance = capturesStatusBarAppearance
    self.transitionDelegate = transitionDelegate
    self.isTransient = isTransient
  }
}

extension Presentation {
  /// Whether the same node is presented in the same way.
  func isSame(as other: Presentation) -> Bool {
    presented === other.presented && style == other.style
      && capturesStatusBarAppearance == other.capturesStatusBarAppearance
      && transitionDelegate === other.transitionDelegate && isTransient == other.isTransient
      && replyAddress?.receiver === other.replyAddress?.receiver
      && (replyAddress?.name ?? "").hasSameBytes(as: other.replyAddress?.name ?? "")
  }
}

/// What animates a custom presentation.
///
/// It is a node or a plain object of the tree, so that the one instance that was used before a save
/// is used after the restore. What it animates, and with what, is the toolkit's affair.
@MainActor
public protocol TransitionDelegate: Restorable {}
