internal import RestorationCore

/// What a store keeps beside the files that its state rests on, and how it gets rid of it.
struct StoreShelf {
  let folder: StoreFolder
  let options: FileStateStore.Options

  /// The highest generation that has a baseline in the folder.
  func highestGeneration() throws(SystemCallFailure) -> UInt64 {
    (try folder.names() ?? []).compactMap { name in
      switch name {
      case .baseline(let generation), .unfinished(let generation): generation
      default: nil
      }
    }.max() ?? 0
  }

  /// Removes baselines whose writing was cut short, or whatever else stands in their place.
  func removeUnfinished() throws(SystemCallFailure) {
    for case .unfinished(let generation) in try folder.names() ?? [] {
      let name = StoreFileName.unfinished(generation: generation)
      do {
        try folder.remove(name)
      } catch {
        try folder.setAside(name)
      }
    }
  }

  /// Moves what cannot be used out of the way, and gives files of which parts cannot a second name.
  func setAside(
    _ unusable: [StoreFileName],
    partsOf damaged: Set<StoreFileName>
  ) throws(SystemCallFailure) {
    for name in unusable where try folder.status(of: name) != nil {
      try folder.setAside(name)
    }
    for name in damaged {
      guard let status = try folder.status(of: name), try !isSetAside(status.identity) else {
        continue
      }
      let aside = StoreFileName.damaged(order: try folder.nextDamagedOrder())
      try folder.duplicate(name, as: aside, limit: options.bytesPerFile)
    }
  }

  /// Whether a file has a second name, under which it was set aside: a save that fails is made again.
  private func isSetAside(_ identity: FileIdentity) throws(SystemCallFailure) -> Bool {
    for case .damaged(let order) in try folder.names() ?? []
    where try folder.status(of: .damaged(order: order))?.identity == identity { return true }
    return false
  }

  /// Removes what is no longer needed once a baseline is complete.
  ///
  /// What cannot be removed now is tried again after the next one.
  ///
  /// - Parameters:
  ///   - generation: The baseline.
  ///   - previous: The one before it, which stays, if it is sound.
  ///   - covered: The highest segment that neither of them needs.
  func tidy(keeping generation: UInt64, and previous: UInt64?, after covered: UInt64) {
    let names: [StoreFileName]
    do {
      names = try folder.names() ?? []
    } catch {
      return
    }
    var damaged: [StoreFileName] = []
    for name in names {
      switch name {
      case .baseline(let other) where other < generation && other != previous:
        folder.removeQuietly(name)
      case .journal(0...covered): folder.removeQuietly(name)
      case .damaged: damaged.append(name)
      default: break
      }
    }
    shorten(damaged, count: options.damagedFiles, bytes: options.damagedBytes)
  }

  /// Removes the oldest of some files until no more than a count and a sum of bytes are left.
  ///
  /// The newest stays whatever its size, unless the count is zero.
  private func shorten(_ names: [StoreFileName], count: Int, bytes: Int) {
    var sum = 0
    // The names sort as the numbers in them do, so the newest come last.
    for (index, name) in names.reversed().enumerated() {
      sum += folder.size(of: name)
      if index >= count || (index > 0 && sum > bytes) { folder.removeTreeQuietly(name) }
    }
  }
}

extension StoreFileName {
  /// Whether it is the name of a file that a state rests on.
  var holdsState: Bool {
    switch self {
    case .baseline, .journal: true
    default: false
    }
  }
}

extension StoreFolder {
  /// The length of a file, or 0 if it cannot be told; its count still bounds it then.
  func size(of name: StoreFileName) -> Int {
    do {
      return try status(of: name)?.size ?? 0
    } catch {
      return 0
    }
  }
}
