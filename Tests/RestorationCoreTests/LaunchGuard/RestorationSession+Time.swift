@testable import RestorationCore

extension RestorationSession {
  /// Lets the time of a test pass for the session.
  func useTime(_ time: ManualTime) {
    clock = { time.now }
  }
}
