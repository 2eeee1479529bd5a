/// How a node is presented.
///
/// The styles that UIKit has are there; an app or a toolkit adds its own.
public struct PresentationStyle: RawRepresentable, Hashable, Sendable, Codable {
  /// The style's name, which is what is saved.
  public let rawValue: String

  /// Makes a style from its name.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}

extension PresentationStyle {
  private init(_ name: String) {
    self.init(rawValue: name)
  }

  /// The system decides.
  public static let automatic = Self("automatic")
  /// The whole screen; the presenter disappears.
  public static let fullScreen = Self("fullScreen")
  /// A sheet that covers most of the screen.
  public static let pageSheet = Self("pageSheet")
  /// A small sheet in the middle.
  public static let formSheet = Self("formSheet")
  /// Over the node that defines the context; the presenter disappears.
  public static let currentContext = Self("currentContext")
  /// The whole screen, with the presenter behind it.
  public static let overFullScreen = Self("overFullScreen")
  /// Over the node that defines the context, with the presenter behind it.
  public static let overCurrentContext = Self("overCurrentContext")
  /// A bubble at an anchor.
  public static let popover = Self("popover")
  /// A ``TransitionDelegate`` decides.
  public static let custom = Self("custom")

  /// Whether the presenter disappears while its presented node is shown.
  public var coversPresenter: Bool {
    self == .fullScreen || self == .currentContext
  }
}
