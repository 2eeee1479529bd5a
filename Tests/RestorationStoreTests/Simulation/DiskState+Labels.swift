@testable import RestorationStore

extension DiskState {
  /// What a synchronization is about, alike for all that one place in the store's code makes.
  ///
  /// A file's is the kind of its name; a folder's is the kinds of the renames that it makes last, or
  /// else of the new names, or else that names are gone. What else waited tells nothing of the place.
  /// There is no label if nothing waits for it.
  func label(ofSynchronizing inode: Int, _ path: String) -> String? {
    guard let found = inodes[inode] else { return nil }
    guard found.isFolder else {
      let isClean = found.writes.allSatisfy { $0.fate == .certain }
      return isClean ? nil : "file \(Self.kind(of: path))"
    }
    let changes = entryChanges.filter { $0.fate != .certain && $0.concerns(inode) }
    guard !changes.isEmpty else { return nil }
    let given = changes.filter { $0.addition != nil }
    let renames = given.filter { $0.removal != nil }
    let telling = [renames, given, changes].first { !$0.isEmpty } ?? []
    return "folder " + Set(telling.map(\.label)).sorted().joined(separator: " ")
  }

  /// A file's name with stars in place of numbers and reasons.
  static func kind(of path: String) -> String {
    let name = path.split(separator: "/").last ?? "/"
    var kind = ""
    for part in name.split(separator: "-", omittingEmptySubsequences: false) {
      let digits = part.prefix { $0.isHexDigit }
      kind += kind.isEmpty ? "" : "-"
      kind += digits.count == 16 ? "*" + part.dropFirst(16) : String(part)
      if kind.hasPrefix("kept-*") { break }
    }
    return kind
  }
}

extension DiskEntryChange {
  fileprivate var label: String {
    switch (removal, addition) {
    case (let removal?, let addition?):
      "\(DiskState.kind(of: removal.name))→\(DiskState.kind(of: addition.name))"
    case (let removal?, nil): StoreFileName(removal.name) == nil ? "-\(removal.name)" : "-*"
    case (nil, let addition?): "+\(DiskState.kind(of: addition.name))"
    case (nil, nil): ""
    }
  }
}
