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
}
