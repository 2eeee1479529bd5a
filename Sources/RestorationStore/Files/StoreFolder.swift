#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#elseif canImport(ucrt)
import ucrt
#endif

/// The folder of a store, and its files by their names.
struct StoreFolder: Sendable {
  /// Where the folder is.
  let path: String

  /// The system calls.
  let fileSystem: any FileSystem

  /// The path of a file in the folder.
  func path(of name: StoreFileName) -> String {
    path + "/" + name.text
  }

  /// Makes a call again as long as signals interrupt it.
  func retrying<Result>(
    _ call: () throws(SystemCallFailure) -> Result
  ) throws(SystemCallFailure) -> Result {
    while true {
      do {
        return try call()
      } catch {
        if error.errorNumber != EINTR { throw error }
      }
    }
  }

  /// Closes a file that was only read or synchronized before, where a failure loses nothing.
  func closeQuietly(_ file: FileDescriptor) {
    do {
      try fileSystem.close(file)
    } catch {
      // Nothing depends on it: what was written is on the disk already, or the write has failed.
    }
  }
}

// MARK: - Names

extension StoreFolder {
  /// The store's files in the folder, sorted, or `nil` if there is no folder.
  func names() throws(SystemCallFailure) -> [StoreFileName]? {
    do {
      return try retrying { () throws(SystemCallFailure) in try fileSystem.names(in: path) }
        .sorted().compactMap { StoreFileName($0) }
    } catch {
      if error.errorNumber == ENOENT { return nil }
      throw error
    }
  }

  /// Gives a file another name and makes that last.
  func rename(_ name: StoreFileName, to newName: StoreFileName) throws(SystemCallFailure) {
    try retrying { () throws(SystemCallFailure) in
      try fileSystem.rename(path(of: name), to: path(of: newName))
    }
    try synchronize()
  }

  /// Removes a file, or an empty folder in its place; it may be gone already.
  func remove(_ name: StoreFileName) throws(SystemCallFailure) {
    try remove(path(of: name))
  }

  /// Removes whatever stands under a name, and if that is a folder, all that is in it.
  func removeTree(_ name: StoreFileName) throws(SystemCallFailure) {
    var paths = [path(of: name)]
    var emptied: Set<String> = []
    while let path = paths.last {
      do throws(SystemCallFailure) {
        try remove(path)
        paths.removeLast()
      } catch {
        // A folder that is not empty is tried once more when all that it lists is gone.
        guard [ENOTEMPTY, EEXIST].contains(error.errorNumber), emptied.insert(path).inserted
        else { throw error }
        let names = try retrying { () throws(SystemCallFailure) in try fileSystem.names(in: path) }
        paths += names.map { path + "/" + $0 }
      }
    }
  }

  private func remove(_ path: String) throws(SystemCallFailure) {
    do {
      try retrying { () throws(SystemCallFailure) in try fileSystem.remove(path) }
    } catch {
      switch error.errorNumber {
      case ENOENT: return
      // Which of the two a system says of a folder differs.
      case EISDIR, EPERM:
        try retrying { () throws(SystemCallFailure) in try fileSystem.removeFolder(path) }
      default: throw error
      }
    }
  }

  /// What stands under a name, if anything does.
  func status(of name: StoreFileName) throws(SystemCallFailure) -> FileStatus? {
    do {
      return try retrying { () throws(SystemCallFailure) in
        try fileSystem.status(at: path(of: name), followingLinks: false)
      }
    } catch {
      if error.errorNumber == ENOENT || error.errorNumber == ENOTDIR { return nil }
      throw error
    }
  }

  /// Makes the names in the folder last.
  func synchronize() throws(SystemCallFailure) {
    try synchronize(folder: path)
  }

  private func synchronize(folder: String) throws(SystemCallFailure) {
    let file = try retrying { () throws(SystemCallFailure) in
      try fileSystem.open(folder, for: .folder)
    }
    defer { closeQuietly(file) }
    try retrying { () throws(SystemCallFailure) in try fileSystem.synchronize(file) }
  }
}

// MARK: - The folder itself

extension StoreFolder {
  /// Makes the folder and those above it that are missing, and makes their names last.
  func make() throws(SystemCallFailure) {
    let missing = try missingFolders()
    for folder in missing.reversed() {
      do {
        try retrying { () throws(SystemCallFailure) in try fileSystem.makeFolder(folder) }
      } catch {
        if error.errorNumber != EEXIST { throw error }  // Somebody else was faster.
      }
    }
    // Where nothing was saved yet nobody has come further than this: a process that died may have
    // made folders whose names would not survive.
    let isNew = try names()?.allSatisfy { $0 == .lock } ?? true
    if isNew { try synchronizeNames(of: missing) }
  }

  /// The folder and those above it that are missing, the innermost first.
  private func missingFolders() throws(SystemCallFailure) -> [String] {
    var missing: [String] = []
    var next = path
    while try !exists(next) {
      missing.append(next)
      guard let parent = Self.parent(of: next) else { break }
      next = parent
    }
    return missing
  }

  /// Makes the names of the folder and of all above it last, some of which were just made.
  func synchronizeNames(of made: [String] = []) throws(SystemCallFailure) {
    var next = path
    while next != "/", next != "." {
      let parent = Self.parent(of: next) ?? "."
      do {
        try synchronize(folder: parent)
      } catch {
        // Nobody can have made a folder in one that may not be opened or written to.
        let isOthers = [EACCES, EPERM, EROFS].contains(error.errorNumber)
        if !isOthers || made.contains(next) { throw error }
      }
      next = parent
    }
  }

  /// Shuts others out of a folder that is ours and holds nothing but the store's files.
  ///
  /// Any other folder belongs to somebody who chose its mode; the files in it are private anyway.
  func restrict() throws(SystemCallFailure) {
    let status = try retrying { () throws(SystemCallFailure) in
      try fileSystem.status(at: path, followingLinks: true)
    }
    guard status.mode & 0o077 != 0, status.owner == fileSystem.userID else { return }
    let names = try retrying { () throws(SystemCallFailure) in try fileSystem.names(in: path) }
    guard names.allSatisfy({ StoreFileName($0) != nil }) else { return }
    try retrying { () throws(SystemCallFailure) in try fileSystem.restrictFolder(path) }
  }

  /// Removes the folder, unless something is in it that is not the store's, and makes that last.
  func removeIfEmpty() throws(SystemCallFailure) {
    do {
      try retrying { () throws(SystemCallFailure) in try fileSystem.removeFolder(path) }
    } catch {
      // Where a link leads to the folder, the link stays.
      let isInUse = [ENOTEMPTY, EEXIST, EBUSY, ENOTDIR].contains(error.errorNumber)
      if !isInUse { throw error }
      return
    }
    if let parent = Self.parent(of: path) { try synchronize(folder: parent) }
  }

  private func exists(_ path: String) throws(SystemCallFailure) -> Bool {
    do {
      _ = try retrying { () throws(SystemCallFailure) in
        try fileSystem.status(at: path, followingLinks: true)
      }
      return true
    } catch {
      if error.errorNumber == ENOENT { return false }
      throw error
    }
  }

  private static func parent(of path: String) -> String? {
    guard let slash = path.lastIndex(of: "/") else { return nil }
    let parent = path[..<slash]
    return parent.isEmpty ? (path == "/" ? nil : "/") : String(parent)
  }
}
