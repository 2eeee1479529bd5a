internal import Dispatch
public import Foundation
public import RestorationCore
internal import Synchronization

/// A store that keeps archives in files, in a folder of its own.
///
/// A save appends what changed to a journal, in one write. Now and then, in the background, what
/// counts is copied to a new file, so that the journal does not grow for ever. No file is ever
/// changed in place. Whatever instant the process dies, the next launch opens the last save that
/// ``commit(_:)`` returned from, or the one that was under way, whole. What a power loss can take
/// back is a matter of ``Options/durability``.
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

  /// Where every item lies.
  ///
  /// Of the three locks, this one is taken first, ``syncing`` next, and ``journal`` last.
  let tables = Mutex<StoreTables?>(nil)

  /// Held while files are brought to the disk, since a failure is reported but once.
  ///
  /// So it is while segments are prepared, and by a save that waits for the disk, from its write to
  /// its end: no other one is made meanwhile, and the writing end stays.
  let syncing = Mutex(())

  /// The writing end, once the lock on the folder was taken.
  ///
  /// It is held as long as a write takes, and longer only where a save begins a segment or writes
  /// everything anew, or everything is erased.
  let journal = Mutex<Journal?>(nil)

  /// What single records are encoded by, which keeps its room from save to save, and the bytes of
  /// one until that is a save; taken after ``journal``.
  let recordWriter = Mutex(JournalWriter())

  /// Where saves wait for each other, and what is done in the background.
  let saves = DispatchQueue(label: "RestorationStore.saves", qos: .userInitiated)
  let maintenance = DispatchQueue(label: "RestorationStore.maintenance", qos: .utility)

  /// How many saves were handed to their queue and are not done.
  let pendingSaves = Atomic(0)

  /// Whether saves wait for what is done in the background.
  let isBehind = Atomic(false)

  /// What went wrong in the background the last time that something was done there.
  let maintenanceError = Mutex<StateStoreError?>(nil)

  /// Whether the store is about to be closed, so that nothing more is begun in the background.
  let isClosing = Atomic(false)

  /// What the launch guard knows.
  let launchGuardState = Mutex(LaunchGuardState())

  /// Makes a store, which touches nothing until it is used.
  ///
  /// - Parameters:
  ///   - directory: The URL of a folder that is the store's own. Anything but a file URL is a
  ///     programmer error.
  ///   - access: What the store may be used for.
  ///   - options: What the store may keep, and when it does what.
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
    saves.setSpecific(key: Self.savesKey, value: ObjectIdentifier(self))
  }

  deinit {
    finish()
  }

  /// Brings what this store saved to the disk, gives back the lock and forgets what was read.
  ///
  /// When it returns, nothing is done in the folder any more, unless somebody else uses the store
  /// meanwhile. The next use opens it again.
  ///
  /// - Complexity: It waits for the saves before it, for the disk, and for the step that is under way
  ///   in the background; O(*n*) in the size of everything saved if that is worth compacting.
  public func close() {
    isClosing.store(true, ordering: .releasing)
    defer { isClosing.store(false, ordering: .releasing) }
    // What is done in the background ends before the right to write is given back, since another
    // process may have it from then on.
    if isOnSavesQueue { return maintenance.sync { compactAndFinish() } }
    saves.sync { maintenance.sync { compactAndFinish() } }
  }

  /// Compacts, if something was saved and it is worth while: what is done in the background had no time
  /// to in a session that ends soon.
  private func compactAndFinish() {
    do {
      if journal.withLock({ $0?.segment != nil }) { try compactIfWorthwhile() }
    } catch {
      // It is left to the next session.
    }
    finish()
  }

  /// Ends the use of the folder, in order as far as the launch guard is concerned.
  private func finish() {
    closeLaunchGuard()
    do {
      // What an earlier process left stays as it is, as long as nothing was saved to it.
      // What is there in place of its folder, or of its lock, is another store's.
      if journal.withLock({ $0?.hasUnsyncedSaves ?? false }), try isInPlace() { try bringToDisk() }
    } catch {
      // It is as it would be if the process died now; whoever must know calls `flush()` before.
    }
    tables.withLock { tables in
      syncing.withLock { _ in
        journal.withLock { journal in
          if let spare = journal?.spare { folder.removeQuietly(.journal(number: spare.number)) }
          journal = nil
        }
      }
      tables = nil
    }
  }

  /// By what a piece of work knows that it runs on the queue of saves.
  static let savesKey = DispatchSpecificKey<ObjectIdentifier>()
}
