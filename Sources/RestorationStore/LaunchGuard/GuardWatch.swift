internal import RestorationCore

/// The watch over one launch of one scene, in the launch guard's page.
final class GuardWatch: LaunchWatch {
  private let entry: GuardEntry
  private let page: GuardPage
  private let number: Int

  init(_ entry: GuardEntry, in page: GuardPage, number: Int) {
    self.entry = entry
    self.page = page
    self.number = number
  }

  deinit {
    if page.isCurrent(entry, number) { entry.note = .closed }
  }

  var note: LaunchNote {
    get { entry.note }
    set { if page.isInUse { entry.note = newValue } }
  }

  func update(_ record: LaunchRecord) {
    if page.isCurrent(entry, number) { entry.update(record) }
  }
}
