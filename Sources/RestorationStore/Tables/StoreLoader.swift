internal import RestorationCore

/// Finds out what the files in a folder amount to.
struct StoreLoader {
  let folder: StoreFolder
  let options: FileStateStore.Options

  /// Whether a writer may change the files while they are read.
  var isShared = false

  /// How often a folder is listed again whose files a writer replaces meanwhile.
  private static let attempts = 100

  /// Reads the folder; what cannot be used becomes a note of damage, never an error.
  ///
  /// Not all saves need count: those after `end` do not.
  ///
  /// - Throws: `StateStoreError.Code.unavailable` if there is state that cannot be read now, and
  ///   none older that can.
  func tables(through end: UInt64 = .max) throws(StateStoreError) -> StoreTables {
    var tables = StoreTables()
    for _ in 0..<Self.attempts {
      let before = tables.damage
      tables = StoreTables()
      let hasChanged = try read(&tables, through: end)
      // A save that is half there when it is read looks like damage once, and not again.
      if !hasChanged, !isShared || tables.damage == before { break }
    }
    if let obstacle = tables.obstacle, tables.position == JournalPosition() { throw obstacle }
    return tables
  }

  /// Reads the state as of one baseline; `nil` if it is gone, or the name is of something else.
  func tables(of name: StoreFileName) throws(StateStoreError) -> StoreTables? {
    switch name {
    case .baseline(let generation), .kept(let generation, _): try baseline(name, generation)
    default: nil
    }
  }

  /// Reads the newest sound baseline and what follows it; answers whether files vanished meanwhile.
  private func read(
    _ tables: inout StoreTables,
    through end: UInt64
  ) throws(StateStoreError) -> Bool {
    let names = try names()
    var hasChanged = try readBaseline(&tables, names)
    var journal = JournalLoader(folder: folder, options: options, end: end)
    try journal.findSegments(names, covered: tables.covered)
    try journal.read(into: &tables)
    hasChanged = hasChanged || journal.hasChanged
    for case .journal(let number) in names where !tables.unusable.contains(.journal(number: number))
    {
      tables.highestSegment = max(tables.highestSegment, number)
    }
    return hasChanged
  }

  private func names() throws(StateStoreError) -> [StoreFileName] {
    try folder.reporting(.reading) { () throws(SystemCallFailure) in try folder.names() ?? [] }
  }
}

// MARK: - Baselines

extension StoreLoader {
  private func readBaseline(
    _ tables: inout StoreTables,
    _ names: [StoreFileName]
  ) throws(StateStoreError) -> Bool {
    let generations = names.compactMap { name in
      if case .baseline(let generation) = name { generation } else { nil }
    }
    var failed = StoreTables()
    var hasChanged = false
    for generation in generations.sorted(by: >) {
      do throws(StateStoreError) {
        guard let found = try baseline(.baseline(generation: generation), generation) else {
          hasChanged = true
          continue
        }
        tables = found
        break
      } catch {
        if error.code == .fromNewerVersion { throw error }
        failed.note(error, about: .baseline(generation: generation))
      }
    }
    tables.take(failed)
    return hasChanged
  }

  private func baseline(
    _ name: StoreFileName,
    _ generation: UInt64
  ) throws(StateStoreError) -> StoreTables? {
    do {
      let opening: BaselineOpening
      switch try folder.open(name, limit: options.bytesPerFile) {
      case .missing: return nil
      case .unusable(let reason): throw BaselineFault.incomplete(reason)
      case .file(let file, let length):
        opening = try BaselineOpening(file, length: length, limits: options.limits)
      }
      guard opening.footer.generation == generation else {
        throw BaselineFault.incomplete("it holds generation \(opening.footer.generation)")
      }
      return opening.tables
    } catch {
      throw StateStoreError(reading: folder.path(of: name), error)
    }
  }
}

extension StoreTables {
  /// Notes that a file cannot be used, or not now.
  mutating func note(_ error: StateStoreError, about name: StoreFileName) {
    damage.append(ArchiveDamage(message: "\(name.text): \(error.message)"))
    if error.code == .damaged {
      unusable.append(name)
      mustRebuild = true
    } else if obstacle == nil {
      obstacle = error
    }
  }

  /// Takes over what was noted of files that are not used.
  mutating func take(_ failed: StoreTables) {
    damage += failed.damage
    unusable += failed.unusable
    obstacle = obstacle ?? failed.obstacle
    mustRebuild = mustRebuild || failed.mustRebuild
  }
}
