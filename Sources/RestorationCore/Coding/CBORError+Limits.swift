extension CBORError {
  /// Values nest deeper than they may.
  static func tooDeep(_ limits: RestorationLimits, at offset: Int) -> CBORError {
    CBORError(
      .limitExceeded,
      at: offset,
      "Values nest deeper than \(limits.depth); raise RestorationLimits.depth if they should."
    )
  }

  /// A text is longer than it may be.
  static func tooLong(_ count: Int, _ limits: RestorationLimits, at offset: Int) -> CBORError {
    CBORError(
      .limitExceeded,
      at: offset,
      "A text has \(count) bytes, more than the \(limits.stringLength) that "
        + "RestorationLimits.stringLength allows."
    )
  }

  /// The limit that was exceeded, if that is what an error of writing a value tells of.
  init?(exceedingLimitIn error: any Error) {
    var cause = error
    if case EncodingError.invalidValue(_, let context)? = error as? EncodingError {
      cause = context.underlyingError ?? error
    }
    guard let error = cause as? CBORError, error.code == .limitExceeded else { return nil }
    self = error
  }
}
