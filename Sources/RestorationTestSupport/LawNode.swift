import RestorationCore

/// A node that keeps state and counts how often it appeared.
final class LawNode: RestorableController, ContainerLawChild {
  @Restored("text") var text = ""
  private(set) var appearances: [String] = []

  init(_ identifier: String) {
    super.init(restorationIdentifier: identifier)
  }

  override func willAppear() { appearances.append("will") }
  override func didAppear() { appearances.append("did") }
  override func willDisappear() { appearances.append("will not") }
  override func didDisappear() { appearances.append("did not") }
}
