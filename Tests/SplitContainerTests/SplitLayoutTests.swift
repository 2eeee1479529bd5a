import RestorationCore
import RestorationTestSupport
import SplitContainer
import Testing

@MainActor @Suite("The layout of a split")
struct SplitLayoutTests {
  private func makeSplit(
    _ columns: [SplitColumn],
    isPlaceholder: Bool = false,
    mode: SplitDisplayMode = .automatic
  ) -> SplitController {
    func screen(_ column: SplitColumn) -> Screen? {
      columns.contains(column) ? Screen(restorationIdentifier: column.rawValue) : nil
    }
    return SplitController(
      restorationIdentifier: "root",
      primary: screen(.primary),
      supplementary: screen(.supplementary),
      secondary: screen(.secondary),
      isSecondaryPlaceholder: isPlaceholder,
      preferredDisplayMode: mode
    )
  }

  /// All sets of columns.
  static let columnSets: [[SplitColumn]] = (0..<8).map { bits in
    SplitColumn.allCases.enumerated().filter { bits & (1 << $0.offset) != 0 }.map(\.element)
  }

  @Test("B24: each mode shows the columns that it names, as far as they are there.")
  func shownColumns() {
    let expected: [SplitDisplayMode: [SplitColumn]] = [
      .automatic: [.primary, .supplementary, .secondary],
      .secondaryOnly: [.secondary],
      .oneBesideSecondary: [.supplementary, .secondary],
      .oneOverSecondary: [.supplementary, .secondary],
      .twoBesideSecondary: [.primary, .supplementary, .secondary],
      .twoOverSecondary: [.primary, .supplementary, .secondary],
      .twoDisplaceSecondary: [.primary, .supplementary, .secondary],
    ]
    for mode in SplitDisplayMode.allCases {
      let three = makeSplit(SplitColumn.allCases, mode: mode)
      #expect(three.shownSplitColumns == expected[mode])
      let two = makeSplit([.primary, .secondary], mode: mode)
      #expect(
        two.shownSplitColumns == (mode == .secondaryOnly ? [.secondary] : [.primary, .secondary])
      )
    }
  }

  @Test(
    "B24, B29: the mode that is shown names no column that is not there; the preferred one stays."
  )
  func shownModes() {
    for mode in SplitDisplayMode.allCases {
      for columns in Self.columnSets {
        let split = makeSplit(columns, mode: mode)
        let shown = split.shownSplitDisplayMode
        #expect(split.preferredSplitDisplayMode == mode)
        #expect(shown != .automatic)
        #expect(split.shownSplitColumns.isEmpty == columns.isEmpty)
        #expect(Set(split.shownSplitColumns).isSubset(of: columns))
        let before = columns.filter { $0 != .secondary }.count
        let allowed: Set<SplitDisplayMode> =
          switch before {
          case 0: [.secondaryOnly]
          case 1: [.secondaryOnly, .oneBesideSecondary, .oneOverSecondary]
          default: Set(SplitDisplayMode.allCases)
          }
        #expect(allowed.contains(shown))
      }
    }
    let over = makeSplit([.primary, .secondary], mode: .twoOverSecondary)
    #expect(over.shownSplitDisplayMode == .oneOverSecondary)
  }

  @Test("B27: a placeholder is dropped when the split collapses, a chosen secondary stays on top.")
  func collapsedTop() {
    for columns in Self.columnSets {
      for isPlaceholder in [false, true] {
        for top in SplitColumn.allCases {
          let split = makeSplit(columns, isPlaceholder: isPlaceholder)
          split.topSplitColumn = top
          split.setCollapsed(true)
          let shown = split.shownTopSplitColumn
          #expect(split.shownSplitColumns == (columns.isEmpty ? [] : [shown]))
          let chosen = columns.filter { $0 != .secondary || !isPlaceholder }
          if chosen.contains(top) { #expect(shown == top) }
          if !chosen.isEmpty { #expect(chosen.contains(shown)) }
        }
      }
    }
    let three = makeSplit(SplitColumn.allCases, isPlaceholder: true)
    #expect(three.shownTopSplitColumn == .supplementary)
  }

  @Test("Collapsing and expanding shows and hides what it must, and nothing moves.")
  func appearance() {
    let split = makeSplit([.primary, .secondary], isPlaceholder: true)
    split.appear()
    let before = split.columns
    let hidden = ["willDisappear", "didDisappear"]
    split.setCollapsed(true)
    #expect(split.columns.map { $0?.callbacks } == [Screen.shown, nil, Screen.shown + hidden])
    split.setCollapsed(true)
    split.setCollapsed(false)
    #expect(
      split.columns.map { $0?.callbacks } == [
        Screen.shown, nil, Screen.shown + hidden + Screen.shown,
      ]
    )
    #expect(zip(before, split.columns).allSatisfy { $0 === $1 })
  }
}
