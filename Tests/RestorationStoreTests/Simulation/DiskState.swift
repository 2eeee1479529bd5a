import Foundation

@testable import RestorationStore

/// A change to the names in a folder; a rename is one change that takes one and gives another.
struct DiskEntryChange: Sendable {
  /// A name in a folder, and what it stands for.
  struct Entry: Hashable, Sendable {
    var folder: Int
    var name: String
    var inode: Int
  }

  var removal: Entry?
  var addition: Entry?
  var fate = DiskFate.pending

  /// Whether the change is one to a folder.
  func concerns(_ folder: Int) -> Bool {
    removal?.folder == folder || addition?.folder == folder
  }
}

/// All that a simulated disk holds, and what of it would survive.
struct DiskState: Sendable {
  static let root = 1

  /// Files and folders by a number of ours, which is never given twice.
  var inodes: [Int: DiskInode] = [:]

  /// The names in each folder that the disk has, before `entryChanges`.
  var certainNames: [Int: [String: Int]] = [:]

  /// Changes to names that the disk may lack, the oldest first.
  var entryChanges: [DiskEntryChange] = []

  /// What files held that are gone, the latest last: new files may show it where they grow.
  var remains: [[UInt8]] = []

  /// The last number of ours that was given.
  var lastInode = Self.root

  /// Makes an empty disk.
  init() {
    var root = DiskInode(number: 2, isFolder: true, mode: 0o755)
    root.linkCount = 1
    inodes[Self.root] = root
  }
}

// MARK: - Finding

extension DiskState {
  /// The folder that a path leads through, and the name at its end.
  func place(of path: String) throws(DiskError) -> (folder: Int, name: String) {
    var names = path.split(separator: "/")
    guard let last = names.popLast() else { throw DiskError(EISDIR) }
    var folder = Self.root
    for name in names {
      guard let next = inodes[folder]?.entries[String(name)] else { throw DiskError(ENOENT) }
      guard inodes[next]?.isFolder == true else { throw DiskError(ENOTDIR) }
      folder = next
    }
    return (folder, String(last))
  }

  /// What stands at a path.
  func inode(at path: String) throws(DiskError) -> Int {
    if path == "/" { return Self.root }
    let (folder, name) = try place(of: path)
    guard let inode = inodes[folder]?.entries[name] else { throw DiskError(ENOENT) }
    return inode
  }

  /// The files that reads find, by their paths.
  var files: [String: [UInt8]] {
    var result: [String: [UInt8]] = [:]
    var open: [(path: String, inode: Int)] = [("", Self.root)]
    while let (path, inode) = open.popLast() {
      for (name, child) in inodes[inode]?.entries ?? [:] {
        guard let found = inodes[child] else { continue }
        if found.isFolder {
          open.append((path + "/" + name, child))
        } else {
          result[path + "/" + name] = found.cached
        }
      }
    }
    return result
  }
}

/// What a call on a simulated disk fails with.
struct DiskError: Error {
  var number: Int32

  init(_ number: Int32) {
    self.number = number
  }
}

// MARK: - Changing names

extension DiskState {
  /// Makes a file or folder with a name.
  mutating func make(_ path: String, isFolder: Bool, mode: UInt32) throws(DiskError) -> Int {
    let (folder, name) = try place(of: path)
    guard inodes[folder]?.entries[name] == nil else { throw DiskError(EEXIST) }
    lastInode += 1
    let inode = lastInode
    inodes[inode] = DiskInode(number: freeNumber(), isFolder: isFolder, mode: mode)
    add(.init(folder: folder, name: name, inode: inode))
    entryChanges.append(
      DiskEntryChange(addition: .init(folder: folder, name: name, inode: inode))
    )
    return inode
  }

  /// Gives a file a second name.
  mutating func link(_ path: String, to newPath: String) throws(DiskError) {
    let inode = try inode(at: path)
    guard inodes[inode]?.isFolder == false else { throw DiskError(EPERM) }
    let (folder, name) = try place(of: newPath)
    guard inodes[folder]?.entries[name] == nil else { throw DiskError(EEXIST) }
    let entry = DiskEntryChange.Entry(folder: folder, name: name, inode: inode)
    add(entry)
    entryChanges.append(DiskEntryChange(addition: entry))
  }

  /// Gives a file another name, replacing what has that name.
  mutating func rename(_ path: String, to newPath: String) throws(DiskError) {
    let inode = try inode(at: path)
    let (folder, name) = try place(of: path)
    let (newFolder, newName) = try place(of: newPath)
    let replaced = inodes[newFolder]?.entries[newName]
    if replaced == inode { return }
    if let replaced, inodes[replaced]?.isFolder != inodes[inode]?.isFolder {
      throw DiskError(EISDIR)
    }
    let removal = DiskEntryChange.Entry(folder: folder, name: name, inode: inode)
    let addition = DiskEntryChange.Entry(folder: newFolder, name: newName, inode: inode)
    if let replaced { remove(.init(folder: newFolder, name: newName, inode: replaced)) }
    add(addition)
    remove(removal)
    entryChanges.append(DiskEntryChange(removal: removal, addition: addition))
  }

