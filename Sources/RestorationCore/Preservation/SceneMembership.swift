/// What the nodes and coders of one scene share: the way to it, which does not keep it alive.
typealias SceneMembership = SharedWeakReference<LiveScene>

extension SceneMembership {
  /// The scene, unless it is gone.
  var scene: LiveScene? { object }
}

extension SceneMembership: ReferenceLinks {
  func number(of object: any Restorable) -> NodeNumber? {
    scene?.node(for: object)?.number
  }

  func object(for number: NodeNumber) -> (any Restorable)? {
    guard let scene else { return nil }
    scene.noteAsked(number)
    guard let node = scene.node(number) else { return nil }
    scene.wake(node)
    return node.object
  }
}
