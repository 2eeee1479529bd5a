import Foundation
import Synchronization

@testable import RestorationStore

/// A disk in memory that keeps apart what reads show and what would survive, as one process sees it.
///
/// It promises no more than a file system does: bytes last once their file was synchronized, names
/// once their folder was, whatever the order of the calls.
final class SimulatedDisk: FileSystem {
  /// Sees each call before it is made, and the disk as it is then.
  typealias Observer = @Sendable (DiskCall, _ index: Int, DiskState) -> Void

  fileprivate struct Descriptor: Sendable {
    var process: Int
    var inode: Int
    var path: String
    var use: FileUse
  }

  fileprivate struct Contents: Sendable {
    var state: DiskState
    var descriptors: [Int32: Descriptor] = [:]
    var lastDescriptor: Int32 = 2
    var locks: [Int: Int32] = [:]
    var callCount = 0
    var synchronizations: [String] = []
    var misuses: [String] = []
    var lastProcess = 0
    var deadProcesses: Set<Int> = []
  }

  /// What all processes on a disk share.
  fileprivate final class Shared: Sendable {
    let contents: Mutex<Contents>

    init(_ state: DiskState) {
      contents = Mutex(Contents(state: state))
    }
  }

  private let shared: Shared
  private let process: Int
  private let fault: DiskFault?
  private let ignored: Set<String>
  private let observer: Observer?

  /// Makes a disk.
  ///
  /// - Parameters:
  ///   - state: What it holds.
  ///   - fault: What goes wrong.
  ///   - ignored: The labels of synchronizations that do nothing and say that they did.
  ///   - observer: Sees each call.
  init(
    _ state: DiskState = DiskState(),
    fault: DiskFault? = nil,
    ignoring ignored: Set<String> = [],
    observer: Observer? = nil
  ) {
    shared = Shared(state)
    process = 0
    self.fault = fault
    self.ignored = ignored
    self.observer = observer
  }

  private init(process: Int, besides other: SimulatedDisk) {
    shared = other.shared
    fault = other.fault
    ignored = other.ignored
    observer = other.observer
    self.process = process
  }

  /// The disk as another process sees it.
  func otherProcess() -> SimulatedDisk {
    let process = shared.contents.withLock { contents in
      contents.lastProcess += 1
      return contents.lastProcess
    }
    return SimulatedDisk(process: process, besides: self)
  }

  /// Ends the process: its files are closed, its locks are free, and it makes no call any more.
  func kill() {
    shared.contents.withLock { contents in
      contents.deadProcesses.insert(process)
      for (number, descriptor) in contents.descriptors where descriptor.process == process {
        contents.descriptors[number] = nil
        contents.release(descriptor.inode, by: FileDescriptor(number))
        contents.state.close(descriptor.inode)
      }
      contents.state.forgetFailures()
    }
  }

  /// Puts a file on the disk as if somebody else had done so long ago, if its folder is there.
  func litter(_ path: String) {
    shared.contents.withLock { contents in
      do throws(DiskError) {
        let inode = try contents.state.make(path, isFolder: false, mode: 0o644)
        contents.state.inodes[inode]?.write([0x68, 0x69], at: 0)
        contents.state.synchronize(inode)
        contents.state.settleAddition(of: inode)
      } catch {
        // There is no such folder, or there is such a file.
      }
    }
  }

  let userID: UInt32 = 1_000

  let processID: Int32 = 4_242

  /// What the disk holds now.
  var state: DiskState { shared.contents.withLock { $0.state } }

  /// How many calls there were.
  var callCount: Int { shared.contents.withLock { $0.callCount } }

  /// How many files are open.
  var openCount: Int { shared.contents.withLock { $0.descriptors.count } }

  /// The labels of all synchronizations so far that had something to do.
  var synchronizations: [String] { shared.contents.withLock { $0.synchronizations } }

  /// Calls with a descriptor that nobody has, which could have hit somebody else's file.
  var misuses: [String] { shared.contents.withLock { $0.misuses } }

  /// Makes a call about a path, or lets it fail.
  private func call<Result: Sendable>(
    _ kind: DiskCall.Kind,
    _ path: String,
    _ body: (inout Contents) throws(DiskError) -> Result
  ) throws(SystemCallFailure) -> Result {
    try shared.contents.withLock { (contents) throws(SystemCallFailure) in
      try contents.check(process, kind)
      let effect = begin(DiskCall(kind: kind, path: path), &contents)
      do throws(DiskError) {
        if case .fail(let number) = effect { throw DiskError(number) }
        let result = try body(&contents)
        if case .failLate(let number) = effect { throw DiskError(number) }
        return result
      } catch {
        throw SystemCallFailure(kind.rawValue, error.number, path)
      }
    }
  }

