/// Bytes of a file from which nothing could be read, and what they say of themselves.
struct DamagedRange {
  var range: Range<Int>
  var claim: ArchiveItem?
  var reason = "the checksum does not match"
}

extension DamagedRange {
  /// Says what happened.
  func message(_ place: String) -> String {
    "Bytes \(range.lowerBound)..<\(range.upperBound) of \(place) are damaged: \(reason); "
      + "what they held is left out."
  }
}
