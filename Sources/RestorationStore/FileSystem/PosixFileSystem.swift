internal import LinkCount

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

#if canImport(Glibc) || canImport(Musl) || canImport(Darwin)
/// The operating system's own file system.
package struct PosixFileSystem: FileSystem {
  /// Makes the file system.
  package init() {}

  package var userID: UInt32 { geteuid() }

  package var processID: Int32 { getpid() }
}

// MARK: - Opening and describing files

extension PosixFileSystem {
  package func open(
    _ path: String,
    for use: FileUse
  ) throws(SystemCallFailure) -> FileDescriptor {
    let flags =
      switch use {
      case .reading: O_RDONLY | O_NOFOLLOW
      case .rewriting: O_RDWR | O_NOFOLLOW
      case .creating: O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW
      case .locking: O_RDWR | O_CREAT | O_NOFOLLOW
      case .folder: O_RDONLY | O_DIRECTORY
      }
    let number = callOpen(path, flags | O_NONBLOCK | O_CLOEXEC, 0o600)
    guard number >= 0 else { throw SystemCallFailure("open", errno, path) }
    return FileDescriptor(number)
  }

  package func close(_ file: FileDescriptor) throws(SystemCallFailure) {
    try check(callClose(file.rawValue), "close")
  }

  package func status(of file: FileDescriptor) throws(SystemCallFailure) -> FileStatus {
    var information = stat()
    try check(fstat(file.rawValue, &information), "fstat")
    return FileStatus(information)
  }

  package func linkCount(of file: FileDescriptor) throws(SystemCallFailure) -> Int {
    var count: UInt64 = 0
    try check(link_count(file.rawValue, &count), "statx")
    return Int(clamping: count)
  }

  package func status(
    at path: String,
    followingLinks: Bool
  ) throws(SystemCallFailure) -> FileStatus {
    var information = stat()
    if followingLinks {
      try check(stat(path, &information), "stat", path)
    } else {
      try check(lstat(path, &information), "lstat", path)
    }
    return FileStatus(information)
  }
}

// MARK: - Reading and writing

extension PosixFileSystem {
  package func read(
    _ file: FileDescriptor,
    into buffer: UnsafeMutableRawBufferPointer,
    at offset: Int
  ) throws(SystemCallFailure) -> Int {
    let count = pread(file.rawValue, buffer.baseAddress, buffer.count, off_t(offset))
    try check(Int32(clamping: count), "pread")
    return count
  }

  package func write(
    _ file: FileDescriptor,
    _ bytes: UnsafeRawBufferPointer,
    at offset: Int
  ) throws(SystemCallFailure) -> Int {
    let count = pwrite(file.rawValue, bytes.baseAddress, bytes.count, off_t(offset))
    try check(Int32(clamping: count), "write")
    return count
  }

  package func synchronize(_ file: FileDescriptor) throws(SystemCallFailure) {
    #if canImport(Darwin)
    // fsync leaves the bytes in the drive's own cache there; not every volume knows the better way.
    if fcntl(file.rawValue, F_FULLFSYNC) == 0 { return }
    #endif
    try check(fsync(file.rawValue), "fsync")
  }

  package func synchronizeContents(of file: FileDescriptor) throws(SystemCallFailure) {
    #if canImport(Darwin)
    try synchronize(file)
    #else
    try check(fdatasync(file.rawValue), "fdatasync")
    #endif
  }

  package func lock(_ file: FileDescriptor) throws(SystemCallFailure) -> Bool {
    if flock(file.rawValue, LOCK_EX | LOCK_NB) == 0 { return true }
    if errno == EWOULDBLOCK { return false }
    throw SystemCallFailure("flock", errno, "")
  }

  package func unlock(_ file: FileDescriptor) throws(SystemCallFailure) {
    try check(flock(file.rawValue, LOCK_UN), "flock")
  }
}

// MARK: - Names and folders

extension PosixFileSystem {
  package func rename(_ path: String, to newPath: String) throws(SystemCallFailure) {
    try check(callRename(path, newPath), "rename", newPath)
  }

  package func link(_ path: String, to newPath: String) throws(SystemCallFailure) {
    try check(callLink(path, newPath), "link", newPath)
  }

  package func remove(_ path: String) throws(SystemCallFailure) {
    try check(unlink(path), "unlink", path)
  }

  package func removeFolder(_ path: String) throws(SystemCallFailure) {
    try check(rmdir(path), "rmdir", path)
  }

  package func makeFolder(_ path: String) throws(SystemCallFailure) {
    try check(mkdir(path, 0o700), "mkdir", path)
  }

  package func restrictFolder(_ path: String) throws(SystemCallFailure) {
    try check(chmod(path, 0o700), "chmod", path)
  }

  package func names(in folder: String) throws(SystemCallFailure) -> [String] {
    guard let stream = opendir(folder) else { throw SystemCallFailure("opendir", errno, folder) }
    defer { closedir(stream) }
    var names: [String] = []
    errno = 0
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
      errno = 0
    }
    guard errno == 0 else { throw SystemCallFailure("readdir", errno, folder) }
    return names
  }
}

extension FileStatus {
  /// Takes over what the operating system says.
  init(_ information: stat) {
    let kind: Kind =
      switch information.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFLNK: .link
      default: .other
      }
    self.init(
      kind: kind,
      identity: FileIdentity(
        device: UInt64(truncatingIfNeeded: information.st_dev),
        number: UInt64(truncatingIfNeeded: information.st_ino)
      ),
      owner: information.st_uid,
      mode: UInt32(information.st_mode & 0o7777),
      size: Int(information.st_size),
      linkCount: Int(information.st_nlink)
    )
  }
}

/// Throws what the operating system reports if a call answered with a negative number.
private func check(
  _ result: Int32,
  _ operation: String,
  _ path: String = ""
) throws(SystemCallFailure) {
  guard result >= 0 else { throw SystemCallFailure(operation, errno, path) }
}

// The functions above have the names of these calls and would hide them.

private func callOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
  open(path, flags, mode)
}

private func callClose(_ file: Int32) -> Int32 { close(file) }

private func callRename(_ path: String, _ newPath: String) -> Int32 { rename(path, newPath) }

private func callLink(_ path: String, _ newPath: String) -> Int32 { link(path, newPath) }
#endif
