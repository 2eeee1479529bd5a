/// A state of all scenes that a store still has and that can be gone back to.
public struct StateGeneration: Hashable, Sendable {
  /// The generation's number; a later state has a higher one.
  public var number: UInt64

  /// The name under which the app kept it, if it did.
  public var name: String?

  /// Why it was kept when it was replaced; `nil` for states that are there anyway.
  public var reason: String?

  /// The headers of the scenes that it holds.
  public var scenes: [ArchiveHeader]

  /// Its size in bytes.
  public var byteCount: Int

  /// Makes the description of a generation.
  public init(
    number: UInt64,
    name: String? = nil,
    reason: String? = nil,
    scenes: [ArchiveHeader],
    byteCount: Int
  ) {
    self.number = number
    self.name = name
    self.reason = reason
    self.scenes = scenes
    self.byteCount = byteCount
  }
}
