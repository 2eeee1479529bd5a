import Foundation
import RestorationStore
import Synchronization

/// A disk in memory, for stores that are to be opened some thousand times a second.
final class MemoryDisk: FileSystem {
  fileprivate final class File: Sendable {
    let number: UInt64
    let contents: Mutex<[UInt8]>

    init(_ number: UInt64, _ bytes: [UInt8]) {
      self.number = number
      contents = Mutex(bytes)
    }
  }

  fileprivate enum Node: Sendable {
    case file(File)
    case folder(UInt64)
  }

  fileprivate struct State: Sendable {
    var nodes: [String: Node] = ["/": .folder(1)]
    var open: [Int32: Node] = [:]
    var locks: [UInt64: Int32] = [:]
    var lastNumber: UInt64 = 1
    var lastDescriptor: Int32 = 2

    mutating func nextNumber() -> UInt64 {
      lastNumber += 1
      return lastNumber
    }
  }

  private let state = Mutex(State())

  let userID: UInt32 = 1_000
  let processID: Int32 = 4_242

  /// Makes a disk that holds files by their paths, with the folders that they need.
  init(_ files: [String: [UInt8]] = [:]) {
    state.withLock { state in
      for (path, bytes) in files {
        var folder = parent(of: path)
        while state.nodes[folder] == nil {
          state.nodes[folder] = .folder(state.nextNumber())
          folder = parent(of: folder)
        }
        state.nodes[path] = .file(File(state.nextNumber(), bytes))
      }
    }
  }

  /// What is in the files.
  var files: [String: [UInt8]] {
    state.withLock { state in
      state.nodes.compactMapValues { node in
        if case .file(let file) = node { file.contents.withLock { $0 } } else { nil }
      }
    }
  }

  private func call<Result: Sendable>(
    _ operation: String,
    _ path: String = "",
    _ body: (inout State) throws(DiskError) -> Result
  ) throws(SystemCallFailure) -> Result {
    try state.withLock { (state) throws(SystemCallFailure) in
      do throws(DiskError) {
        return try body(&state)
      } catch {
        throw SystemCallFailure(operation, error.number, path)
      }
    }
  }
}

private struct DiskError: Error {
  var number: Int32

  init(_ number: Int32) {
    self.number = number
  }
}

private func parent(of path: String) -> String {
  let end = path.lastIndex(of: "/") ?? path.startIndex
  return end == path.startIndex ? "/" : String(path[..<end])
}

// MARK: - Opening and describing files

extension MemoryDisk {
  func open(_ path: String, for use: FileUse) throws(SystemCallFailure) -> FileDescriptor {
    try call("open", path) { (state) throws(DiskError) in
      if state.nodes[path] == nil {
        guard use == .creating || use == .locking else { throw DiskError(ENOENT) }
        try state.checkFolder(of: path)
        state.nodes[path] = .file(File(state.nextNumber(), []))
      } else if use == .creating {
        throw DiskError(EEXIST)
      }
      guard let node = state.nodes[path] else { throw DiskError(ENOENT) }
      if use == .folder, node.file != nil { throw DiskError(ENOTDIR) }
      if use == .locking, node.file == nil { throw DiskError(EISDIR) }
      state.lastDescriptor += 1
      state.open[state.lastDescriptor] = node
      return FileDescriptor(state.lastDescriptor)
    }
  }

  func close(_ file: FileDescriptor) throws(SystemCallFailure) {
    try call("close") { (state) throws(DiskError) in
      let node = try state.node(of: file)
      state.open[file.rawValue] = nil
      if state.locks[node.number] == file.rawValue { state.locks[node.number] = nil }
    }
  }

  func status(of file: FileDescriptor) throws(SystemCallFailure) -> FileStatus {
    try call("fstat") { (state) throws(DiskError) in
      try state.status(of: state.node(of: file), owner: userID)
    }
  }

  func status(
    at path: String,
    followingLinks: Bool
  ) throws(SystemCallFailure) -> FileStatus {
    try call("stat", path) { (state) throws(DiskError) in
      guard let node = state.nodes[path] else { throw DiskError(ENOENT) }
      return try state.status(of: node, owner: userID)
    }
  }
}

extension MemoryDisk.Node {
  fileprivate var number: UInt64 {
    switch self {
    case .file(let file): file.number
    case .folder(let number): number
    }
  }

  fileprivate var file: MemoryDisk.File? {
    if case .file(let file) = self { file } else { nil }
  }
}

extension MemoryDisk.State {
  fileprivate func node(of file: FileDescriptor) throws(DiskError) -> MemoryDisk.Node {
    guard let node = open[file.rawValue] else { throw DiskError(EBADF) }
    return node
  }

  fileprivate func checkFolder(of path: String) throws(DiskError) {
    guard let folder = nodes[parent(of: path)] else { throw DiskError(ENOENT) }
    guard folder.file == nil else { throw DiskError(ENOTDIR) }
  }

