public import RestorationCore

extension FileStateStore {
  /// Lists the states that can be gone back to, the newest first.
  ///
  /// These are the last two saves, and what was kept because it was replaced without having been
  /// restored. Files that cannot be read are left out.
  ///
  /// - Throws: `StateStoreError` if the folder cannot be read.
  /// - Complexity: O(*n*) in the size of all generations.
  public func generations() throws(StateStoreError) -> [StateGeneration] {
    var generations: [StateGeneration] = []
    for name in try generationNames() {
      do {
        guard let (baseline, count) = try loader.baseline(of: name) else { continue }
        generations.append(
          StateGeneration(
            number: baseline.generation,
            reason: name.reason,
            scenes: baseline.scenes.map(\.archive.header),
            byteCount: count
          )
        )
      } catch {
        continue  // It cannot be gone back to; a load of a scene reports why.
      }
    }
    return generations
  }

  /// Reads the archive that a scene had in a generation.
  ///
  /// - Returns: The archive, or `nil` if the generation is gone or does not know the scene.
  /// - Throws: `StateStoreError` if it cannot be read.
  /// - Complexity: O(*n*) in the size of all generations.
  public func load(
    scene: String,
    from generation: StateGeneration
  ) throws(StateStoreError) -> LoadedArchive? {
    for name in try generationNames() where name.generation == generation.number {
      guard let (baseline, _) = try loader.baseline(of: name),
        let scene = baseline.scene(named: scene)
      else { continue }
      return LoadedArchive(archive: scene.archive, damage: scene.damage + baseline.damage)
    }
    return nil
  }

  private var loader: StoreLoader { StoreLoader(folder: folder, options: options) }

  /// The names of all generations, the newest first; a kept one before its plain name.
  private func generationNames() throws(StateStoreError) -> [StoreFileName] {
    let names: [StoreFileName]
    do {
      names = try folder.names() ?? []
    } catch {
      throw StateStoreError(error, while: .reading, at: folder.path)
    }
    var seen: Set<UInt64> = []
    return names.filter { $0.generation != nil }
      .sorted { ($0.generation ?? 0, $1.text) > ($1.generation ?? 0, $0.text) }
      .filter { seen.insert($0.generation ?? 0).inserted }
  }
}

extension StoreFileName {
  /// The generation whose baseline has this name.
  fileprivate var generation: UInt64? {
    switch self {
    case .baseline(let generation), .kept(let generation, _): generation
    default: nil
    }
  }

  /// Why a generation was kept.
  fileprivate var reason: String? {
    if case .kept(_, let reason) = self { reason } else { nil }
  }
}
