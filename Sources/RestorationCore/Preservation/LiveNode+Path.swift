extension LiveNode {
  /// The node's path, worked out from its ancestors.
  ///
  /// - Complexity: O(*d*) in its depth, and O(*s*) in the number of siblings once for each list of
  ///   children.
  package var path: IdentifierPath {
    var components: [IdentifierPath.Component] = []
    var next: LiveNode? = self
    while let node = next {
      components.append(node.component)
      next = node.parent
    }
    return IdentifierPath(components: components.reversed()) ?? IdentifierPath(root: component)
  }

  private var component: IdentifierPath.Component {
    IdentifierPath.Component(
      identifier: identifier,
      slot: slot,
      ordinal: parent?.ordinal(of: self, in: slot) ?? 0
    )
  }

  /// Whether the other node is this one or stands above it.
  func isWithin(_ other: LiveNode) -> Bool {
    var next: LiveNode? = self
    while let node = next {
      if node === other { return true }
      next = node.parent
    }
    return false
  }
}
