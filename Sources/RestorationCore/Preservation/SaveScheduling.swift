/// Who wakes a delayed save, and delivers its answer.
///
/// A toolkit that owns the main loop, such as GTK, never drains the main actor's queue: it supplies
/// a scheduling of its own that uses its timers.
///
/// ```swift
/// struct LoopScheduling: SaveScheduling {
///   func schedule(after delay: Duration, _ action: @escaping @MainActor () -> Void) {
///     loop.addTimer(delay) { MainActor.assumeIsolated(action) }
///   }
/// }
/// ```
@MainActor
public protocol SaveScheduling {
  /// Runs an action once, on the main actor, after a delay, and never within this call.
  func schedule(after delay: Duration, _ action: @escaping @MainActor () -> Void)
}

/// Wakes delayed saves by the main actor, which has to be drained.
public struct MainActorScheduling: SaveScheduling {
  /// Makes the scheduling.
  public init() {}

  /// Runs an action on the main actor after a delay.
  public func schedule(after delay: Duration, _ action: @escaping @MainActor () -> Void) {
    Task { @MainActor in
      // Only cancellation is thrown, and nobody has this task to cancel it.
      do { try await Task.sleep(for: delay) } catch { return }
      action()
    }
  }
}
