public import RestorationCore
internal import Synchronization

extension FileStateStore {
  /// What remembers how launches ended: a page in the folder, which survives any death of the process.
  ///
  /// A store that only reads has none, and one that cannot take the lock watches nothing.
  public var launchGuard: (any LaunchGuarding)? {
    access == .readWrite ? FileLaunchGuard(store: self) : nil
  }

  /// Makes the guard take another boot of the system for the present one.
  package func pretendBoot(_ identity: String) {
    launchGuardState.withLock { $0.boot = identity }
  }

  /// The page and the present boot, if this store has the lock.
  func guardPageIfLocked() -> (page: GuardPage, boot: UInt64)? {
    guard holdsLock() else { return nil }
    return launchGuardState.withLock { state in
      do {
        let boot = stableHash(state.boot ?? BootIdentity.current)
        if let page = state.page, try folder.status(of: .launchGuard)?.identity == page.identity {
          return (page, boot)
        }
        state.page?.release()
        let page = try folder.openGuardPage()
        LiveGuardPages.add(page)
        state.page = page
        return (page, boot)
      } catch {
        return nil  // A launch that cannot be watched goes on without.
      }
    }
  }

  /// Whether this store has the lock of its folder; takes it if nobody has.
  func holdsLock() -> Bool {
    do {
      if let lock = journal.withLock({ $0?.lock }) { return try lock.isInPlace() }
      try withTables { _ in }
      return journal.withLock { $0 != nil }
    } catch {
      return false
    }
  }

  /// Lets go of the page, before the lock is given back.
  func closeLaunchGuard() {
    launchGuardState.withLock { state in
      state.page?.release()
      state.page = nil
    }
  }
}

/// What a store's launch guard knows between two calls.
struct LaunchGuardState: Sendable {
  /// The page, once it was opened.
  var page: GuardPage?

  /// What a test says the boot is.
  var boot: String?
}
