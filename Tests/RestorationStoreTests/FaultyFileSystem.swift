import Foundation
import Synchronization

@testable import RestorationStore

/// The real file system, in which one call goes wrong.
///
/// Calls that only read are counted and failed apart from those that change something.
final class FaultyFileSystem: FileSystem {
  /// What happens instead of a call, or around it.
  enum Fault: Codable, Sendable {
    /// The call fails with an error number and does nothing.
    case fail(Int32)

    /// All calls from this one on fail.
    case failFromHereOn(Int32)

    /// Each call fails once as if a signal had come, and works when it is made again.
    case interruptAll

    /// Writes take no more than some bytes at once, from the call of the number on, and so do reads.
    case short(Int)

    /// Writes take a while, in microseconds.
    case slow(UInt32)

    /// The process dies before the call.
    case dieBefore

    /// The process dies when the call was made.
    case dieAfter
  }

  private struct Counter: Sendable {
    var changing = 0
    var reading = 0
    var interrupted = false
    var operations: [String] = []
  }

  private let base = PosixFileSystem()
  private let counter = Mutex(Counter())
  private let fault: Fault?
  private let target: Int
  private let failsReads: Bool
  private let unreadable: String?
  private let failing: (@Sendable (_ operation: String, _ path: String) -> Int32?)?
  private let beforeLock: (@Sendable () -> Void)?

  /// The user who asks.
  let userID: UInt32

  /// Makes a file system in which the call of a number goes wrong, counted from 0.
  ///
  /// A file whose name is `unreadable` cannot be opened at all. What `failing` gives an error number
  /// for goes wrong as well. What others do while a lock is about to be taken is done by `beforeLock`.
  init(
    _ fault: Fault? = nil,
    at target: Int = 0,
    failsReads: Bool = false,
    unreadable: String? = nil,
    failing: (@Sendable (_ operation: String, _ path: String) -> Int32?)? = nil,
    userID: UInt32? = nil,
    beforeLock: (@Sendable () -> Void)? = nil
  ) {
    self.userID = userID ?? base.userID
    self.fault = fault
    self.target = target
    self.failsReads = failsReads
    self.unreadable = unreadable
    self.failing = failing
    self.beforeLock = beforeLock
  }

  /// The names of all changing calls so far.
  var operations: [String] { counter.withLock { $0.operations } }

  /// Whether there were enough changing calls for one of them to go wrong.
  var wasHit: Bool { target < operations.count }

  /// How many reading calls there were.
  var readCount: Int { counter.withLock { $0.reading } }

  var processID: Int32 { base.processID }

  private func changing<Result>(
    _ operation: String,
    _ path: String = "",
    _ call: () throws(SystemCallFailure) -> Result
  ) throws(SystemCallFailure) -> Result {
    let index = counter.withLock { counter in
      counter.operations.append(operation)
      counter.changing += 1
      return counter.changing - 1
    }
    return try run(index, isHit: !failsReads, operation, path, call)
  }

  private func reading<Result>(
    _ operation: String,
    _ path: String = "",
    _ call: () throws(SystemCallFailure) -> Result
  ) throws(SystemCallFailure) -> Result {
    let index = counter.withLock { counter in
      counter.reading += 1
      return counter.reading - 1
    }
    return try run(index, isHit: failsReads, operation, path, call)
  }

  private func run<Result>(
    _ index: Int,
    isHit: Bool,
    _ operation: String,
    _ path: String,
    _ call: () throws(SystemCallFailure) -> Result
  ) throws(SystemCallFailure) -> Result {
    if let number = failing?(operation, path) { throw SystemCallFailure(operation, number, path) }
    switch fault {
    case .fail(let number) where isHit && index == target,
      .failFromHereOn(let number) where isHit && index >= target:
      throw SystemCallFailure(operation, number, path)
    case .interruptAll:
      let interrupts = counter.withLock { counter in
        counter.interrupted.toggle()
        return counter.interrupted
      }
      // An interrupted close has closed the file; it is not a call to make again.
      if interrupts, operation != "close" { throw SystemCallFailure(operation, EINTR, path) }
    case .dieBefore where isHit && index == target:
      kill(getpid(), SIGKILL)
    case .dieAfter where isHit && index == target:
      let result = try call()
      kill(getpid(), SIGKILL)
      return result
    default: break
    }
    return try call()
  }
}

// MARK: - Calls that change something

