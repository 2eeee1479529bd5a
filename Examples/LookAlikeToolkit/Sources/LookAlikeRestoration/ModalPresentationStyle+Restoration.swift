import LookAlikeToolkit
import RestorationCore

extension ModalPresentationStyle {
  /// The style with a saved name; one that the toolkit does not have is left to the system.
  init(_ style: PresentationStyle) {
    self = Self.allCases.first { $0.restorable == style } ?? .automatic
  }

  /// The style by the name that is saved.
  var restorable: PresentationStyle {
    switch self {
    case .automatic: .automatic
    case .none: PresentationStyle(rawValue: "none")
    case .fullScreen: .fullScreen
    case .pageSheet: .pageSheet
    case .formSheet: .formSheet
    case .currentContext: .currentContext
    case .custom: .custom
    case .overFullScreen: .overFullScreen
    case .overCurrentContext: .overCurrentContext
    case .popover: .popover
    }
  }
}