  /// Makes a call about an open file, which decides itself what becomes of a fault.
  private func call<Result: Sendable>(
    _ kind: DiskCall.Kind,
    _ file: FileDescriptor,
    _ body: (inout Contents, Descriptor, DiskFault.Effect?) throws(DiskError) -> Result
  ) throws(SystemCallFailure) -> Result {
    try shared.contents.withLock { (contents) throws(SystemCallFailure) in
      try contents.check(process, kind)
      guard let descriptor = contents.descriptors[file.rawValue] else {
        contents.misuses.append("\(kind.rawValue) of \(file.rawValue)")
        throw SystemCallFailure(kind.rawValue, EBADF, "")
      }
      // A write tells of itself, with what it writes.
      let effect =
        kind == .write
        ? nil : begin(DiskCall(kind: kind, path: descriptor.path), &contents)
      do throws(DiskError) {
        return try body(&contents, descriptor, effect)
      } catch {
        throw SystemCallFailure(kind.rawValue, error.number, "")
      }
    }
  }

  private func begin(_ call: DiskCall, _ contents: inout Contents) -> DiskFault.Effect? {
    let index = contents.callCount
    contents.callCount += 1
    observer?(call, index, contents.state)
    return fault?.effect(on: call.kind, at: index)
  }
}

extension DiskFault.Effect? {
  /// Throws if the call is to fail.
  fileprivate func check() throws(DiskError) {
    if case .fail(let number) = self { throw DiskError(number) }
  }
}

// MARK: - Opening and describing files

extension SimulatedDisk {
  func open(_ path: String, for use: FileUse) throws(SystemCallFailure) -> FileDescriptor {
    let creates = use == .creating || use == .locking
    return try call(creates ? .create : .open, path) { (contents) throws(DiskError) in
      let inode = try contents.state.inode(opening: path, for: use)
      contents.state.open(inode)
      contents.lastDescriptor += 1
      contents.descriptors[contents.lastDescriptor] =
        Descriptor(process: process, inode: inode, path: path, use: use)
      return FileDescriptor(contents.lastDescriptor)
    }
  }

  func close(_ file: FileDescriptor) throws(SystemCallFailure) {
    try call(.close, file) { (contents, descriptor, effect) throws(DiskError) in
      // It is closed, whatever it reports.
      contents.descriptors[file.rawValue] = nil
      contents.release(descriptor.inode, by: file)
      contents.state.close(descriptor.inode)
      try effect.check()
    }
  }

  func status(of file: FileDescriptor) throws(SystemCallFailure) -> FileStatus {
    try call(.fstat, file) { (contents, descriptor, effect) throws(DiskError) in
      try effect.check()
      return try contents.state.status(of: descriptor.inode, owner: userID)
    }
  }

  func status(
    at path: String,
    followingLinks: Bool
  ) throws(SystemCallFailure) -> FileStatus {
    try call(.stat, path) { (contents) throws(DiskError) in
      try contents.state.status(of: contents.state.inode(at: path), owner: userID)
    }
  }
}

extension DiskState {
  fileprivate mutating func inode(
    opening path: String,
    for use: FileUse
  ) throws(DiskError) -> Int {
    let found: Int?
    do throws(DiskError) {
      found = try inode(at: path)
    } catch {
      guard error.number == ENOENT, use == .creating || use == .locking else { throw error }
      found = nil
    }
    guard let found else { return try make(path, isFolder: false, mode: 0o600) }
    if use == .creating { throw DiskError(EEXIST) }
    let isFolder = inodes[found]?.isFolder == true
    if use == .locking, isFolder { throw DiskError(EISDIR) }
    if use == .folder, !isFolder { throw DiskError(ENOTDIR) }
    return found
  }

  fileprivate func status(of inode: Int, owner: UInt32) throws(DiskError) -> FileStatus {
    guard let found = inodes[inode] else { throw DiskError(EIO) }
    return FileStatus(
      kind: found.isFolder ? .folder : .file,
      identity: FileIdentity(device: 1, number: found.number),
      owner: owner,
      mode: found.mode,
      size: found.cached.count,
      linkCount: found.linkCount
    )
  }
}

// MARK: - Reading and writing

extension SimulatedDisk {
  func read(
    _ file: FileDescriptor,
    into buffer: UnsafeMutableRawBufferPointer,
    at offset: Int
  ) throws(SystemCallFailure) -> Int {
    let bytes = try call(.read, file) {
      (contents, descriptor, effect) throws(DiskError) -> ArraySlice<UInt8> in
      try effect.check()
      guard let found = contents.state.inodes[descriptor.inode], !found.isFolder else {
        throw DiskError(EISDIR)
      }
      guard offset >= 0 else { throw DiskError(EINVAL) }
      let count = effect == .short ? (buffer.count + 1) / 2 : buffer.count
      return found.cached.dropFirst(offset).prefix(count)
    }
    buffer.copyBytes(from: bytes)
    return bytes.count
  }

