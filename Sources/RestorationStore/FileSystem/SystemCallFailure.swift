/// A system call that failed.
package struct SystemCallFailure: Error, Hashable, Sendable {
  /// The call's name, such as `rename`.
  package var operation: String

  /// The operating system's error number.
  package var errorNumber: Int32

  /// The path that it was about.
  package var path: String

  /// Describes a failure.
  package init(_ operation: String, _ errorNumber: Int32, _ path: String) {
    self.operation = operation
    self.errorNumber = errorNumber
    self.path = path
  }
}
