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
    guard let found = try candidates().first(where: { $0.generation.isSame(as: generation) }),
      var tables = try tables(of: found.place)
    else { return nil }
    return try tables.archive(of: scene, limits: options.limits)
  }

  /// A state that can be gone back to.
  ///
  /// It holds no tables: those of all would hold many files open.
  fileprivate struct Candidate {
    /// Where the state is.
    enum Place {
      case present
      case baseline(StoreFileName)
      case snapshot(SnapshotShelf.Entry)
    }

    var generation: StateGeneration
    var place: Place

    init(_ tables: StoreTables, at place: Place, bytes: Int) {
      self.place = place
      generation = StateGeneration(
        number: tables.position.sequence,
        name: place.label.name,
        reason: place.label.reason,
        scenes: tables.sortedNames.compactMap { tables.scenes[$0]?.item.header },
        byteCount: bytes
      )
    }
  }

  /// What files make of a state; `nil` if it is gone.
  private func tables(of place: Candidate.Place) throws(StateStoreError) -> StoreTables? {
    switch place {
    case .present: try withTables { (tables) throws(StateStoreError) in tables }
    case .baseline(let name): try loader.tables(of: name)
    case .snapshot(let entry):
      try StoreLoader(folder: folder.subfolder(entry.name), options: options)
        .tables(through: entry.end.sequence)
    }
  }

  private func candidates() throws(StateStoreError) -> [Candidate] {
    var candidates: [Candidate] = []
    let present = try withTables { (tables) throws(StateStoreError) in tables }
    if present.position != JournalPosition() {
      candidates.append(Candidate(present, at: .present, bytes: present.usedBytes))
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
      guard let (candidate, position) = candidate(at: .baseline(name)),
        position != present.position,
        candidate.generation.reason != nil
          || candidate.generation.number < present.position.sequence
      else { continue }
      candidates.append(candidate)
    }
    for entry in snapshots {
      let bytes = shelf.byteCount(of: entry.name)
      if let (candidate, _) = candidate(at: .snapshot(entry), bytes: bytes) {
        candidates.append(candidate)
      }
    }
    return candidates.enumerated().sorted { first, second in
      let numbers = (first.element.generation.number, second.element.generation.number)
      return numbers.0 == numbers.1 ? first.offset < second.offset : numbers.0 > numbers.1
    }.map(\.element)
  }

  /// A state, and the last save of it; what cannot be read cannot be gone back to.
  private func candidate(
    at place: Candidate.Place,
    bytes: Int? = nil
  ) -> (Candidate, JournalPosition)? {
    do {
      guard let tables = try tables(of: place) else { return nil }
      return (Candidate(tables, at: place, bytes: bytes ?? tables.usedBytes), tables.position)
    } catch {
      return nil
    }
  }
}

extension FileStateStore.Candidate.Place {
  /// The name of the state, and why it was kept.
  fileprivate var label: (name: String?, reason: String?) {
    switch self {
    case .snapshot(let entry): (entry.end.name, entry.end.reason)
    case .baseline(.kept(_, let reason)): (nil, reason)
    case .present, .baseline: (nil, nil)
    }
  }
}

extension StateGeneration {
  fileprivate func isSame(as other: StateGeneration) -> Bool {
    number == other.number && name == other.name && reason == other.reason
  }
}
