import CBenchmarks
import Foundation

/// The folder in which a run keeps its files, and which it removes at its end.
///
/// It stands beside the executable unless it is told to stand elsewhere: a temporary folder is often
/// kept in memory, where nothing is ever made last.
@MainActor
final class WorkFolder {
  /// The kind of the file system on which the folder lies.
  let fileSystem: String

  private let path: String
  private var count = 0

  /// Makes the folder.
  ///
  /// - Parameter parent: Where it is to stand; by default beside the executable.
  /// - Throws: What the system says if it cannot be made.
  init(in parent: String?) throws {
    let parent =
      try parent
      ?? Self.executable.deletingLastPathComponent().path(percentEncoded: false)
    path = parent + "/restoration-benchmarks.\(getpid())"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    fileSystem = try Self.fileSystem(at: path)
  }

  /// The program that is running.
  static var executable: URL {
    get throws {
      guard let url = Bundle.main.executableURL else {
        throw BenchmarkError("The path of this program is not known; run it with --folder.")
      }
      return url.resolvingSymlinksInPath()
    }
  }

  /// A path in the folder that was not given before.
  func newPath(_ name: String) -> String {
    count += 1
    return "\(path)/\(count)-\(name)"
  }

  /// Removes the folder with all that is in it.
  func remove() throws {
    try FileManager.default.removeItem(atPath: path)
  }

  private static func fileSystem(at path: String) throws -> String {
    var status = statfs()
    guard statfs(path, &status) == 0 else {
      throw BenchmarkError("statfs failed at \(path) with error \(errno).")
    }
    let type = UInt32(truncatingIfNeeded: status.f_type)
    return names[type] ?? "file system of type 0x" + String(type, radix: 16)
  }

  /// The types of `statfs(2)` that a folder is likely to have.
  private static let names: [UInt32: String] = [
    0x0000_EF53: "ext4", 0x0102_1994: "tmpfs", 0x9123_683E: "btrfs", 0x5846_5342: "xfs",
    0x794C_7630: "overlayfs", 0x2FC1_2FC1: "zfs", 0xF2F5_2010: "f2fs", 0x0000_6969: "nfs",
  ]
}
