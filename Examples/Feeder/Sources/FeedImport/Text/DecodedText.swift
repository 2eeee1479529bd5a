import Foundation

/// The text of a file, with what had to be guessed to get at it.
struct DecodedText {
  /// The text as UTF-8, without a byte order mark.
  var bytes: [UInt8]

  /// One line for each thing that is not as declared.
  var warnings: [String] = []
}
