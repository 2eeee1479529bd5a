internal import RestorationCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#elseif canImport(ucrt)
import ucrt
#endif

/// The right to write to a store's folder, held as long as this object lives.
///
/// The operating system gives it up when the process ends, however it ends.
final class StoreLock: Sendable {
  private let folder: StoreFolder
  private let file: FileDescriptor
  private let identity: FileIdentity

  private init(folder: StoreFolder, file: FileDescriptor, identity: FileIdentity) {
    self.folder = folder
    self.file = file
    self.identity = identity
  }

  deinit {
    do {
      // To close the file is not enough: a process that was just forked holds it too, until it runs
      // another program.
      try folder.retrying { () throws(SystemCallFailure) in try folder.fileSystem.unlock(file) }
    } catch {
      // Closing it gives the lock back as well, if later.
    }
    folder.closeQuietly(file)
  }

  /// Whether the locked file is still the one in the folder.
  func isInPlace() throws(SystemCallFailure) -> Bool {
    try folder.status(of: .lock)?.identity == identity
  }
}

// MARK: - Taking the lock

extension StoreLock {
  /// How often a lock file that keeps being replaced is tried.
  private static let attempts = 100

  /// Takes the lock of a folder that exists.
  static func take(in folder: StoreFolder) throws(StateStoreError) -> StoreLock {
    do {
      for _ in 0..<attempts {
        if let lock = try attempt(in: folder) { return lock }
      }
    } catch {
      switch error {
      case .call(let failure):
        throw StateStoreError(failure, while: .writing, at: folder.path(of: .lock))
      case .taken(let holder):
        throw taken(in: folder, by: holder)
      }
    }
    throw taken(in: folder, by: nil)
  }

  private enum Refusal: Error {
    case call(SystemCallFailure)
    case taken(by: String?)
  }

  private static func taken(in folder: StoreFolder, by holder: String?) -> StateStoreError {
    let process = holder.map { " (process \($0), it seems)" } ?? ""
    return StateStoreError(
      .locked,
      "Another store has this folder open for writing\(process); close that one, use another "
        + "folder, or open this one with the access .readOnly.",
      location: folder.path
    )
  }

  /// Tries once, and gives `nil` if the file was replaced meanwhile.
  private static func attempt(in folder: StoreFolder) throws(Refusal) -> StoreLock? {
    let fileSystem = folder.fileSystem
    let path = folder.path(of: .lock)
    do {
      try makeRoom(in: folder)
      let file = try folder.retrying { () throws(SystemCallFailure) in
        try fileSystem.open(path, for: .locking)
      }
      var isOurs = false
      defer { if !isOurs { folder.closeQuietly(file) } }
      let status = try folder.naming(path) { () throws(SystemCallFailure) in
        try fileSystem.status(of: file)
      }
      let isFree = try folder.naming(path) { () throws(SystemCallFailure) in
        try fileSystem.lock(file)
      }
      guard isFree else { throw Refusal.taken(by: holder(file, in: folder)) }
      // Whoever had it before may have removed the file, and somebody else made a new one.
      guard status.kind == .file, try folder.status(of: .lock)?.identity == status.identity
      else { return nil }
      isOurs = true
      let lock = StoreLock(folder: folder, file: file, identity: status.identity)
      writeHint(to: file, in: folder)
      return lock
    } catch let refusal as Refusal {
      throw refusal
    } catch let failure as SystemCallFailure {
      throw .call(failure)
    } catch {
      throw .call(SystemCallFailure("open", EIO, path))
    }
  }

  /// Moves something out of the way that is no lock file.
  private static func makeRoom(in folder: StoreFolder) throws(SystemCallFailure) {
    guard let status = try folder.status(of: .lock), status.kind != .file else { return }
    try folder.setAside(.lock)
  }

  /// Writes for whoever finds the lock taken who has it.
  private static func writeHint(to file: FileDescriptor, in folder: StoreFolder) {
    do {
      let hint = hint(folder.fileSystem.processID)
      try folder.write(hint, to: file, path: folder.path(of: .lock))
    } catch {
      // The lock is held without it, as on a full disk on which something is to be erased.
    }
  }

  /// The process number as text of a fixed length, so that it covers what was there before.
  private static func hint(_ process: Int32) -> [UInt8] {
    let digits = String(process)
    return Array((String(repeating: " ", count: max(0, 11 - digits.count)) + digits + "\n").utf8)
  }

  private static func holder(_ file: FileDescriptor, in folder: StoreFolder) -> String? {
    var bytes = [UInt8](repeating: 0, count: 12)
    do {
      let count = try bytes.withUnsafeMutableBufferPointer { (buffer) throws(SystemCallFailure) in
        try folder.fileSystem.read(file, into: UnsafeMutableRawBufferPointer(buffer), at: 0)
      }
      let digits = bytes[..<count].filter { (0x30...0x39).contains($0) }
      return digits.isEmpty ? nil : String(decoding: digits, as: UTF8.self)
    } catch {
      return nil  // It is a hint; that the lock is taken is known without it.
    }
  }
}

extension StoreFolder {
  /// Gives something that cannot be used a name under which it is kept for a while.
  func setAside(_ name: StoreFileName) throws(SystemCallFailure) {
    try rename(name, to: .damaged(order: try nextDamagedOrder()))
  }

  /// A number for the next thing that is set aside.
  func nextDamagedOrder() throws(SystemCallFailure) -> UInt64 {
    let orders = (try names() ?? []).compactMap { name in
      if case .damaged(let order) = name { order } else { nil }
    }
    // The names of files give no number that has no successor.
    return (orders.max() ?? 0) % StoreFileName.highestGeneration + 1
  }
}
