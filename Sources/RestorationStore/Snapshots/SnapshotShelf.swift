internal import RestorationCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#elseif canImport(ucrt)
import ucrt
#endif

/// The snapshots of a store: folders with second names of the files that a state rests on.
struct SnapshotShelf {
  let folder: StoreFolder
  let options: FileStateStore.Options

  /// A snapshot that is there.
  struct Entry {
    var name: StoreFileName
    var end: SnapshotEnd
  }

  /// Makes a snapshot of files that are not written to any more.
  ///
  /// It exists once its last file does, which says up to where the others count. What has no name is
  /// kept but once: a save that fails is made again, and each time asks for it.
  ///
  /// Snapshots that are about to be removed, as `old` are, cost no other one its place.
  func keep(
    _ files: [StoreFileName],
    _ end: SnapshotEnd,
    replacing old: [StoreFileName] = []
  ) throws(SystemCallFailure) {
    if end.name == nil, try isKept(files, end) { return }
    let label = (end.name ?? end.reason ?? "")
    let name = StoreFileName.snapshot(order: try nextOrder(), label: label)
    let place = folder.subfolder(name)
    do {
      try folder.retrying { () throws(SystemCallFailure) in
        try folder.fileSystem.makeFolder(place.path)
      }
      for file in files {
        try folder.duplicate(file, as: file, in: place, limit: options.bytesPerFile)
      }
      try place.write(end.encoded(), as: .snapshotEnd)
      try folder.synchronize()
    } catch {
      remove(name)
      throw error
    }
    tidy(sparing: old)
  }

  /// Whether there is a snapshot of the files already that says the same.
  private func isKept(
    _ files: [StoreFileName],
    _ end: SnapshotEnd
  ) throws(SystemCallFailure) -> Bool {
    for entry in try entries() where entry.end == end {
      let names = try folder.subfolder(entry.name).names() ?? []
      if Set(names) == Set(files + [.snapshotEnd]) { return true }
    }
    return false
  }

  private func nextOrder() throws(SystemCallFailure) -> UInt64 {
    let orders = (try folder.names() ?? []).compactMap { name in
      switch name {
      case .snapshot(let order, _), .kept(let order, _): order
      default: nil
      }
    }
    // The names of files give no number that has no successor.
    return (orders.max() ?? 0) % StoreFileName.highestGeneration + 1
  }

  /// The snapshots that are complete and can be read, the newest first.
  func entries() throws(SystemCallFailure) -> [Entry] {
    var entries: [Entry] = []
    for case .snapshot(let order, let label) in try folder.names() ?? [] {
      let name = StoreFileName.snapshot(order: order, label: label)
      do throws(SystemCallFailure) {
        // A link in its place leads to what is not the store's.
        guard try folder.status(of: name)?.kind == .folder else { continue }
        if let end = try end(of: name) { entries.append(Entry(name: name, end: end)) }
      } catch {
        continue  // What cannot be read cannot be gone back to, and hinders no other one.
      }
    }
    return entries.reversed()
  }

  /// What a snapshot says of itself, if it is complete.
  private func end(of name: StoreFileName) throws(SystemCallFailure) -> SnapshotEnd? {
    let place = folder.subfolder(name)
    let limit = 2 * min(options.limits.stringLength, .max / 4) + 1_000
    guard case .file(let file, let length) = try place.open(.snapshotEnd, limit: limit) else {
      return nil
    }
    return SnapshotEnd(
      try file.read(ItemRange(offset: 0, length: length)),
      limits: options.limits
    )
  }

  /// How many bytes the files of a snapshot have.
  func byteCount(of name: StoreFileName) -> Int {
    files(of: name).reduce(0) { $0 + $1.size }
  }

  /// What the files of a snapshot are, as far as that can be told; its count still bounds it.
  private func files(of name: StoreFileName) -> [FileStatus] {
    let place = folder.subfolder(name)
    do {
      if case .kept = name { return try [folder.status(of: name)].compactMap { $0 } }
      var files: [FileStatus] = []
      for file in try place.names() ?? [] {
        if let status = try place.status(of: file) { files.append(status) }
      }
      return files
    } catch {
      return []
    }
  }
}

// MARK: - Removing

extension SnapshotShelf {
  /// Removes a snapshot, its last file first, so that no half of one is taken for a whole.
  func remove(_ name: StoreFileName) {
    do {
      try folder.removeAll(in: name)
    } catch {
      // It is tried again after the next snapshot.
    }
  }

  /// Removes the oldest until no more than the count and the sum of bytes are left that may be.
  private func tidy(sparing spared: [StoreFileName]) {
    let names: [StoreFileName]
    do {
      names = try folder.names() ?? []
    } catch {
      return
    }
    var sum = 0
    var count = 0
    // Snapshots share files, which then take their bytes once.
    var seen: Set<FileIdentity> = []
    let kept = names.filter { $0.isKept && !spared.contains($0) }
    for name in kept.sorted(by: { $0.keptOrder > $1.keptOrder }) {
      if case .snapshot = name, !folder.subfolder(name).has(.snapshotEnd) {
        remove(name)
        continue
      }
      for file in files(of: name) where seen.insert(file.identity).inserted { sum += file.size }
      count += 1
      guard count > options.keptGenerations || (count > 1 && sum > options.keptBytes) else {
        continue
      }
      if name.isSnapshot { remove(name) } else { folder.removeQuietly(name) }
    }
  }
}

extension StoreFileName {
  /// Whether it is a snapshot, or what the first version of the format had for one.
  var isKept: Bool { isSnapshot || keptOrder > 0 }

  fileprivate var isSnapshot: Bool {
    if case .snapshot = self { true } else { false }
  }

  fileprivate var keptOrder: UInt64 {
    switch self {
    case .snapshot(let order, _), .kept(let order, _): order
    default: 0
    }
  }
}

extension StoreFolder {
  /// A folder within this one.
  func subfolder(_ name: StoreFileName) -> StoreFolder {
    StoreFolder(path: path(of: name), fileSystem: fileSystem)
  }

  fileprivate func has(_ name: StoreFileName) -> Bool {
    do {
      return try status(of: name) != nil
    } catch {
      return true  // What cannot be told now is left alone.
    }
  }

  /// Gives a file a second name, or copies it where that cannot be.
  func duplicate(
    _ name: StoreFileName,
    as newName: StoreFileName,
    in place: StoreFolder? = nil,
    limit: Int
  ) throws(SystemCallFailure) {
    let place = place ?? self
    do {
      try retrying { () throws(SystemCallFailure) in
        try fileSystem.link(path(of: name), to: place.path(of: newName))
      }
    } catch {
      // Not every file system has links.
      guard case .file(let file, let length) = try open(name, limit: limit) else { throw error }
      try place.write(try file.read(ItemRange(offset: 0, length: length)), as: newName)
    }
  }

  /// Removes a folder of the store with all that is the store's in it, or what stands in its place.
  func removeAll(in name: StoreFileName) throws(SystemCallFailure) {
    guard try status(of: name)?.kind == .folder else { return try removeTree(name) }
    let place = subfolder(name)
    try place.removeTree(.snapshotEnd)
    for file in try place.names() ?? [] { try place.removeTree(file) }
    try place.removeIfEmpty()
  }
}
