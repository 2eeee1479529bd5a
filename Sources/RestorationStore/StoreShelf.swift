internal import RestorationCore

/// What a store keeps beside the last two saves, and how it gets rid of it.
struct StoreShelf {
  let folder: StoreFolder
  let options: FileStateStore.Options

  /// The highest generation that has a baseline in the folder.
  func newestGeneration() throws(SystemCallFailure) -> UInt64? {
    (try folder.names() ?? []).compactMap { name in
      if case .baseline(let generation) = name { generation } else { nil }
    }.max()
  }

  /// Moves what cannot be used out of the way, and removes what was never finished.
  func makeRoom(settingAside unusable: [StoreFileName]) throws(SystemCallFailure) {
    for name in unusable where try folder.status(of: name) != nil {
      try folder.setAside(name)
    }
    for case .unfinished(let generation) in try folder.names() ?? [] {
      let name = StoreFileName.unfinished(generation: generation)
      do {
        try folder.remove(name)
      } catch {
        try folder.setAside(name)
      }
    }
  }

  /// Keeps what the save to come replaces as a generation of its own.
  ///
  /// It is the file of `contents`, or, where that has none, the newest one in the folder.
  func keep(
    _ contents: StoreContents,
    newest: UInt64?,
    for reason: String
  ) throws(SystemCallFailure) {
    let generation = contents.isOnDisk ? contents.baseline.generation : newest
    guard let generation = generation ?? contents.generationInMemory else { return }
    let kept = StoreFileName.kept(generation: generation, reason: reason)
    try duplicate(generation, of: contents, as: kept)
  }

  /// Keeps a file of which parts are damaged.
  func keepDamaged(_ contents: StoreContents) throws(SystemCallFailure) {
    let name = StoreFileName.damaged(order: try folder.nextDamagedOrder())
    try duplicate(contents.baseline.generation, of: contents, as: name)
  }

  /// Gives the baseline of a generation a second name, or writes it again where that cannot be.
  private func duplicate(
    _ generation: UInt64,
    of contents: StoreContents,
    as name: StoreFileName
  ) throws(SystemCallFailure) {
    let source = StoreFileName.baseline(generation: generation)
    do {
      try folder.link(source, to: name)
    } catch {
      // Not every file system has links, and the file may have been removed meanwhile.
      var bytes = BaselineWriter.uncheckedBytes(of: contents.baseline)
      if case .bytes(let found) = try folder.contents(of: source, limit: options.bytesPerFile) {
        bytes = found
      }
      try folder.write(bytes, as: name, by: .unfinished(generation: generation))
    }
  }
}

extension StoreContents {
  /// The generation of a state that has no file, if there is any state.
  fileprivate var generationInMemory: UInt64? {
    baseline.generation > 0 ? baseline.generation : nil
  }
}

// MARK: - Tidying

extension StoreShelf {
  /// Removes what is no longer needed after a save.
  ///
  /// The save is complete by then. What cannot be removed now is tried again after the next one.
  func tidy(keeping generation: UInt64, and previous: UInt64?) {
    let names: [StoreFileName]
    do {
      names = try folder.names() ?? []
    } catch {
      return
    }
    var kept: [StoreFileName] = []
    var damaged: [StoreFileName] = []
    for name in names {
      switch name {
      case .baseline(let other) where other < generation && other != previous:
        folder.removeQuietly(name)
      case .kept: kept.append(name)
      case .damaged: damaged.append(name)
      default: break
      }
    }
    shorten(kept, count: options.keptGenerations, bytes: options.keptBytes)
    shorten(damaged, count: options.damagedFiles, bytes: options.damagedBytes)
  }

  /// Removes the oldest of some files until no more than a count and a sum of bytes are left.
  ///
  /// The newest stays whatever its size, unless the count is zero.
  private func shorten(_ names: [StoreFileName], count: Int, bytes: Int) {
    var sum = 0
    // The names sort as the numbers in them do, so the newest come last.
    for (index, name) in names.reversed().enumerated() {
      sum += size(of: name)
      if index >= count || (index > 0 && sum > bytes) { folder.removeQuietly(name) }
    }
  }

  private func size(of name: StoreFileName) -> Int {
    do {
      return try folder.status(of: name)?.size ?? 0
    } catch {
      return 0  // Its count still bounds it.
    }
  }
}
