internal import RestorationCore

/// Finds the newest sound baseline in a folder.
struct StoreLoader {
  let folder: StoreFolder
  let options: FileStateStore.Options

  /// How often a folder is listed again whose files a writer replaces meanwhile.
  private static let attempts = 100

  /// Reads the folder; what cannot be used becomes a note of damage, never an error.
  ///
  /// - Throws: `StateStoreError.Code.unavailable` if there is state that cannot be read now, and
  ///   none older that can.
  func contents() throws(StateStoreError) -> StoreContents {
    var contents = StoreContents()
    for _ in 0..<Self.attempts {
      contents = StoreContents()
      if try !readNewest(into: &contents) { break }
    }
    if let obstacle = contents.obstacle, !contents.isOnDisk { throw obstacle }
    return contents
  }

  /// Reads a file of the store.
  func baseline(of name: StoreFileName) throws(StateStoreError) -> (Baseline, Int)? {
    let location = folder.path(of: name)
    switch try read(name) {
    case .missing: return nil
    case .unusable(let reason):
      throw StateStoreError(.damaged, "The file cannot be used: \(reason).", location: location)
    case .bytes(let bytes):
      do {
        return (try BaselineReader.baseline(in: bytes, limits: options.limits), bytes.count)
      } catch {
        throw StateStoreError(error, location: location)
      }
    }
  }

  private func read(_ name: StoreFileName) throws(StateStoreError) -> FileContents {
    do {
      return try folder.contents(of: name, limit: options.bytesPerFile)
    } catch {
      throw StateStoreError(error, while: .reading, at: folder.path(of: name))
    }
  }

  /// Reads the newest baseline that is sound; answers whether the folder changed meanwhile.
  private func readNewest(into contents: inout StoreContents) throws(StateStoreError) -> Bool {
    var hasChanged = false
    for generation in try generations() {
      let name = StoreFileName.baseline(generation: generation)
      do throws(StateStoreError) {
        guard let (baseline, _) = try baseline(of: name) else {
          hasChanged = true
          continue
        }
        guard baseline.generation == generation else {
          throw StateStoreError(.damaged, "The file holds generation \(baseline.generation).")
        }
        contents.take(baseline)
        return false
      } catch {
        if error.code == .fromNewerVersion { throw error }
        contents.note(error, about: name)
      }
    }
    return hasChanged
  }

  private func generations() throws(StateStoreError) -> [UInt64] {
    do {
      return (try folder.names() ?? []).compactMap { name in
        if case .baseline(let generation) = name { generation } else { nil }
      }.sorted(by: >)
    } catch {
      throw StateStoreError(error, while: .reading, at: folder.path)
    }
  }
}

extension StoreContents {
  /// Notes that a file cannot be used, or not now.
  fileprivate mutating func note(_ error: StateStoreError, about name: StoreFileName) {
    damage.append(ArchiveDamage(message: "\(name.text): \(error.message)"))
    if error.code == .damaged {
      unusable.append(name)
    } else if obstacle == nil {
      obstacle = error
    }
  }
}
