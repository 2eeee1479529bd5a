/// Who wakes a delayed save, and delivers the store's answer to it.
///
/// A toolkit that owns the main loop, such as GTK, never drains the main actor's queue: it supplies
/// a scheduling of its own that uses its timers.
///
/// ```swift
/// struct LoopScheduling: SaveScheduling {
///   let loop: any ToolkitLoop
///
///   func schedule(after delay: Duration, _ action: @escaping @MainActor () -> Void) {
///     loop.addTimer(after: delay, action)
///   }
///
///   nonisolated func deliver(_ action: @escaping @MainActor @Sendable () -> Void) {
///     loop.wake { MainActor.assumeIsolated(action) }
///   }
/// }
/// ```
@MainActor
public protocol SaveScheduling: Sendable {
  /// Runs an action once, on the main actor, after a delay, and never within this call.
  ///
  /// An action that is run before its time saves at once, as an app may want that has nothing else
  /// to do.
  func schedule(after delay: Duration, _ action: @escaping @MainActor () -> Void)

  /// Runs an action once, on the main actor, soon. It is called from any thread.
  ///
  /// It is needed only with a store that answers from a thread of its own. The default leaves it to
  /// the main actor, which has to be drained.
  nonisolated func deliver(_ action: @escaping @MainActor @Sendable () -> Void)
}

extension SaveScheduling {
  /// Runs an action on the main actor.
  public nonisolated func deliver(_ action: @escaping @MainActor @Sendable () -> Void) {
    Task { @MainActor in action() }
  }
}

/// Wakes delayed saves by the main actor, which has to be drained.
public struct MainActorScheduling: SaveScheduling {
  /// Makes the scheduling.
  public init() {}

  /// Runs an action on the main actor after a delay.
  public func schedule(after delay: Duration, _ action: @escaping @MainActor () -> Void) {
    Task { @MainActor in
      // Only cancellation is thrown, and nobody has this task to cancel it.
      if delay > .zero {
        do { try await Task.sleep(for: delay) } catch { return }
      }
      action()
    }
  }
}
