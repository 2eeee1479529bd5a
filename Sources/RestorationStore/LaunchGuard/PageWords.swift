/// The words of the launch guard's page, each of which is read and written as a whole.
protocol PageWords: Sendable {
  /// The word at an index below ``GuardPage/wordCount``.
  subscript(index: Int) -> UInt64 { get nonmutating set }
}
