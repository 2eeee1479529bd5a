public import Foundation
public import RestorationCore
internal import Synchronization

/// A store that keeps archives in files, in a folder of its own.
///
/// Every save writes a new file beside the old one, makes it last, and only then gives it its name;
/// the file before it stays until the next save is complete. Whatever instant the process dies, or
/// the power goes, the next launch opens the last save that ``commit(_:)`` returned from, or the one
/// that was under way, whole.
///
/// Files have mode 0600 in a folder of mode 0700, which is made with those above it by the first
/// save. A folder that is there already and that others may use is shut to them if it holds nothing
/// but files of the store, and left as it is otherwise. `Documentation/ArchiveFormat.md` describes
/// the files. Checksums find damage; they are no protection from forgery.
///
/// Only one store at a time may save to a folder: the first use takes a lock that others are refused
/// with `StateStoreError.Code.locked`. ``close()``, or the end of the store or of its process,
/// gives it back. A store with the access ``Access/readOnly`` needs no lock.
///
/// A store may be used from any thread.
public final class FileStateStore: StateStore, Sendable {
  /// What the store may be used for.
  public let access: Access

  /// What the store may keep.
  public let options: Options

  let folder: StoreFolder
  let state = Mutex(StoreState())

  /// Makes a store, which touches nothing until it is used.
  ///
  /// - Parameters:
  ///   - directory: The URL of a folder that is the store's own. Anything but a file URL is a
  ///     programmer error.
  ///   - access: What the store may be used for.
  ///   - options: What the store may keep.
  public convenience init(
    directory: URL,
    access: Access = .readWrite,
    options: Options = Options()
  ) {
    self.init(
      directory: directory,
      access: access,
      options: options,
      fileSystem: PosixFileSystem()
    )
  }

  /// Makes a store on a file system of the caller's.
  package init(
    directory: URL,
    access: Access = .readWrite,
    options: Options = Options(),
    fileSystem: any FileSystem
  ) {
    precondition(
      directory.isFileURL,
      "A FileStateStore needs the URL of a folder, such as URL(filePath:), not '\(directory)'."
    )
    self.access = access
    self.options = options
    var path = directory.path(percentEncoded: false)
    while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
    folder = StoreFolder(path: path, fileSystem: fileSystem)
  }

  /// Gives back the lock and forgets what was read; the next use opens the folder again.
  public func close() {
    state.withLock { $0 = StoreState() }
  }
}

/// What a store knows between two calls.
struct StoreState: Sendable {
  /// The right to save, once it was taken.
  var lock: StoreLock?

  /// What the folder holds, once it was read.
  var contents: StoreContents?

  /// The highest generation that was ever tried, so that none is tried twice.
  var highestGeneration: UInt64 = 0
}
