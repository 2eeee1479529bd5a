public import RestorationCore

/// A state of all scenes that is still on the disk and can be gone back to.
public struct StateGeneration: Hashable, Sendable {
  /// The generation's number; a later save has a higher one.
  public var number: UInt64

  /// Why it was kept when it was replaced; `nil` for the last saves, which are there anyway.
  public var reason: String?

  /// The headers of the scenes that it holds.
  public var scenes: [ArchiveHeader]

  /// Its size in bytes.
  public var byteCount: Int
}
