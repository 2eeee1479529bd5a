#if os(Linux)
import Foundation
import Testing

/// Mounts file systems for a test, where the process may.
enum Mount {
  /// Whether the process may mount anything.
  static let isAllowed: Bool = {
    do {
      return try withTemporaryFolder { folder in
        guard mount("none", folder.path, "tmpfs", 0, "size=64k") == 0 else { return false }
        return umount2(folder.path, Int32(MNT_DETACH)) == 0
      }
    } catch {
      return false
    }
  }()

  /// Runs a test on a file system in memory of a size.
  static func withSmallDisk(bytes: Int, _ body: (URL) throws -> Void) throws {
    try withTemporaryFolder { folder in
      try check(mount("none", folder.path, "tmpfs", 0, "size=\(bytes)"))
      defer { unmount(folder) }
      try body(folder)
    }
  }

  /// Runs a test on a second view of a folder, with something that makes that view read-only, and
  /// something that makes it writable again.
  static func withView(
    of folder: URL,
    _ body: (_ view: URL, _ shut: () throws -> Void, _ open: () throws -> Void) throws -> Void
  ) throws {
    try withTemporaryFolder { view in
      try check(mount(folder.path, view.path, "none", UInt(MS_BIND), nil))
      defer { unmount(view) }
      let flags = UInt(MS_BIND | MS_REMOUNT)
      try body(
        view,
        { try check(mount("none", view.path, "none", flags | UInt(MS_RDONLY), nil)) },
        { try check(mount("none", view.path, "none", flags, nil)) }
      )
    }
  }

  private static func check(_ result: Int32) throws {
    let number = errno
    guard result == 0 else { throw POSIXError(POSIXErrorCode(rawValue: number) ?? .EIO) }
  }

  private static func unmount(_ folder: URL) {
    if umount2(folder.path, Int32(MNT_DETACH)) != 0 {
      print("\(folder.path) stays mounted, error \(errno)")
    }
  }
}
#endif
