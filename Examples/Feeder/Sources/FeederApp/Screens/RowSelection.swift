import RestorationCore

/// The selected row of a list and how far the list is scrolled.
///
/// The row is known by what it shows, so that it stays selected though rows come and go above it;
/// its position counts where that is gone.
struct RowSelection: Codable, Hashable {
  private(set) var selected: ModelIdentifier?
  private(set) var index = 0
  private(set) var top = 0

  /// The position of the selected row.
  @MainActor
  func index(in rows: some Rows) throws -> Int {
    guard let selected else { return 0 }
    if let index = try rows.position(of: selected) { return index }
    return max(0, min(index, try rows.count() - 1))
  }

  /// What the selected row shows, or `nil` if there are no rows.
  @MainActor
  func current(in rows: some Rows) throws -> ModelIdentifier? {
    try rows.identifier(at: index(in: rows))
  }

  /// The first row that is shown in a window of some height, so that the selected one is in it.
  @MainActor
  func top(in rows: some Rows, height: Int) throws -> Int {
    let index = try index(in: rows)
    let wanted = max(index - height + 1, min(top, index))
    return max(0, min(wanted, try rows.count() - height))
  }

  /// Selects a row.
  @MainActor
  mutating func select(_ index: Int, in rows: some Rows, height: Int) throws {
    let count = try rows.count()
    guard count > 0 else { return }
    let shown = try top(in: rows, height: height)
    self.index = max(0, min(index, count - 1))
    selected = try rows.identifier(at: self.index)
    top = max(0, min(max(self.index - height + 1, min(shown, self.index)), count - height))
  }

  /// Takes a key that moves the selection, and tells whether it did.
  @MainActor
  mutating func handle(_ key: Key, _ rows: some Rows, page: Int) throws -> Bool {
    let index = try index(in: rows)
    let target: Int
    switch key {
    case .down, .character("j"): target = index + 1
    case .up, .character("k"): target = index - 1
    case .pageDown, .character(" "), .control("d"): target = index + page
    case .pageUp, .control("u"): target = index - page
    case .home, .character("g"): target = 0
    case .end, .character("G"): target = try rows.count() - 1
    default: return false
    }
    try select(target, in: rows, height: page)
    return true
  }
}
