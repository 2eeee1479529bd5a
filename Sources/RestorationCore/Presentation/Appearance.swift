/// How far a controller has appeared.
public enum Appearance: Hashable, Sendable {
  /// It is hidden.
  case disappeared
  /// It is about to be shown.
  case appearing
  /// It is shown.
  case appeared
  /// It is about to be hidden.
  case disappearing

  /// Whether the controller is shown or about to be.
  public var isShown: Bool { self == .appearing || self == .appeared }
}
