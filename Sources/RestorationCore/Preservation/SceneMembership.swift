/// What the nodes and coders of one scene share: the way to it, which does not keep it alive.
///
/// A weak reference in each node would cost each of them more, and each comparison much more.
@MainActor
final class SceneMembership {
  private var reference: WeakReference<LiveScene>?

  /// The scene, unless it is gone.
  var scene: LiveScene? { reference?.object }

  /// Leads to a scene from now on.
  func lead(to scene: LiveScene) {
    reference = WeakReference(scene)
  }
}

extension SceneMembership: ReferenceLinks {
  func number(of object: any Restorable) -> NodeNumber? {
    scene?.node(for: object)?.number
  }

  func object(for number: NodeNumber) -> (any Restorable)? {
    guard let scene, let node = scene.node(number) else { return nil }
    scene.wake(node)
    return node.object
  }
}
