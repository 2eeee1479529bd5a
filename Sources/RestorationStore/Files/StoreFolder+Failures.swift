internal import RestorationCore

extension StoreFolder {
  /// Makes the error of a system call that fails while something is done in the folder.
  func reporting<Result>(
    _ activity: StateStoreError.Activity,
    _ body: () throws(SystemCallFailure) -> Result
  ) throws(StateStoreError) -> Result {
    do {
      return try body()
    } catch {
      throw StateStoreError(error, while: activity, at: path)
    }
  }
}
