import RestorationCore

extension FuzzTarget {
  /// The readers of archives that stand alone, with the restore of what they are, and of nodes that
  /// are held back.
  static let archives = FuzzTarget(
    name: "archives",
    seeds: {
      [SampleArchive.full.encoded(), StateArchive(header: SampleArchive.full.header).encoded()]
        + [SampleArchive.heldNode?.encoded()].compactMap { $0 }
    },
    check: { bytes in
      try checkArchive(bytes)
      try checkHeldNode(bytes)
    }
  )

  /// The same with checksums that are right, so that more of what lies behind them is reached.
  static let repairedArchives = FuzzTarget(
    name: "repaired-archives",
    seeds: archives.seeds,
    check: { bytes in
      for extent in [ChecksumRepair.Extent.checksums, .everything] {
        try checkArchive(ChecksumRepair.repaired(bytes, extent))
        try checkHeldNode(ChecksumRepair.repaired(bytes, extent))
      }
    }
  )

  @MainActor
  static func checkArchive(_ bytes: [UInt8]) throws {
    let loaded: LoadedArchive
    do {
      loaded = try LoadedArchive(decoding: bytes)
    } catch {
      try require(!error.message.contains("\n"), "An error has several lines.")
      return
    }
    try require(
      loaded.damage.allSatisfy { !$0.message.contains("\n") },
      "A note of damage has several lines."
    )
    let encoded = loaded.archive.encoded()
    let again: LoadedArchive
    do {
      again = try LoadedArchive(decoding: encoded)
    } catch {
      throw Finding("An archive was read, but not what it was written as: \(error)")
    }
    try require(
      again.archive == loaded.archive,
      "An archive differs after it was written and read."
    )
    // What is missing from a list of children, or as the root, is missing still.
    if loaded.damage.isEmpty {
      try require(again.damage.isEmpty, "An archive is damaged by being written: \(again.damage)")
    }
    try require(again.archive.encoded() == encoded, "An archive is written in two ways.")
    try Launch.check(loaded.archive)
  }

  /// A node that is held back is the same after it was written and read, or refused in a line.
  static func checkHeldNode(_ bytes: [UInt8]) throws(Finding) {
    let node: HeldBackNode
    do throws(StateStoreError) {
      node = try HeldBackNode(decoding: bytes, limits: RestorationLimits())
    } catch {
      try require(!error.message.contains("\n"), "An error has several lines.")
      return
    }
    let again: HeldBackNode
    do throws(StateStoreError) {
      again = try HeldBackNode(decoding: node.encoded(), limits: RestorationLimits())
    } catch {
      throw Finding("A node that is held back was read, but not what it was written as: \(error)")
    }
    try require(again == node, "A node that is held back differs after it was written and read.")
  }
}
