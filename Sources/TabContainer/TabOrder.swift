import RestorationCore

/// Brings the tabs that the launch built and those that an archive knows into one order.
@MainActor
struct TabOrder {
  /// The tabs that the launch built.
  let launch: [any Restorable]

  /// The saved tabs in their order, with those among them that the archive does not know.
  ///
  /// A tab that is new stays behind the one that stands before it in the launch's order.
  ///
  /// - Complexity: O(*n*) in the number of tabs: how many an archive lists is not to be trusted.
  func merged(with saved: [RestoredChild]) -> [any Restorable] {
    let kept = keptTabs(of: saved)
    let keptTabs = Set(kept.map { ObjectIdentifier($0) })
    let known = Set(saved.map { ExactString($0.identifier) })
    var first: [any Restorable] = []
    var followers: [ObjectIdentifier: [any Restorable]] = [:]
    var predecessor: ObjectIdentifier?
    for tab in launch {
      if keptTabs.contains(ObjectIdentifier(tab)) {
        predecessor = ObjectIdentifier(tab)
      } else if !known.contains(key(of: tab)) {
        if let predecessor {
          followers[predecessor, default: []].append(tab)
        } else {
          first.append(tab)
        }
      }
    }
    return first + kept.flatMap { [$0] + followers[ObjectIdentifier($0), default: []] }
  }

  /// What stands for each saved tab: what was found or made, or what the launch built in its place.
  private func keptTabs(of saved: [RestoredChild]) -> [any Restorable] {
    let restored = Set(saved.compactMap { $0.object.map { ObjectIdentifier($0) } })
    let built = Dictionary(
      grouping: launch.filter { !restored.contains(ObjectIdentifier($0)) },
      by: key(of:)
    )
    var ordinals: [ExactString: Int] = [:]
    return saved.compactMap { child in
      let key = ExactString(child.identifier)
      let ordinal = ordinals[key, default: 0]
      ordinals[key] = ordinal + 1
      if let object = child.object { return object }
      guard let candidates = built[key], ordinal < candidates.count else { return nil }
      return candidates[ordinal]
    }
  }

  /// The identifier of a tab; that of one without is empty, which no saved tab has.
  private func key(of tab: any Restorable) -> ExactString {
    ExactString(tab.restorationIdentifier ?? "")
  }
}

extension Restorable {
  /// Whether this is the node's identifier, byte by byte.
  func hasRestorationIdentifier(_ identifier: String) -> Bool {
    restorationIdentifier?.hasSameBytes(as: identifier) ?? false
  }
}
