/// Matches the records of a slot with what the launch built there, by identifier and ordinal.
@MainActor
struct SlotMatcher {
  private var built: [ExactString: [any Restorable]] = [:]
  private var ordinals: [ExactString: Int] = [:]

  /// Makes a matcher.
  ///
  /// Where identifiers must be unique and one is not, in what was built or what was saved, nothing
  /// is matched under it: the user may have changed the order, so no match would be certain.
  init(built slot: ChildEncoder.Slot?, records: [NodeRecord?]) {
    for object in slot?.children ?? [] {
      guard let identifier = object.restorationIdentifier else { continue }
      built[ExactString(identifier), default: []].append(object)
    }
    guard slot?.identifiersAreUnique == true else { return }
    let saved = Dictionary(grouping: records.compactMap(\.self)) { ExactString($0.identifier) }
    built = built.filter { $0.value.count == 1 && (saved[$0.key]?.count ?? 0) <= 1 }
  }

  /// The ordinal of the next record with an identifier, and the object that stands for it.
  mutating func next(_ identifier: String) -> (ordinal: Int, match: (any Restorable)?) {
    let key = ExactString(identifier)
    let ordinal = ordinals[key, default: 0]
    ordinals[key] = ordinal + 1
    guard let objects = built[key], ordinal < objects.count else { return (ordinal, nil) }
    return (ordinal, objects[ordinal])
  }
}
