/// Matches the records of a slot with what the launch built there, by identifier and ordinal.
@MainActor
struct SlotMatcher {
  private var built: [ExactString: [any Restorable]] = [:]

  /// Makes a matcher.
  ///
  /// Where identifiers must be unique and one is not, in what was built or what was saved, nothing
  /// is matched under it: the user may have changed the order, so no match would be certain.
  ///
  /// The `identifiers` that were saved are asked for only if they matter.
  init(built slot: ChildEncoder.Slot?, identifiers: () -> [String]) {
    guard let slot, !slot.children.isEmpty else { return }
    // A transient node is in no archive, so it counts for no ordinal before the others.
    for takesPart in [true, false] {
      for object in slot.children where object.isRestorationTransient != takesPart {
        guard let identifier = object.restorationIdentifier else { continue }
        built[ExactString(identifier), default: []].append(object)
      }
    }
    guard slot.identifiersAreUnique else { return }
    let saved = Dictionary(grouping: identifiers()) { ExactString($0) }
    built = built.filter { $0.value.count == 1 && (saved[$0.key]?.count ?? 0) <= 1 }
  }

  /// The object that stands for a record.
  func match(_ identifier: String, _ ordinal: Int) -> (any Restorable)? {
    guard !built.isEmpty, let objects = built[ExactString(identifier)], ordinal < objects.count
    else { return nil }
    return objects[ordinal]
  }
}