extension FaultyFileSystem {
  func open(_ path: String, for use: FileUse) throws(SystemCallFailure) -> FileDescriptor {
    if let unreadable, path.hasSuffix(unreadable) {
      throw SystemCallFailure("open", EACCES, path)
    }
    return switch use {
    case .creating, .locking:
      try changing("open", path) { () throws(SystemCallFailure) in try base.open(path, for: use) }
    case .reading, .rewriting, .folder:
      try reading("open", path) { () throws(SystemCallFailure) in try base.open(path, for: use) }
    }
  }

  func close(_ file: FileDescriptor) throws(SystemCallFailure) {
    do {
      try changing("close") { () throws(SystemCallFailure) in try base.close(file) }
    } catch {
      // A close that reports a failure has closed the file all the same.
      try base.close(file)
      throw error
    }
  }

  func write(
    _ file: FileDescriptor,
    _ bytes: UnsafeRawBufferPointer,
    at offset: Int
  ) throws(SystemCallFailure) -> Int {
    try changing("write") { () throws(SystemCallFailure) in
      if case .slow(let microseconds) = fault { usleep(microseconds) }
      guard case .short(let count) = fault, operations.count > target else {
        return try base.write(file, bytes, at: offset)
      }
      return try base.write(file, .init(rebasing: bytes.prefix(count)), at: offset)
    }
  }

  func synchronizeContents(of file: FileDescriptor) throws(SystemCallFailure) {
    try changing("fdatasync") { () throws(SystemCallFailure) in
      try base.synchronizeContents(of: file)
    }
  }

  func synchronize(_ file: FileDescriptor) throws(SystemCallFailure) {
    try changing("fsync") { () throws(SystemCallFailure) in try base.synchronize(file) }
  }

  func lock(_ file: FileDescriptor) throws(SystemCallFailure) -> Bool {
    beforeLock?()
    return try changing("flock") { () throws(SystemCallFailure) in try base.lock(file) }
  }

  func unlock(_ file: FileDescriptor) throws(SystemCallFailure) {
    do {
      try changing("unlock") { () throws(SystemCallFailure) in try base.unlock(file) }
    } catch {
      // A child that another test starts at this instant would hold the lock until it runs.
      try base.unlock(file)
      throw error
    }
  }

  func rename(_ path: String, to newPath: String) throws(SystemCallFailure) {
    try changing("rename", path) { () throws(SystemCallFailure) in
      try base.rename(path, to: newPath)
    }
  }

  func link(_ path: String, to newPath: String) throws(SystemCallFailure) {
    try changing("link", path) { () throws(SystemCallFailure) in
      try base.link(path, to: newPath)
    }
  }

  func remove(_ path: String) throws(SystemCallFailure) {
    try changing("unlink", path) { () throws(SystemCallFailure) in try base.remove(path) }
  }

  func removeFolder(_ path: String) throws(SystemCallFailure) {
    try changing("rmdir", path) { () throws(SystemCallFailure) in try base.removeFolder(path) }
  }

  func makeFolder(_ path: String) throws(SystemCallFailure) {
    try changing("mkdir", path) { () throws(SystemCallFailure) in try base.makeFolder(path) }
  }

  func restrictFolder(_ path: String) throws(SystemCallFailure) {
    try changing("chmod", path) { () throws(SystemCallFailure) in try base.restrictFolder(path) }
  }
}

// MARK: - Calls that only read

extension FaultyFileSystem {
  func status(of file: FileDescriptor) throws(SystemCallFailure) -> FileStatus {
    try reading("fstat") { () throws(SystemCallFailure) in try base.status(of: file) }
  }

  func status(at path: String, followingLinks: Bool) throws(SystemCallFailure) -> FileStatus {
    try reading("stat", path) { () throws(SystemCallFailure) in
      try base.status(at: path, followingLinks: followingLinks)
    }
  }

  func read(
    _ file: FileDescriptor,
    into buffer: UnsafeMutableRawBufferPointer,
    at offset: Int
  ) throws(SystemCallFailure) -> Int {
    try reading("pread") { () throws(SystemCallFailure) in
      guard case .short(let count) = fault else {
        return try base.read(file, into: buffer, at: offset)
      }
      return try base.read(file, into: .init(rebasing: buffer.prefix(count)), at: offset)
    }
  }

  func names(in folder: String) throws(SystemCallFailure) -> [String] {
    try reading("opendir", folder) { () throws(SystemCallFailure) in
      try base.names(in: folder)
    }
  }
}
