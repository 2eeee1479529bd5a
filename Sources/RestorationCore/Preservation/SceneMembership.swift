/// What the nodes of one scene share: the way to it, which does not keep it alive.
///
/// A weak reference in each node would cost each of them more, and each comparison much more.
@MainActor
final class SceneMembership {
  weak var scene: LiveScene?
}
