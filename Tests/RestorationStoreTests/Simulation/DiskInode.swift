@testable import RestorationCore

/// What has been promised of a change to a disk.
enum DiskFate: Hashable, Sendable {
  /// It reaches the disk at the next synchronization, and may do so before.
  case pending

  /// A synchronization that should have written it has failed: reads show it, and no later
  /// synchronization writes it.
  case adrift

  /// It is on the disk.
  case certain
}

/// Bytes written to a file since the state that is on the disk for certain.
struct DiskWrite: Sendable {
  var offset: Int
  var bytes: [UInt8]
  var fate = DiskFate.pending

  var end: Int { offset + bytes.count }
}

/// A file or folder of a simulated disk, as reads show it and as the disk has it.
struct DiskInode: Sendable {
  /// The number that programs see, which another file gets once this one is gone.
  let number: UInt64

  let isFolder: Bool

  /// The permission bits, which are on the disk at once.
  var mode: UInt32

  /// How many names reads find for it.
  var linkCount = 0

  /// How many descriptors keep it, whatever becomes of its names.
  var openCount = 0

  /// The bytes that reads show.
  var cached: [UInt8] = []

  /// The bytes that the disk has, before `writes`.
  var certain: [UInt8] = []

  /// What was written since, the oldest first.
  var writes: [DiskWrite] = []

  /// The names in a folder that reads find.
  var entries: [String: Int] = [:]

  init(number: UInt64, isFolder: Bool, mode: UInt32) {
    self.number = number
    self.isFolder = isFolder
    self.mode = mode
  }
}

extension DiskInode {
  /// Writes to the cache.
  mutating func write(_ bytes: [UInt8], at offset: Int) {
    cached.overwrite(with: bytes, at: offset)
    writes.append(DiskWrite(offset: offset, bytes: bytes))
  }

  /// Makes what is pending last.
  mutating func synchronize() {
    if writes.allSatisfy({ $0.fate != .adrift }) {
      certain = cached
      writes = []
      return
    }
    // What is adrift may or may not be there, below what comes after it.
    for index in writes.indices where writes[index].fate == .pending {
      writes[index].fate = .certain
    }
  }

  /// Lets a synchronization fail: the system takes the bytes for written and forgets them.
  mutating func failToSynchronize() {
    for index in writes.indices where writes[index].fate == .pending {
      writes[index].fate = .adrift
    }
  }
}

extension [UInt8] {
  /// Puts bytes at an offset, with zeros before them where the array ends earlier.
  mutating func overwrite(with bytes: [UInt8], at offset: Int) {
    if offset == count {
      append(contentsOf: bytes)
      return
    }
    let end = offset + bytes.count
    if count < end { append(contentsOf: repeatElement(0, count: end - count)) }
    replaceSubrange(offset..<end, with: bytes)
  }

  /// Whether the array begins with bytes.
  ///
  /// They are compared at once, which takes no time worth speaking of in a debug build either.
  func begins(with bytes: [UInt8]) -> Bool {
    guard count >= bytes.count else { return false }
    return withUnsafeBytes { mine in
      bytes.withUnsafeBytes {
        RawBytes.isSame(UnsafeRawBufferPointer(rebasing: mine[..<$0.count]), $0)
      }
    }
  }
}
