internal import RestorationCore

/// What the writer of the journal knows of a scene.
struct JournalScene: Sendable {
  /// What was saved last.
  var item: SceneItem

  /// The header that says what the item's says, the time aside, if it is known to.
  var header: SceneHeader?

  /// Whether the scene is there; one that was discarded keeps its place.
  var isPresent: Bool

  /// No fewer nodes than it has.
  var nodeBound: Int

  /// The number that it has in a segment, and in which.
  var local: UInt64 = 0
  var segment: UInt64 = 0

  /// Begins with what was saved last, before it has a number in any segment.
  init(item: SceneItem, isPresent: Bool, nodeBound: Int) {
    self.item = item
    self.isPresent = isPresent
    self.nodeBound = nodeBound
  }
}
