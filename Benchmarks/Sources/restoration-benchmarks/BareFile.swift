import Foundation

/// A file that is written to by bare system calls: the physical limit.
@MainActor
final class BareFile {
  private let descriptor: Int32
  private let bytes: [UInt8]
  private var end: off_t = 0

  /// Makes an empty file.
  ///
  /// - Parameters:
  ///   - path: Where to make it.
  ///   - count: How many bytes each write has.
  /// - Throws: `BenchmarkError` if the system refuses.
  init(at path: String, writing count: Int) throws {
    descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw BenchmarkError("open failed with error \(errno).") }
    bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
  }

  isolated deinit {
    close(descriptor)
  }

  /// Writes the bytes behind those written before.
  func append() throws {
    let written = bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, end) }
    guard written == bytes.count else { throw BenchmarkError("pwrite failed with error \(errno).") }
    end += off_t(written)
  }

  /// Writes the bytes behind those written before, and waits until the disk has them.
  func appendDurably() throws {
    try append()
    guard fdatasync(descriptor) == 0 else {
      throw BenchmarkError("fdatasync failed with error \(errno).")
    }
  }
}
