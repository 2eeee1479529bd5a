/// The system calls that a store makes, one function each.
///
/// A store reaches the disk only through these, so that a test can let each of them fail. Nothing
/// is retried here: an interrupted call fails and a short read or write is reported as it is.
package protocol FileSystem: Sendable {
  /// The user whose files are trusted.
  var userID: UInt32 { get }

  /// The process that asks, as a hint for whoever finds a lock taken.
  var processID: Int32 { get }

  /// Opens a file without following a link at its end and without blocking.
  func open(_ path: String, for use: FileUse) throws(SystemCallFailure) -> FileDescriptor

  /// Closes a file.
  func close(_ file: FileDescriptor) throws(SystemCallFailure)

  /// Tells what an open file is.
  func status(of file: FileDescriptor) throws(SystemCallFailure) -> FileStatus

  /// Tells how many names an open file has; none if it was removed.
  func linkCount(of file: FileDescriptor) throws(SystemCallFailure) -> Int

  /// Tells what stands at a path.
  func status(at path: String, followingLinks: Bool) throws(SystemCallFailure) -> FileStatus

  /// Reads at an offset; fewer bytes than asked for may come, and none at the end.
  func read(
    _ file: FileDescriptor,
    into buffer: UnsafeMutableRawBufferPointer,
    at offset: Int
  ) throws(SystemCallFailure) -> Int

  /// Writes at an offset; fewer bytes than given may be taken.
  func write(
    _ file: FileDescriptor,
    _ bytes: UnsafeRawBufferPointer,
    at offset: Int
  ) throws(SystemCallFailure) -> Int

  /// Waits until a file or folder has reached the disk.
  func synchronize(_ file: FileDescriptor) throws(SystemCallFailure)

  /// Waits until the bytes of a file have reached the disk, and what is needed to read them.
  func synchronizeContents(of file: FileDescriptor) throws(SystemCallFailure)

  /// Takes the lock on a file, or says `false` if somebody else has it.
  func lock(_ file: FileDescriptor) throws(SystemCallFailure) -> Bool

  /// Gives back the lock on a file.
  func unlock(_ file: FileDescriptor) throws(SystemCallFailure)

  /// Gives a file another name, replacing what has that name.
  func rename(_ path: String, to newPath: String) throws(SystemCallFailure)

  /// Gives a file a second name.
  func link(_ path: String, to newPath: String) throws(SystemCallFailure)

  /// Removes a file.
  func remove(_ path: String) throws(SystemCallFailure)

  /// Removes an empty folder.
  func removeFolder(_ path: String) throws(SystemCallFailure)

  /// Makes a folder that only its owner may use.
  func makeFolder(_ path: String) throws(SystemCallFailure)

  /// Lets only the owner of a folder use it.
  func restrictFolder(_ path: String) throws(SystemCallFailure)

  /// Lists the names in a folder, in no order.
  func names(in folder: String) throws(SystemCallFailure) -> [String]
}

extension FileSystem {
  /// Tells how many names an open file has, by all that is known of it.
  package func linkCount(of file: FileDescriptor) throws(SystemCallFailure) -> Int {
    try status(of: file).linkCount
  }
}
