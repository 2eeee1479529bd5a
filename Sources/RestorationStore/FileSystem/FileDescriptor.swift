/// An open file.
package struct FileDescriptor: Hashable, Sendable {
  /// The operating system's number for it.
  package let rawValue: Int32

  /// Wraps the operating system's number.
  package init(_ rawValue: Int32) {
    self.rawValue = rawValue
  }
}
