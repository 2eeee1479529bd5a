public import RestorationCore
internal import Synchronization

extension FileStateStore {
  /// Lists the scenes that are saved, sorted by the bytes of their names, with their headers.
  ///
  /// - Throws: `StateStoreError` if the folder cannot be read, or another store has it open.
  /// - Complexity: O(*n*) in the number of scenes, once the folder was read.
  public func scenes() throws(StateStoreError) -> [ArchiveHeader] {
    try withContents { contents in contents.baseline.scenes.map(\.archive.header) }
  }

  /// Reads the archive of a scene.
  ///
  /// Damage costs no more than what it hit: a node, a scene, or, where the end of the last file is
  /// gone, the last save, so that the one before it is read. The result says what was lost.
  ///
  /// - Returns: The archive and what was lost of it, or `nil` if the scene was never saved.
  /// - Throws: `StateStoreError` if nothing of the scene can be read, or not now.
  /// - Complexity: O(*n*) in the size of everything saved, on the first use of the store.
  public func load(scene: String) throws(StateStoreError) -> LoadedArchive? {
    try withContents { (contents) throws(StateStoreError) in try contents.archive(of: scene) }
  }

  private func withContents<Result: Sendable>(
    _ body: (StoreContents) throws(StateStoreError) -> Result
  ) throws(StateStoreError) -> Result {
    try state.withLock { (state) throws(StateStoreError) in
      try body(try contents(for: &state))
    }
  }

  /// What the folder holds, read again if others may have changed it.
  private func contents(for state: inout StoreState) throws(StateStoreError) -> StoreContents {
    if state.lock != nil, let contents = state.contents { return contents }
    let loader = StoreLoader(folder: folder, options: options)
    if access == .readOnly { return try loader.contents() }
    if state.lock == nil { state.lock = try lockIfPossible() }
    // Changes are made to what was told last, so it is remembered, with or without the lock.
    let contents = try loader.contents()
    state.contents = contents
    return contents
  }

  /// Takes the lock if there is a folder, and if the disk lets it be taken.
  private func lockIfPossible() throws(StateStoreError) -> StoreLock? {
    do {
      guard try folder.names() != nil else { return nil }
    } catch {
      throw StateStoreError(error, while: .reading, at: folder.path)
    }
    do {
      return try StoreLock.take(in: folder)
    } catch {
      if error.code == .locked { throw error }
      return nil  // What cannot be written to can be read; the next save reports the cause.
    }
  }
}
