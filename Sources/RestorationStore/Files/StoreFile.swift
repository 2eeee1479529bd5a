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

/// An open file of a store, which is closed when nobody uses it any more.
///
/// It can be read although its name is gone, so that a compaction disturbs nobody.
final class StoreFile: Sendable {
  /// The name that it had when it was opened.
  let name: StoreFileName

  /// Where it is, or was.
  let path: String

  let descriptor: FileDescriptor
  private let folder: StoreFolder

  /// Takes over an open file.
  init(_ name: StoreFileName, _ descriptor: FileDescriptor, in folder: StoreFolder) {
    self.name = name
    self.descriptor = descriptor
    self.folder = folder
    path = folder.path(of: name)
  }

  deinit {
    folder.closeQuietly(descriptor)
  }

  /// Reads a part; fewer bytes come if the file is shorter.
  func read(_ range: ItemRange) throws(SystemCallFailure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: range.length)
    var count = 0
    while count < bytes.count {
      let read = try folder.naming(path) { () throws(SystemCallFailure) in
        try bytes.withUnsafeMutableBufferPointer { (buffer) throws(SystemCallFailure) in
          let rest = UnsafeMutableRawBufferPointer(
            UnsafeMutableBufferPointer(rebasing: buffer[count...])
          )
          return try folder.fileSystem.read(descriptor, into: rest, at: range.offset + count)
        }
      }
      guard read > 0 else { break }
      count += read
    }
    if count < bytes.count { bytes.removeSubrange(count...) }
    return bytes
  }

  /// Writes all bytes, in as many writes as it takes, and gives how many it took.
  @discardableResult
  func write(_ bytes: [UInt8], at offset: Int) throws(SystemCallFailure) -> Int {
    try bytes.withUnsafeBufferPointer { (bytes) throws(SystemCallFailure) in
      try write(UnsafeRawBufferPointer(bytes), at: offset)
    }
  }

  /// Writes all bytes, in as many writes as it takes, and gives how many it took.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SystemCallFailure) -> Int {
    try folder.write(bytes, to: descriptor, at: offset, path: path)
  }

  /// Waits until its bytes have reached the disk.
  func synchronize() throws(SystemCallFailure) {
    try folder.naming(path) { () throws(SystemCallFailure) in
      try folder.fileSystem.synchronizeContents(of: descriptor)
    }
  }

  /// Whether it has a name, so that what is written to it can be found again.
  func isLinked() throws(SystemCallFailure) -> Bool {
    try folder.naming(path) { () throws(SystemCallFailure) in
      try folder.fileSystem.linkCount(of: descriptor) > 0
    }
  }
}
