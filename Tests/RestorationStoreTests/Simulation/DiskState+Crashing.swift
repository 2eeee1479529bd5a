@testable import RestorationStore

extension DiskState {
  /// The disk after the power went, for one choice of what it had written by then.
  func crashed(_ chooser: inout some DiskChooser) -> DiskState {
    var names = certainNames
    for change in entryChanges where change.fate == .certain || chooser.choose(2) == 1 {
      change.apply(to: &names)
    }
    var image = DiskState()
    image.remains = remains
    image.certainNames = names
    image.lastInode = lastInode
    let survivors = Self.reachable(through: names, in: inodes)
    for (inode, lost) in inodes.sorted(by: { $0.key < $1.key }) where !lost.cached.isEmpty {
      if !survivors.contains(inode) { image.remains.append(lost.cached) }
    }
    for inode in survivors {
      guard let found = inodes[inode] else { continue }
      var survivor = DiskInode(number: found.number, isFolder: found.isFolder, mode: found.mode)
      survivor.entries = names[inode] ?? [:]
      survivor.linkCount = names.values.reduce(0) { sum, entries in
        sum + entries.values.count { $0 == inode }
      }
      survivor.certain = found.surviving(beside: remains, &chooser)
      survivor.cached = survivor.certain
      if !survivor.cached.begins(with: found.cached) { image.remains.append(found.cached) }
      image.inodes[inode] = survivor
    }
    image.remains = image.remains.suffix(4)
    return image
  }

  /// The disk after all programs died: what reads showed is there, and as uncertain as before.
  func abandoned() -> DiskState {
    var state = self
    for inode in inodes.keys.sorted() {
      while (state.inodes[inode]?.openCount ?? 0) > 0 { state.close(inode) }
    }
    state.forgetFailures()
    return state
  }

  /// Lets names that a failed synchronization left be written by the next one that succeeds.
  ///
  /// A file system that loses names once it said that it could not write them writes nothing from then
  /// on until it is mounted anew, and shows what the disk has then. Bytes of files stay lost.
  mutating func forgetFailures() {
    for index in entryChanges.indices where entryChanges[index].fate == .adrift {
      entryChanges[index].fate = .pending
    }
  }

  /// All files and folders that names lead to, in an order that is the same each time.
  private static func reachable(
    through names: [Int: [String: Int]],
    in inodes: [Int: DiskInode]
  ) -> [Int] {
    var found: Set<Int> = [root]
    var rest = [root]
    while let folder = rest.popLast() {
      for inode in names[folder]?.values ?? [:].values where found.insert(inode).inserted {
        if inodes[inode]?.isFolder == true { rest.append(inode) }
      }
    }
    return found.sorted()
  }
}

extension DiskInode {
  /// The bytes of the file after a crash.
  fileprivate func surviving(
    beside remains: [[UInt8]],
    _ chooser: inout some DiskChooser
  ) -> [UInt8] {
    var bytes = certain
    for write in writes {
      if write.fate == .certain {
        bytes.overwrite(with: write.bytes, at: write.offset)
      } else {
        write.survive(in: &bytes, beside: remains, &chooser)
      }
    }
    return bytes
  }
}

extension DiskWrite {
  /// Does to a file what is left of a write after a crash.
  fileprivate func survive(
    in file: inout [UInt8],
    beside remains: [[UInt8]],
    _ chooser: inout some DiskChooser
  ) {
    // Zeros and what was there before can be seen only where the write made the file longer.
    let grows = end > file.count
    let choice = chooser.choose(bytes.count < 2 ? 2 : grows ? 8 + remains.count : 4)
    switch choice {
    case 0: break
    case 1: file.overwrite(with: bytes, at: offset)
    case 2: file.overwrite(with: Array(bytes[..<chooser.cut(bytes.count)]), at: offset)
    case 3:
      let cut = chooser.cut(bytes.count)
      file.overwrite(with: Array(bytes[cut...]), at: offset + cut)
    case 4: fill(&file, from: 0) { _ in 0 }
    case 5:
      let cut = chooser.cut(bytes.count)
      file.overwrite(with: Array(bytes[..<cut]), at: offset)
      fill(&file, from: cut) { _ in 0 }
    case 6:
      let cut = chooser.cut(bytes.count)
      file.overwrite(with: Array(bytes[..<cut]), at: offset)
      fill(&file, from: cut) { UInt8(truncatingIfNeeded: $0 &* 0x9E37_79B9 >> 7) }
    case 7:
      // What was written first and last is there, and what lies between is not.
      let first = chooser.cut(bytes.count)
      let last = min(bytes.count, first + max(1, bytes.count / 8))
      file.overwrite(with: Array(bytes[..<first]), at: offset)
      file.overwrite(with: Array(bytes[last...]), at: offset + last)
    default:
      let old = remains[choice - 8]
      fill(&file, from: 0) { $0 < old.count ? old[$0] : 0 }
    }
  }

  /// Makes the file as long as the write did, with other bytes in the new part.
  private func fill(_ file: inout [UInt8], from start: Int, with byte: (Int) -> UInt8) {
    let first = max(offset + start, file.count)
    if first > file.count { file.overwrite(with: [], at: first) }
    while file.count < end { file.append(byte(file.count)) }
  }
}

// MARK: - Telling images apart

extension DiskState {
  /// A number that is another one for another choice of names and bytes.
  var fingerprint: Int {
    var hasher = Hasher()
    for (path, bytes) in files.sorted(by: { $0.key < $1.key }) {
      hasher.combine(path)
      hasher.combine(bytes.count)
      bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
    return hasher.finalize()
  }
}
