public import RestorationCore

extension FileStateStore {
  /// What a store may be used for.
  public enum Access: Hashable, Sendable {
    /// Reading and saving; only one store has this access to a folder at a time.
    case readWrite

    /// Reading alone, which needs no lock and changes nothing; any number of stores may have it.
    case readOnly
  }

  /// What a store may keep.
  public struct Options: Hashable, Sendable {
    /// What trees and their archives may measure.
    public var limits = RestorationLimits()

    /// The most bytes that a file may have: 1 GiB.
    public var bytesPerFile = 1 << 30

    /// How many generations are kept of those that were not restored and then replaced: 8.
    public var keptGenerations = 8

    /// How many bytes these generations may have together, the last one aside: 256 MiB.
    public var keptBytes = 256 << 20

    /// How many things that could not be used are kept: 4.
    public var damagedFiles = 4

    /// How many bytes these may have together, the last one aside: 64 MiB.
    public var damagedBytes = 64 << 20

    /// Makes the default options.
    public init() {}
  }
}