  fileprivate func status(
    of node: MemoryDisk.Node,
    owner: UInt32
  ) throws(DiskError) -> FileStatus {
    FileStatus(
      kind: node.file == nil ? .folder : .file,
      identity: FileIdentity(device: 1, number: node.number),
      owner: owner,
      mode: node.file == nil ? 0o700 : 0o600,
      size: node.file?.contents.withLock { $0.count } ?? 0,
      linkCount: nodes.values.count { $0.number == node.number }
    )
  }
}

// MARK: - Reading and writing

extension MemoryDisk {
  func read(
    _ file: FileDescriptor,
    into buffer: UnsafeMutableRawBufferPointer,
    at offset: Int
  ) throws(SystemCallFailure) -> Int {
    let bytes = try call("pread") { (state) throws(DiskError) -> ArraySlice<UInt8> in
      guard let found = try state.node(of: file).file else { throw DiskError(EISDIR) }
      guard offset >= 0 else { throw DiskError(EINVAL) }
      return found.contents.withLock { $0.dropFirst(offset).prefix(buffer.count) }
    }
    buffer.copyBytes(from: bytes)
    return bytes.count
  }

  func write(
    _ file: FileDescriptor,
    _ bytes: UnsafeRawBufferPointer,
    at offset: Int
  ) throws(SystemCallFailure) -> Int {
    try call("pwrite") { (state) throws(DiskError) in
      guard let found = try state.node(of: file).file else { throw DiskError(EBADF) }
      found.contents.withLock { contents in
        let end = offset + bytes.count
        if contents.count < end { contents += repeatElement(0, count: end - contents.count) }
        contents.replaceSubrange(offset..<end, with: bytes)
      }
    }
    return bytes.count
  }

  func synchronize(_ file: FileDescriptor) throws(SystemCallFailure) {}

  func synchronizeContents(of file: FileDescriptor) throws(SystemCallFailure) {}

  func lock(_ file: FileDescriptor) throws(SystemCallFailure) -> Bool {
    try call("flock") { (state) throws(DiskError) in
      let number = try state.node(of: file).number
      if let holder = state.locks[number] { return holder == file.rawValue }
      state.locks[number] = file.rawValue
      return true
    }
  }

  func unlock(_ file: FileDescriptor) throws(SystemCallFailure) {
    try call("flock") { (state) throws(DiskError) in
      state.locks[try state.node(of: file).number] = nil
    }
  }
}

// MARK: - Names and folders

extension MemoryDisk {
  func rename(_ path: String, to newPath: String) throws(SystemCallFailure) {
    try call("rename", newPath) { (state) throws(DiskError) in
      guard let node = state.nodes[path] else { throw DiskError(ENOENT) }
      try state.checkFolder(of: newPath)
      // What hangs below a folder moves with it.
      for (inner, child) in state.nodes where inner.hasPrefix(path + "/") {
        state.nodes[inner] = nil
        state.nodes[newPath + inner.dropFirst(path.count)] = child
      }
      state.nodes[path] = nil
      state.nodes[newPath] = node
    }
  }

  func link(_ path: String, to newPath: String) throws(SystemCallFailure) {
    try call("link", newPath) { (state) throws(DiskError) in
      guard let node = state.nodes[path] else { throw DiskError(ENOENT) }
      guard state.nodes[newPath] == nil else { throw DiskError(EEXIST) }
      guard node.file != nil else { throw DiskError(EPERM) }
      try state.checkFolder(of: newPath)
      state.nodes[newPath] = node
    }
  }

  func remove(_ path: String) throws(SystemCallFailure) {
    try call("unlink", path) { (state) throws(DiskError) in
      guard let node = state.nodes[path] else { throw DiskError(ENOENT) }
      guard node.file != nil else { throw DiskError(EISDIR) }
      state.nodes[path] = nil
    }
  }

  func removeFolder(_ path: String) throws(SystemCallFailure) {
    try call("rmdir", path) { (state) throws(DiskError) in
      guard let node = state.nodes[path] else { throw DiskError(ENOENT) }
      guard node.file == nil else { throw DiskError(ENOTDIR) }
      guard !state.nodes.keys.contains(where: { $0.hasPrefix(path + "/") }) else {
        throw DiskError(ENOTEMPTY)
      }
      state.nodes[path] = nil
    }
  }

  func makeFolder(_ path: String) throws(SystemCallFailure) {
    try call("mkdir", path) { (state) throws(DiskError) in
      guard state.nodes[path] == nil else { throw DiskError(EEXIST) }
      try state.checkFolder(of: path)
      state.nodes[path] = .folder(state.nextNumber())
    }
  }

  func restrictFolder(_ path: String) throws(SystemCallFailure) {}

  func names(in folder: String) throws(SystemCallFailure) -> [String] {
    try call("opendir", folder) { (state) throws(DiskError) in
      guard let node = state.nodes[folder] else { throw DiskError(ENOENT) }
      guard node.file == nil else { throw DiskError(ENOTDIR) }
      return state.nodes.keys.filter { $0 != "/" && parent(of: $0) == folder }
        .map { String($0.dropFirst(folder == "/" ? 1 : folder.count + 1)) }.sorted()
    }
  }
}
