package import Foundation

/// A store that takes one record which changed with less ado than a batch.
///
/// Most saves are of one node that the user has just touched. What a batch needs for any number of
/// scenes and records would cost these several times as much as the write itself.
package protocol RecordStore: AnyObject, StateStore {
  /// Saves a record that changed, if nothing else is to be done for it.
  ///
  /// - Parameters:
  ///   - change: The record, and what else is to be known of its scene.
  ///   - mayWait: Whether the caller may be kept waiting for a slow disk.
  /// - Returns: Whether it is saved. If not, nothing has happened, and it is to be handed over as a
  ///   batch.
  /// - Throws: ``StateStoreError`` if it cannot be written; the last save is as it was then.
  func save(_ change: RecordChange, mayWait: Bool) throws(StateStoreError) -> Bool

  /// What went wrong in the background, unless that was done since.
  var backgroundError: StateStoreError? { get }
}

extension RecordStore {
  /// Nothing: a store may do nothing in the background.
  package var backgroundError: StateStoreError? { nil }
}

/// One record that changed, in a scene of which nothing else changed but the time.
package struct RecordChange: Sendable {
  /// What the archive's header says, which names the scene.
  package let header: SceneHeader

  /// When the scene is saved.
  package let date: Date

  /// The number of the root node.
  package let root: NodeNumber?

  /// The next number to be given to a node.
  package let nextNumber: UInt64

  /// The record, which differs from the one that was saved before.
  package let record: NodeRecord

  /// The same as a part of a batch.
  package var changes: SceneChanges {
    SceneChanges(header: header.dated(date), root: root, updated: [record], nextNumber: nextNumber)
  }
}
