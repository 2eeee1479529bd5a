public import Foundation
public import Observation

/// How well saving goes.
public struct SaveHealth: Hashable, Sendable {
  /// When what the store has was collected, if this session has saved anything.
  public var lastSave: Date?

  /// How many nodes are marked as changed, or on their way into the store.
  ///
  /// Nodes that mark nothing are not counted; each save asks them.
  public var pendingChanges = 0

  /// Why the last save failed, or was refused since what is saved cannot be read; `nil` once one
  /// succeeded.
  public var lastError: StateStoreError?

  /// Why the store could not bring saves to the disk, or make its files smaller, in the background;
  /// `nil` once it could.
  ///
  /// No save is lost by it that was reported as done, as long as no power loss comes: the store tries
  /// again by itself, and writes everything anew with the next save if it has to. Who observes the
  /// health is not told of this, but finds it with what it is told of next.
  public var backgroundError: StateStoreError?

  /// Makes the health of a session that has not saved yet.
  public init() {}
}

extension RestorationSession: Observable {
  /// How well saving goes: the last good save, the changes that wait, and the last error.
  ///
  /// It can be observed, with `withObservationTracking` or in a view.
  ///
  /// - Complexity: O(*n*) in the number of scenes.
  public var health: SaveHealth {
    isHealthObserved = true
    observation.access(self, keyPath: \.health)
    var health = lastHealth
    health.backgroundError = recordStore?.backgroundError
    health.pendingChanges = scenes.values.reduce(commitInFlight?.save.count ?? 0) {
      $0 + $1.marked.count
    }
    return health
  }

  /// Changes what is known of the health, and tells whoever observes it.
  func noteHealth(_ change: (inout SaveHealth) -> Void) {
    guard isHealthObserved else { return change(&lastHealth) }
    observation.withMutation(of: self, keyPath: \.health) { change(&lastHealth) }
  }

  /// Notes that the store has what was collected at a time.
  func noteHealth(savedAt date: Date) {
    noteHealth { health in
      health.lastSave = date
      health.lastError = nil
    }
  }

  /// Tells whoever observes the health that a change waits for a save.
  func noteMark() {
    if isHealthObserved { observation.withMutation(of: self, keyPath: \.health) {} }
  }
}
