public import RestorationCore

extension FileStateStore {
  /// Lists the states that can be gone back to, the newest first.
  ///
  /// These are the last save, those with which the store's larger files begin, and the snapshots:
  /// those that the app named, and what was kept because it was replaced without having been
  /// restored. What cannot be read is left out.
  ///
  /// - Throws: `StateStoreError` if the folder cannot be read.
  /// - Complexity: O(*n*) in the number of scenes and nodes of all of them; no node is read.
  public func generations() throws(StateStoreError) -> [StateGeneration] {
    try candidates().map(\.generation)
  }

  /// Reads the archive that a scene had in a generation.
  ///
  /// - Returns: The archive, or `nil` if the generation is gone or does not know the scene.
  /// - Throws: `StateStoreError` if it cannot be read.
  /// - Complexity: O(*n*) in the size of the scene, and in the number of nodes of all generations.
  public func load(
    scene: String,
    from generation: StateGeneration
  ) throws(StateStoreError) -> LoadedArchive? {
    guard var candidate = try candidates().first(where: { $0.generation.isSame(as: generation) })
    else { return nil }
    return try candidate.tables.archive(of: scene, limits: options.limits)
  }

  /// A state that can be gone back to.
  private struct Candidate {
    var generation: StateGeneration
    var tables: StoreTables

    init(_ tables: StoreTables, name: String? = nil, reason: String? = nil, bytes: Int) {
      self.tables = tables
      generation = StateGeneration(
        number: tables.position.sequence,
        name: name,
        reason: reason,
        scenes: tables.sortedNames.compactMap { tables.scenes[$0]?.item.header },
        byteCount: bytes
      )
    }
  }

  private func candidates() throws(StateStoreError) -> [Candidate] {
    var candidates: [Candidate] = []
    let present = try withTables { (tables) throws(StateStoreError) in tables }
    if present.position != JournalPosition() {
      candidates.append(Candidate(present, bytes: present.usedBytes))
    }
    let names: [StoreFileName]
    let snapshots: [SnapshotShelf.Entry]
    let shelf = SnapshotShelf(folder: folder, options: options)
    do {
      names = try folder.names() ?? []
      snapshots = try shelf.entries()
    } catch {
      throw StateStoreError(error, while: .reading, at: folder.path)
    }
    for name in names.reversed() {
      guard let candidate = baseline(name), candidate.tables.position != present.position,
        candidate.generation.reason != nil
          || candidate.generation.number < present.position.sequence
      else { continue }
      candidates.append(candidate)
    }
    for entry in snapshots {
      if let candidate = snapshot(entry, shelf) { candidates.append(candidate) }
    }
    return candidates.enumerated().sorted { first, second in
      let numbers = (first.element.generation.number, second.element.generation.number)
      return numbers.0 == numbers.1 ? first.offset < second.offset : numbers.0 > numbers.1
    }.map(\.element)
  }

  /// The state as of a baseline; what cannot be read cannot be gone back to.
  private func baseline(_ name: StoreFileName) -> Candidate? {
    do {
      guard let tables = try loader.tables(of: name) else { return nil }
      var reason: String?
      if case .kept(_, let kept) = name { reason = kept }
      return Candidate(tables, reason: reason, bytes: tables.usedBytes)
    } catch {
      return nil
    }
  }

  private func snapshot(_ entry: SnapshotShelf.Entry, _ shelf: SnapshotShelf) -> Candidate? {
    let loader = StoreLoader(folder: folder.subfolder(entry.name), options: options)
    do {
      return Candidate(
        try loader.tables(through: entry.end.sequence),
        name: entry.end.name,
        reason: entry.end.reason,
        bytes: shelf.byteCount(of: entry.name)
      )
    } catch {
      return nil
    }
  }
}

extension StateGeneration {
  fileprivate func isSame(as other: StateGeneration) -> Bool {
    number == other.number && name == other.name && reason == other.reason
  }
}
