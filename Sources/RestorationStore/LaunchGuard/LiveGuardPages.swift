internal import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#elseif canImport(ucrt)
import ucrt
#endif

/// The pages of this process, which are told when it ends in order.
enum LiveGuardPages {
  private struct Entry: Sendable {
    weak let page: GuardPage?
  }

  private struct State: Sendable {
    var entries: [Entry] = []
    var isRegistered = false
  }

  private static let state = Mutex(State())

  /// Tells a page too when the process ends in order.
  static func add(_ page: GuardPage) {
    let isFirst = state.withLock { state in
      state.entries.removeAll { $0.page == nil }
      state.entries.append(Entry(page: page))
      defer { state.isRegistered = true }
      return !state.isRegistered
    }
    if isFirst { atexit { LiveGuardPages.noteOrderlyEnd() } }
  }

  private static func noteOrderlyEnd() {
    // Another thread may hold the lock and never give it back; then this is a death to be counted.
    let entries = state.withLockIfAvailable { $0.entries }
    for entry in entries ?? [] { entry.page?.noteOrderlyEnd() }
  }
}
