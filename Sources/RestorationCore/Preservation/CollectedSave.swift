internal import Foundation

/// What a save has collected from the open scenes, to be handed to the store in one batch.
@MainActor
struct CollectedSave {
  /// What one scene hands over.
  struct Part {
    let scene: LiveScene

    /// What changed in the scene, or `nil` if nothing did.
    let changes: SceneChanges?
  }

  var report = SaveReport(outcome: .nothingChanged)
  var parts: [Part] = []

  /// When it was collected.
  let date: Date

  /// Who is told when the store has answered.
  var completions: [@MainActor (SaveReport) -> Void] = []

  /// The changes of all scenes that have some.
  var batch: [SceneChanges] {
    var batch: [SceneChanges] = []
    for part in parts { if let changes = part.changes { batch.append(changes) } }
    return batch
  }

  /// How many records are on their way.
  var count: Int { report.updatedRecords + report.removedRecords }
}

extension LiveScene {
  /// Notes that the store has what was handed over.
  ///
  /// Another session may have restored the scene meanwhile.
  func noteSaved() {
    needsFullSave = successor != nil
    setsAside = nil
  }

  /// Notes that the store does not have what was handed over, or may not.
  ///
  /// The nodes are marked again and compared with nothing, and what was removed is removed by the
  /// next batch. A batch that was the whole scene is whole again.
  func noteUnsaved(_ changes: SceneChanges) {
    guard !changes.replacesEverything else { return }
    for record in changes.updated {
      guard let node = node(record.number) else { continue }
      node.isUnsaved = true
      node.mark()
    }
    lostNumbers += changes.removed
    if changes.appState != nil { isAppStateUnsaved = true }
  }
}
