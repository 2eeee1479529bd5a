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
enum FileContents: Sendable {
  /// Nothing.
  case missing

  /// Something that is not a file of ours, and why.
  case unusable(String)

  /// A file's bytes.
  case bytes([UInt8])
}

extension StoreFolder {
  /// Reads a file whole.
  ///
  /// It is read and not mapped: a mapped file that is cut short elsewhere kills the process.
  func contents(
    of name: StoreFileName,
    limit: Int
  ) throws(SystemCallFailure) -> FileContents {
    let path = path(of: name)
    let file: FileDescriptor
    do {
      file = try retrying { () throws(SystemCallFailure) in
        try fileSystem.open(path, for: .reading)
      }
    } catch {
      switch error.errorNumber {
      case ENOENT, ENOTDIR: return .missing
      case ELOOP: return .unusable("a symbolic link stands in its place")
      case ENXIO, ENODEV, EOPNOTSUPP: return .unusable("a socket or device stands in its place")
      default: throw error
      }
    }
    defer { closeQuietly(file) }
    return try contents(of: file, path: path, limit: limit)
  }

  private func contents(
    of file: FileDescriptor,
    path: String,
    limit: Int
  ) throws(SystemCallFailure) -> FileContents {
    let status = try naming(path) { () throws(SystemCallFailure) in
      try fileSystem.status(of: file)
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
    var bytes = [UInt8](repeating: 0, count: status.size)
    var count = 0
    while count < bytes.count {
      let read = try naming(path) { () throws(SystemCallFailure) in
        try bytes.withUnsafeMutableBufferPointer { (buffer) throws(SystemCallFailure) in
          let rest = UnsafeMutableRawBufferPointer(
            UnsafeMutableBufferPointer(rebasing: buffer[count...])
          )
          return try fileSystem.read(file, into: rest, at: count)
        }
      }
      guard read > 0 else { break }  // It was cut short meanwhile; its footer is missed later.
      count += read
    }
    return .bytes(Array(bytes[..<count]))
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

  /// Writes a file beside its place, makes its bytes last, moves it there, and makes that last.
  ///
  /// If it throws, the file is not there, as far as that can be brought about.
  func write(
    _ bytes: [UInt8],
    as name: StoreFileName,
    by way: StoreFileName
  ) throws(SystemCallFailure) {
    do {
      try writeUnfinished(bytes, as: way)
      try retrying { () throws(SystemCallFailure) in
        try fileSystem.rename(path(of: way), to: path(of: name))
      }
    } catch {
      removeQuietly(way)
      throw error
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

  private func writeUnfinished(
    _ bytes: [UInt8],
    as name: StoreFileName
  ) throws(SystemCallFailure) {
    let path = path(of: name)
    let file = try retrying { () throws(SystemCallFailure) in
      try fileSystem.open(path, for: .creating)
    }
    do {
      try append(bytes, to: file, path: path)
      try naming(path) { () throws(SystemCallFailure) in try fileSystem.synchronize(file) }
    } catch {
      closeQuietly(file)
      throw error
    }
    do {
      try fileSystem.close(file)
    } catch {
      // An interrupted close has closed the file; to close it again might hit another one.
      if error.errorNumber != EINTR { throw SystemCallFailure("close", error.errorNumber, path) }
    }
  }

  /// Writes all bytes, in as many writes as it takes.
  func append(
    _ bytes: [UInt8],
    to file: FileDescriptor,
    path: String
  ) throws(SystemCallFailure) {
    var count = 0
    while count < bytes.count {
      let written = try naming(path) { () throws(SystemCallFailure) in
        try bytes.withUnsafeBufferPointer { (buffer) throws(SystemCallFailure) in
          let rest = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: buffer[count...]))
          return try fileSystem.write(file, rest, at: count)
        }
      }
      guard written > 0 else { throw SystemCallFailure("write", EIO, path) }
      count += written
    }
  }
}
