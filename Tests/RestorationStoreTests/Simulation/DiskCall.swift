/// A system call as a simulated disk sees it.
struct DiskCall: Sendable {
  /// What the call does.
  enum Kind: String, Hashable, Sendable {
    case open, create, close, fstat, stat, read, write, fsync, fdatasync, flock, unlock
    case rename, link, unlink, rmdir, mkdir, chmod, list

    /// Whether the call changes what is on the disk or what would survive.
    var changesDisk: Bool {
      switch self {
      case .create, .write, .fsync, .fdatasync, .rename, .link, .unlink, .rmdir, .mkdir: true
      default: false
      }
    }

    /// Whether the call waits for the disk.
    var synchronizes: Bool { self == .fsync || self == .fdatasync }
  }

  /// What is about to be written, and where.
  struct Write: Sendable {
    var inode: Int
    var offset: Int
    var bytes: [UInt8]
  }

  var kind: Kind

  /// The path that it is about, or that its file was opened by.
  var path: String

  /// What a write is about to write.
  var write: Write?
}

extension DiskCall: CustomStringConvertible {
  var description: String {
    let length = write.map { " of \($0.bytes.count) bytes at \($0.offset)" } ?? ""
    return "\(kind.rawValue) \(path)\(length)"
  }
}