  /// Takes a name away, and with the last one the file, once nobody has it open.
  mutating func remove(_ path: String, isFolder: Bool) throws(DiskError) {
    let inode = try inode(at: path)
    guard inodes[inode]?.isFolder == isFolder else {
      throw DiskError(isFolder ? ENOTDIR : EISDIR)
    }
    guard inodes[inode]?.entries.isEmpty == true else { throw DiskError(ENOTEMPTY) }
    let (folder, name) = try place(of: path)
    let entry = DiskEntryChange.Entry(folder: folder, name: name, inode: inode)
    remove(entry)
    entryChanges.append(DiskEntryChange(removal: entry))
  }

  private mutating func add(_ entry: DiskEntryChange.Entry) {
    inodes[entry.folder]?.entries[entry.name] = entry.inode
    inodes[entry.inode]?.linkCount += 1
  }

  private mutating func remove(_ entry: DiskEntryChange.Entry) {
    inodes[entry.folder]?.entries[entry.name] = nil
    inodes[entry.inode]?.linkCount -= 1
    bury(entry.inode)
  }

  /// The lowest number that no file has, as many file systems give it.
  private func freeNumber() -> UInt64 {
    let used = Set(inodes.values.lazy.filter { $0.isInUse }.map(\.number))
    var number: UInt64 = 11
    while used.contains(number) { number += 1 }
    return number
  }
}

extension DiskInode {
  /// Whether a name or a descriptor leads to it.
  var isInUse: Bool { linkCount > 0 || openCount > 0 }
}

// MARK: - Opening and closing

extension DiskState {
  /// Notes that a descriptor keeps a file.
  mutating func open(_ inode: Int) {
    inodes[inode]?.openCount += 1
  }

  /// Notes that a descriptor is gone.
  mutating func close(_ inode: Int) {
    inodes[inode]?.openCount -= 1
    bury(inode)
  }

  /// Remembers what a file held that is gone now; a crash may still bring it back.
  private mutating func bury(_ inode: Int) {
    guard let file = inodes[inode], !file.isInUse, !file.cached.isEmpty else { return }
    remains.append(file.cached)
    if remains.count > 4 { remains.removeFirst() }
  }
}

// MARK: - Synchronizing

extension DiskState {
  /// Makes the bytes of a file, or the names in a folder, last.
  mutating func synchronize(_ inode: Int) {
    guard inodes[inode]?.isFolder == true else {
      inodes[inode]?.synchronize()
      return
    }
    for index in entryChanges.indices
    where entryChanges[index].fate == .pending && entryChanges[index].concerns(inode) {
      entryChanges[index].fate = .certain
    }
    settle()
  }

  /// Lets a synchronization fail, after which what was to be written may never be.
  mutating func failToSynchronize(_ inode: Int) {
    guard inodes[inode]?.isFolder == true else {
      inodes[inode]?.failToSynchronize()
      return
    }
    for index in entryChanges.indices
    where entryChanges[index].fate == .pending && entryChanges[index].concerns(inode) {
      entryChanges[index].fate = .adrift
    }
  }

  /// Makes the name of a file last that was just made, and no other.
  mutating func settleAddition(of inode: Int) {
    for index in entryChanges.indices where entryChanges[index].addition?.inode == inode {
      entryChanges[index].fate = .certain
    }
    settle()
  }

  /// Takes to the disk what is certain and what no doubtful change of the same name comes before.
  private mutating func settle() {
    var rest: [DiskEntryChange] = []
    for change in entryChanges {
      if change.fate == .certain, !rest.contains(where: { $0.isOrdered(with: change) }) {
        change.apply(to: &certainNames)
      } else {
        rest.append(change)
      }
    }
    entryChanges = rest
  }
}

extension DiskEntryChange {
  /// Whether the order of two changes can matter, as they concern one name.
  fileprivate func isOrdered(with other: DiskEntryChange) -> Bool {
    names.contains { other.names.contains($0) }
  }

  private var names: [[String]] {
    [removal, addition].compactMap { entry in entry.map { ["\($0.folder)", $0.name] } }
  }

  /// Does what the change does to the names of folders that it finds.
  func apply(to names: inout [Int: [String: Int]]) {
    if let removal, names[removal.folder]?[removal.name] == removal.inode {
      names[removal.folder]?[removal.name] = nil
    }
    if let addition { names[addition.folder, default: [:]][addition.name] = addition.inode }
  }
}
