/// Which columns an expanded split shows, and how.
public enum SplitDisplayMode: String, Hashable, Sendable, Codable, CaseIterable {
  /// As many columns as there are, beside each other.
  case automatic
  /// The secondary column alone.
  case secondaryOnly
  /// The secondary column, and beside it the one before it.
  case oneBesideSecondary
  /// The secondary column, and over it the one before it.
  case oneOverSecondary
  /// All three columns beside each other.
  case twoBesideSecondary
  /// The secondary column, and over it the two others.
  case twoOverSecondary
  /// The secondary column, pushed aside by the two others.
  case twoDisplaceSecondary
}

extension SplitDisplayMode {
  /// How many columns are shown beside or over the secondary one.
  var shownBeforeSecondary: Int {
    switch self {
    case .secondaryOnly: 0
    case .oneBesideSecondary, .oneOverSecondary: 1
    case .automatic, .twoBesideSecondary, .twoOverSecondary, .twoDisplaceSecondary: 2
    }
  }

  /// Whether the secondary column is covered in part by what is shown over it.
  var isOverlay: Bool { self == .oneOverSecondary || self == .twoOverSecondary }

  /// The mode with a number of columns before the secondary one, over it or beside it as before.
  func showing(_ columns: Int) -> SplitDisplayMode {
    switch columns {
    case ...0: .secondaryOnly
    case 1: isOverlay ? .oneOverSecondary : .oneBesideSecondary
    default: isOverlay ? .twoOverSecondary : .twoBesideSecondary
    }
  }
}
