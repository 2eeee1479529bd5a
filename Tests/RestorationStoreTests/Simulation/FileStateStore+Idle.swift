import Dispatch

@testable import RestorationStore

extension FileStateStore {
  /// Waits until nothing is done in the background any more.
  func waitUntilIdle() {
    // Each of the queues may have given the other one something to do.
    for _ in 0..<2 {
      saves.sync {}
      maintenance.sync {}
    }
  }
}
