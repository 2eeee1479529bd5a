import RestorationCore

extension SaveReport {
  /// Tells the parent of a save that was made at a step.
  func tell(_ step: Int) {
    switch outcome {
    case .saved: Message.saved(step).report()
    case .nothingChanged: break
    default: Message.failed("\(self)".replacing("\n", with: " ")).report()
    }
    if !diagnostics.isEmpty { Message.failed("\(self)".replacing("\n", with: " ")).report() }
  }
}
