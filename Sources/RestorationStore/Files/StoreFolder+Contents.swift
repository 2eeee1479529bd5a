#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#elseif canImport(ucrt)
import ucrt
#endif

/// What was found under the name of a file.
enum FoundFile: Sendable {
  /// Nothing.
  case missing

  /// Something that is not a file of ours, and why.
  case unusable(String)

  /// A file, and its length in bytes.
  case file(StoreFile, Int)
}

extension StoreFolder {
  /// Opens a file for reading, if it is one of ours.
  ///
  /// It is read and not mapped: a mapped file that is cut short elsewhere kills the process.
  func open(_ name: StoreFileName, limit: Int) throws(SystemCallFailure) -> FoundFile {
    let path = path(of: name)
    let file: StoreFile
    do {
      let descriptor = try retrying { () throws(SystemCallFailure) in
        try fileSystem.open(path, for: .reading)
      }
      file = StoreFile(name, descriptor, in: self)
    } catch {
      switch error.errorNumber {
      case ENOENT, ENOTDIR: return .missing
      case ELOOP: return .unusable("a symbolic link stands in its place")
      case ENXIO, ENODEV, EOPNOTSUPP: return .unusable("a socket or device stands in its place")
      default: throw error
      }
    }
    let status = try naming(path) { () throws(SystemCallFailure) in
      try fileSystem.status(of: file.descriptor)
    }
    guard status.kind == .file else {
      return .unusable("\(status.kind.rawValue) stands in its place")
    }
    guard status.owner == fileSystem.userID else {
      throw SystemCallFailure("fstat", EACCES, path)
    }
    guard status.size <= limit else {
      return .unusable("it has \(status.size) bytes, more than the limit of \(limit)")
    }
    return .file(file, status.size)
  }

  /// Opens a file once more, for writing again what it holds.
  func reopen(_ file: StoreFile) throws(SystemCallFailure) -> StoreFile {
    let descriptor = try naming(file.path) { () throws(SystemCallFailure) in
      try fileSystem.open(file.path, for: .rewriting)
    }
    let again = StoreFile(file.name, descriptor, in: self)
    let isSame = try naming(file.path) { () throws(SystemCallFailure) in
      try fileSystem.status(of: descriptor).identity
        == fileSystem.status(of: file.descriptor).identity
    }
    guard isSame else { throw SystemCallFailure("open", ENOENT, file.path) }
    return again
  }

  /// Makes a file that must not be there yet.
  func create(_ name: StoreFileName) throws(SystemCallFailure) -> StoreFile {
    let path = path(of: name)
    let descriptor = try retrying { () throws(SystemCallFailure) in
      try fileSystem.open(path, for: .creating)
    }
    return StoreFile(name, descriptor, in: self)
  }

  /// Retries a call, and adds the path to what it throws.
  func naming<Result>(
    _ path: String,
    _ call: () throws(SystemCallFailure) -> Result
  ) throws(SystemCallFailure) -> Result {
    do {
      return try retrying(call)
    } catch {
      throw SystemCallFailure(error.operation, error.errorNumber, path)
    }
  }

  /// Writes a small file and makes it last; it is not there if that fails.
  func write(_ bytes: [UInt8], as name: StoreFileName) throws(SystemCallFailure) {
    let file = try create(name)
    do {
      try file.write(bytes, at: 0)
      try file.synchronize()
      try synchronize()
    } catch {
      removeQuietly(name)
      throw error
    }
  }

  /// Gives a finished file its name and makes that last; if it throws, the name is not there.
  func publish(_ way: StoreFileName, as name: StoreFileName) throws(SystemCallFailure) {
    try retrying { () throws(SystemCallFailure) in
      try fileSystem.rename(path(of: way), to: path(of: name))
    }
    do {
      try synchronize()
    } catch {
      // Whether the name would survive is unknown now, so it must not be there to be relied upon.
      removeQuietly(name)
      throw error
    }
  }

  /// Removes a file, where a failure leaves something behind that the next save removes.
  func removeQuietly(_ name: StoreFileName) {
    do {
      try remove(name)
    } catch {
      // The error that is being reported, or the save that succeeded, matters more.
    }
  }

  /// Removes whatever stands under a name, where a failure leaves something behind for the next time.
  func removeTreeQuietly(_ name: StoreFileName) {
    do {
      try removeTree(name)
    } catch {
      // What succeeded already matters more.
    }
  }

  /// Writes bytes from the start of a file on, in as many writes as it takes.
  func write(
    _ bytes: [UInt8],
    to file: FileDescriptor,
    path: String
  ) throws(SystemCallFailure) {
    try bytes.withUnsafeBufferPointer { (bytes) throws(SystemCallFailure) in
      _ = try write(UnsafeRawBufferPointer(bytes), to: file, at: 0, path: path)
    }
  }

  /// Writes all bytes, in as many writes as it takes, and gives how many it took.
  func write(
    _ bytes: UnsafeRawBufferPointer,
    to file: FileDescriptor,
    at offset: Int,
    path: String
  ) throws(SystemCallFailure) -> Int {
    var count = 0
    var writes = 0
    while count < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[count...])
      let written = try naming(path) { () throws(SystemCallFailure) in
        try fileSystem.write(file, rest, at: offset + count)
      }
      guard written > 0 else { throw SystemCallFailure("write", EIO, path) }
      count += written
      writes += 1
    }
    return writes
  }
}
