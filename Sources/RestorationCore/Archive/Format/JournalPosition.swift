/// A point in the history of a store: the end of a save, and where that end lies.
package struct JournalPosition: Hashable, Sendable {
  /// What kind of file the save ends in.
  package enum Origin: UInt64, Sendable {
    /// No file: nothing was saved yet.
    case nothing = 0

    /// A baseline.
    case baseline = 1

    /// A segment of the journal.
    case segment = 2
  }

  /// What kind of file the save ends in.
  package var origin = Origin.nothing

  /// The number of that file.
  package var number: UInt64 = 0

  /// How many bytes of that file count.
  package var end: UInt64 = 0

  /// The number of the save.
  package var sequence: UInt64 = 0

  /// The checksum of everything that led there.
  package var chain: UInt32 = 0

  /// Makes the position at which every history begins.
  package init() {}

  /// Makes a position.
  package init(_ origin: Origin, number: UInt64, end: UInt64, sequence: UInt64, chain: UInt32) {
    self.origin = origin
    self.number = number
    self.end = end
    self.sequence = sequence
    self.chain = chain
  }
}
