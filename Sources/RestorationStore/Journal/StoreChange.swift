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
    var reasons: [String] = []
    for reason in changes.compactMap(\.setsAside) where !reasons.contains(reason) {
      reasons.append(reason)
    }
    return reasons.isEmpty ? nil : reasons.joined(separator: "; ")
  }

  /// Whether it may be about a scene of which only the tables know that it was lost.
  var mayConcernLostScene: Bool {
    if case .discard = self { true } else { false }
  }
}
