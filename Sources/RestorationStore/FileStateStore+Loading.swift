public import RestorationCore

extension FileStateStore {
  /// Lists the scenes that are saved, sorted by the bytes of their names, with their headers.
  ///
  /// - Throws: `StateStoreError` if the folder cannot be read, or another store has it open.
  /// - Complexity: O(*n*) in the number of scenes, once the folder was read.
  public func scenes() throws(StateStoreError) -> [ArchiveHeader] {
    try withTables { (tables) throws(StateStoreError) in
      tables.sortedNames.compactMap { tables.scenes[$0]?.item.header }
    }
  }

  /// Reads the archive of a scene.
  ///
  /// Damage costs no more than what it hit: a node, a scene, or, where what was damaged may not have
  /// reached the disk, the saves from there on. The result says what was lost.
  ///
  /// - Returns: The archive and what was lost of it, or `nil` if the scene was never saved.
  /// - Throws: `StateStoreError` if nothing of the scene can be read, or not now.
  /// - Complexity: O(*n*) in the size of the scene, once the folder was read.
  public func load(scene: String) throws(StateStoreError) -> LoadedArchive? {
    try withTables { (tables) throws(StateStoreError) in
      try tables.archive(of: scene, limits: options.limits)
    }
  }
}
