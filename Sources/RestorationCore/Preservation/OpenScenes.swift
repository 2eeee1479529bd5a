/// Which session saves which scene of which store, so that no two of them write over each other.
@MainActor
enum OpenScenes {
  private struct Place: Hashable {
    let store: ObjectIdentifier
    let scene: ExactString
  }

  private static var memberships: [Place: SceneMembership] = [:]

  /// Lets a scene be the one that is saved to its place in a store, and the one before no longer.
  ///
  /// A store that is no object cannot be told from another one like it.
  static func take(_ scene: LiveScene, of store: any StateStore) {
    guard type(of: store) is AnyObject.Type else { return }
    let place = Place(store: ObjectIdentifier(store as AnyObject), scene: ExactString(scene.name))
    if let former = memberships[place]?.scene, former !== scene { former.noteSuccessor(scene) }
    scene.noteSuccessor(nil)
    memberships = memberships.filter { $0.value.scene != nil }
    memberships[place] = scene.membership
  }
}
