/// What a file is opened for.
package enum FileUse: Sendable {
  /// A file that is there, for reading.
  case reading

  /// A file that is there, for writing again what it holds.
  case rewriting

  /// A file that must not be there yet, for writing, with mode 0600.
  case creating

  /// A lock file, made if it is missing, with mode 0600.
  case locking

  /// A folder, for synchronizing it.
  case folder
}
