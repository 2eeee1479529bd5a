internal import RestorationCore

/// What one save is to change.
enum StoreChange: Sendable {
  /// Some scenes.
  case scenes([SceneChanges])

  /// A scene that is to be gone.
  case discard(String)

  /// Why what was saved before must be kept, if it must.
  var reasonToKeep: String? {
    guard case .scenes(let changes) = self else { return nil }
    let reasons = changes.compactMap(\.setsAside)
    return reasons.isEmpty ? nil : reasons.joined(separator: "; ")
  }
}
