extension RestorationSession {
  /// The tree of a scene as text, a line for each node.
  ///
  /// A line is indented by depth and shows slot, identifier and class. Nodes that are asleep, and
  /// nodes that are left out of archives, say so.
  ///
  /// Nodes that are asleep and nodes that are left out of archives say so. Slots and identifiers are
  /// written as in the text of an ``IdentifierPath``. The tree is described as it stands, whether or
  /// not it was ever saved, and nothing is woken.
  ///
  /// - Returns: `nil` if the scene is not open.
  public func treeDescription(scene: String) -> String? {
    guard let live = scenes[ExactString(scene)], let root = live.root else { return nil }
    var lines: [String] = []
    var pending = [(object: root, slot: ContainerSlot.only, depth: 0)]
    while let (object, slot, depth) = pending.popLast() {
      lines.append(String(repeating: "  ", count: depth) + line(for: object, in: slot, live))
      guard depth < configuration.limits.depth else { continue }
      let children = live.listedChildren(of: object).flatMap { slot in
        slot.children.map { (object: $0, slot: slot.slot, depth: depth + 1) }
      }
      pending += children.reversed()
    }
    return lines.joined(separator: "\n")
  }

  private func line(
    for object: any Restorable,
    in slot: ContainerSlot,
    _ scene: LiveScene
  ) -> String {
    var line = slot == .only ? "" : "\(slot.name.escapedForPath): "
    let identifier = object.restorationIdentifier ?? ""
    line += identifier.isEmpty ? "(no identifier)" : identifier.escapedForPath
    line += " \(type(of: object))"
    if object.isRestorationTransient { line += ", transient" }
    if scene.node(for: object)?.isAsleep == true { line += ", asleep" }
    return line
  }
}
