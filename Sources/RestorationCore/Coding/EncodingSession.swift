/// What all parts of a value that is encoded share.
final class EncodingSession {
  /// What the app wants its own `Codable` types to know.
  let userInfo: [CodingUserInfoKey: Any]

  /// What the value may measure.
  let limits: RestorationLimits

  /// The first error of a call that cannot throw.
  private var failure: EncodingError?

  init(userInfo: [CodingUserInfoKey: Any], limits: RestorationLimits) {
    self.userInfo = userInfo
    self.limits = limits
  }

  /// Notes an error, to be thrown when the value is complete.
  func fail(_ message: String, at path: CodingPath) {
    guard failure == nil else { return }
    failure = .invalidValue(
      message,
      EncodingError.Context(codingPath: path.keys, debugDescription: message)
    )
  }

  /// Throws the error that was noted, if one was.
  func check() throws {
    if let failure { throw failure }
  }
}