  func write(
    _ file: FileDescriptor,
    _ bytes: UnsafeRawBufferPointer,
    at offset: Int
  ) throws(SystemCallFailure) -> Int {
    try call(.write, file) { (contents, descriptor, _) throws(DiskError) in
      let write = DiskCall.Write(inode: descriptor.inode, offset: offset, bytes: Array(bytes))
      let call = DiskCall(kind: .write, path: descriptor.path, write: write)
      let effect = begin(call, &contents)
      try effect.check()
      guard descriptor.use == .creating || descriptor.use == .locking else {
        throw DiskError(EBADF)
      }
      let taken = effect == .short ? Array(write.bytes.prefix((bytes.count + 1) / 2)) : write.bytes
      contents.state.inodes[descriptor.inode]?.write(taken, at: offset)
      if case .failLate(let number) = effect { throw DiskError(number) }
      return taken.count
    }
  }

  func synchronize(_ file: FileDescriptor) throws(SystemCallFailure) {
    try synchronize(file, .fsync)
  }

  func synchronizeContents(of file: FileDescriptor) throws(SystemCallFailure) {
    try synchronize(file, .fdatasync)
  }

  private func synchronize(
    _ file: FileDescriptor,
    _ kind: DiskCall.Kind
  ) throws(SystemCallFailure) {
    try call(kind, file) { (contents, descriptor, effect) throws(DiskError) in
      switch effect {
      case .fail(EINTR): throw DiskError(EINTR)
      case .fail(let number):
        contents.state.failToSynchronize(descriptor.inode)
        throw DiskError(number)
      default: break
      }
      if let label = contents.state.label(ofSynchronizing: descriptor.inode, descriptor.path) {
        contents.synchronizations.append(label)
        if ignored.contains(label) { return }
      }
      contents.state.synchronize(descriptor.inode)
    }
  }
}

// MARK: - Locks

extension SimulatedDisk {
  func lock(_ file: FileDescriptor) throws(SystemCallFailure) -> Bool {
    try call(.flock, file) { (contents, descriptor, effect) throws(DiskError) in
      try effect.check()
      if let holder = contents.locks[descriptor.inode] { return holder == file.rawValue }
      contents.locks[descriptor.inode] = file.rawValue
      return true
    }
  }

  func unlock(_ file: FileDescriptor) throws(SystemCallFailure) {
    try call(.unlock, file) { (contents, descriptor, effect) throws(DiskError) in
      contents.release(descriptor.inode, by: file)
      try effect.check()
    }
  }
}

extension SimulatedDisk.Contents {
  /// Refuses the calls of a process that is dead, on whatever thread they are made.
  fileprivate func check(_ process: Int, _ kind: DiskCall.Kind) throws(SystemCallFailure) {
    if deadProcesses.contains(process) { throw SystemCallFailure(kind.rawValue, EIO, "") }
  }

  fileprivate mutating func release(_ inode: Int, by file: FileDescriptor) {
    if locks[inode] == file.rawValue { locks[inode] = nil }
  }
}

// MARK: - Names and folders

extension SimulatedDisk {
  func rename(_ path: String, to newPath: String) throws(SystemCallFailure) {
    try call(.rename, newPath) { (contents) throws(DiskError) in
      try contents.state.rename(path, to: newPath)
    }
  }

  func link(_ path: String, to newPath: String) throws(SystemCallFailure) {
    try call(.link, newPath) { (contents) throws(DiskError) in
      try contents.state.link(path, to: newPath)
    }
  }

  func remove(_ path: String) throws(SystemCallFailure) {
    try call(.unlink, path) { (contents) throws(DiskError) in
      try contents.state.remove(path, isFolder: false)
    }
  }

  func removeFolder(_ path: String) throws(SystemCallFailure) {
    try call(.rmdir, path) { (contents) throws(DiskError) in
      try contents.state.remove(path, isFolder: true)
    }
  }

  func makeFolder(_ path: String) throws(SystemCallFailure) {
    try call(.mkdir, path) { (contents) throws(DiskError) in
      _ = try contents.state.make(path, isFolder: true, mode: 0o700)
    }
  }

  func restrictFolder(_ path: String) throws(SystemCallFailure) {
    try call(.chmod, path) { (contents) throws(DiskError) in
      contents.state.inodes[try contents.state.inode(at: path)]?.mode = 0o700
    }
  }

  func names(in folder: String) throws(SystemCallFailure) -> [String] {
    try call(.list, folder) { (contents) throws(DiskError) in
      guard let found = contents.state.inodes[try contents.state.inode(at: folder)] else {
        throw DiskError(EIO)
      }
      guard found.isFolder else { throw DiskError(ENOTDIR) }
      return found.entries.keys.sorted(by: >)
    }
  }
}
