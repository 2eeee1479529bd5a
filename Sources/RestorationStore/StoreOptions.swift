public import RestorationCore

extension FileStateStore {
  /// What a store may be used for.
  public enum Access: Hashable, Sendable {
    /// Reading and saving; only one store has this access to a folder at a time.
    case readWrite

    /// Reading alone, which needs no lock and changes nothing; any number of stores may have it. Each
    /// load reads what is saved by then.
    case readOnly
  }

  /// What a save that was reported as done survives.
  public enum Durability: Hashable, Sendable {
    /// The death of the process at any instant.
    ///
    /// A power loss takes back no more than the saves of the last ``Options/syncInterval``.
    case processCrash

    /// A power loss too: a save is reported as done once it has reached the disk.
    case powerLoss
  }

  /// What a store may keep, and when it does what.
  public struct Options: Hashable, Sendable {
    /// What trees and their archives may measure.
    public var limits = RestorationLimits()

    /// What a save that was reported as done survives: the death of the process.
    public var durability = Durability.processCrash

    /// How long a save waits at most until it is brought to the disk in the background: 5 seconds.
    public var syncInterval = Duration.seconds(5)

    /// The most bytes that a file may have: 1 GiB.
    public var bytesPerFile = 1 << 30

    /// The same where places in files are counted.
    var highestPlace: UInt64 { UInt64(clamping: bytesPerFile) }

    /// How many bytes of saves go to one file before the next one is begun: 1 MiB.
    public var segmentBytes = 1 << 20

    /// How many bytes that no longer count are left alone at least: 1 MiB.
    ///
    /// Files are compacted when such bytes outweigh this and those that count.
    public var compactionFloor = 1 << 20

    /// How many snapshots are kept, those of ``FileStateStore/keep(as:)`` included: 8.
    public var keptGenerations = 8

    /// How many bytes these snapshots may have together, the last one aside: 256 MiB.
    public var keptBytes = 256 << 20

    /// How many things that could not be used are kept: 4.
    public var damagedFiles = 4

    /// How many bytes these may have together, the last one aside: 64 MiB.
    public var damagedBytes = 64 << 20

    /// How many nodes are kept that are held back, since the app died when they were restored: 32.
    public var heldBackNodes = 32

    /// How many bytes these may have together, the last one aside: 64 MiB.
    public var heldBackBytes = 64 << 20

    /// Makes the default options.
    public init() {}
  }
}
