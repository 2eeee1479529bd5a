public import RestorationCore
internal import Synchronization

extension FileStateStore {
  /// Saves changes of one or several scenes, all of them or none, and waits until they last.
  ///
  /// Nothing is written if nothing changes. Where a change says why what was saved before must be
  /// kept, the last file becomes a generation of its own first, as ``generations()`` lists.
  ///
  /// - Throws: `StateStoreError` if it cannot be written; the last save is as it was then.
  /// - Complexity: O(*n*) in the size of everything saved.
  public func commit(_ changes: [SceneChanges]) throws(StateStoreError) {
    guard !changes.isEmpty else { return }
    let reasons = changes.compactMap(\.setsAside)
    try save(keepingFor: reasons.isEmpty ? nil : reasons.joined(separator: "; ")) { contents in
      for change in changes {
        contents.baseline.apply(change)
        contents.mend(change.header.scene)
      }
    }
  }

  /// Forgets a scene, such as that of a window that was closed.
  ///
  /// The generations before still know it, and leave in their time; ``erase()`` removes all at once.
  ///
  /// - Throws: `StateStoreError` if that cannot be written.
  /// - Complexity: O(*n*) in the size of everything saved.
  public func discard(scene: String) throws(StateStoreError) {
    try save(keepingFor: nil) { contents in
      contents.baseline.remove(scene: scene)
      contents.mend(scene)
    }
  }

  private func save(
    keepingFor reason: String?,
    _ change: (inout StoreContents) -> Void
  ) throws(StateStoreError) {
    try requireWriting()
    try state.withLock { (state) throws(StateStoreError) in
      let found = try prepare(&state, mayReplaceNewer: reason != nil)
      var next = found
      change(&next)
      if next.isSaved(as: found) { return }
      try write(&next, after: found, keepingFor: reason ?? found.reasonToKeepOther, &state)
    }
  }

  /// Refuses to change anything if the store was made for reading.
  func requireWriting() throws(StateStoreError) {
    guard access == .readWrite else {
      throw StateStoreError(
        .readOnly,
        "This store was made with the access .readOnly; make one with .readWrite to save.",
        location: folder.path
      )
    }
  }
}

// MARK: - Before a save

extension FileStateStore {
  /// Takes the lock if it is not held, and finds out what the changes are made to.
  private func prepare(
    _ state: inout StoreState,
    mayReplaceNewer: Bool
  ) throws(StateStoreError) -> StoreContents {
    let isHeld = try writing { () throws(SystemCallFailure) in
      try state.lock?.isInPlace() ?? false
    }
    if let contents = state.contents, isHeld {
      if let obstacle = contents.obstacle { throw obstacle }
      return contents
    }
    state.lock = nil
    state.lock = try lockMakingFolder()
    var onDisk = StoreContents()
    do {
      onDisk = try StoreLoader(folder: folder, options: options).contents()
    } catch {
      // It is not remembered that it may be replaced: only the save that keeps it may do so.
      guard error.code == .fromNewerVersion, mayReplaceNewer else { throw error }
      return onDisk
    }
    let contents = state.contents?.moved(over: onDisk) ?? onDisk
    if let obstacle = contents.obstacle { throw obstacle }
    state.contents = contents
    return contents
  }

  private func lockMakingFolder() throws(StateStoreError) -> StoreLock {
    try writing { () throws(SystemCallFailure) in
      try folder.make()
      try folder.restrict()
    }
    return try StoreLock.take(in: folder)
  }
}

// MARK: - The save itself

extension FileStateStore {
  private func write(
    _ next: inout StoreContents,
    after previous: StoreContents,
    keepingFor reason: String?,
    _ state: inout StoreState
  ) throws(StateStoreError) {
    let shelf = StoreShelf(folder: folder, options: options)
    let newest = try writing { () throws(SystemCallFailure) in
      try shelf.makeRoom(settingAside: previous.unusable)
      return try shelf.newestGeneration()
    }
    let last = max(newest ?? 0, previous.baseline.generation, state.highestGeneration)
    let bytes = try encode(&next, after: last)
    let generation = next.baseline.generation
    state.highestGeneration = generation
    try writing { () throws(SystemCallFailure) in
      if let reason {
        try shelf.keep(previous, newest: newest, for: reason)
      } else if previous.isFileDamaged {
        try shelf.keepDamaged(previous)
      }
      try folder.write(
        bytes,
        as: .baseline(generation: generation),
        by: .unfinished(generation: generation)
      )
    }
    state.contents = next
    shelf.tidy(
      keeping: next.baseline.generation,
      and: previous.isOnDisk ? previous.baseline.generation : nil
    )
  }

  /// Makes the error of a call that fails while something is saved.
  private func writing<Result>(
    _ body: () throws(SystemCallFailure) -> Result
  ) throws(StateStoreError) -> Result {
    do {
      return try body()
    } catch {
      throw StateStoreError(error, while: .writing, at: folder.path)
    }
  }

  private func encode(
    _ next: inout StoreContents,
    after generation: UInt64
  ) throws(StateStoreError) -> [UInt8] {
    guard generation < StoreFileName.highestGeneration,
      next.baseline.sequence < StoreFileName.highestGeneration
    else {
      throw StateStoreError(
        .limitExceeded,
        "No number is left for another generation; erase the store.",
        location: folder.path
      )
    }
    next.baseline.generation = generation + 1
    next.baseline.sequence += 1
    next.baseline.salt = .random(in: .min ... .max)
    let bytes = try BaselineWriter.bytes(of: next.baseline, limits: options.limits)
    guard bytes.count <= options.bytesPerFile else {
      throw StateStoreError(
        .limitExceeded,
        "The state takes \(bytes.count) bytes, more than Options.bytesPerFile "
          + "(\(options.bytesPerFile)); save less, or raise the limit.",
        location: folder.path
      )
    }
    next.unusable = []
    next.isOnDisk = true
    next.isFileDamaged = false
    next.reasonToKeepOther = nil
    return bytes
  }
}

extension StoreContents {
  /// Whether the last save holds all this already.
  fileprivate func isSaved(as previous: StoreContents) -> Bool {
    previous.isOnDisk && previous.unusable.isEmpty && !previous.isFileDamaged
      && baseline.scenes.map(\.archive) == previous.baseline.scenes.map(\.archive)
      && baseline.scenes.map(\.carried) == previous.baseline.scenes.map(\.carried)
  }
}
