import Foundation
import Synchronization

@testable import RestorationStore

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
      guard [.creating, .locking, .rewriting].contains(descriptor.use) else {
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
  func check(_ process: Int, _ kind: DiskCall.Kind) throws(SystemCallFailure) {
    if deadProcesses.contains(process) { throw SystemCallFailure(kind.rawValue, EIO, "") }
  }

  mutating func release(_ inode: Int, by file: FileDescriptor) {
    if locks[inode] == file.rawValue { locks[inode] = nil }
  }
}
