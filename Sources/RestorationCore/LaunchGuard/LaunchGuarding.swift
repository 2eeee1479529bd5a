/// What remembers, across the death of the process, what a launch was about.
///
/// A ``StateStore`` that can has one: ``StateStore/launchGuard``. The session asks it before it
/// restores a scene, and decides by itself whom to blame.
///
/// The law that a guard obeys: what ``LaunchWatch/note`` was set to last is in the next launch's
/// record, whatever ended the process. Where that cannot be known, as after damage, there is no
/// record, and nobody is blamed.
public protocol LaunchGuarding: Sendable {
  /// Tells what is remembered of the launches that restored a scene.
  ///
  /// - Parameters:
  ///   - scene: The name of the scene.
  ///   - build: What tells this build of the app from others.
  /// - Returns: The record, or `nil` if nothing is remembered.
  func record(of scene: String, build: String) -> LaunchRecord?

  /// Begins to watch a launch, with the record's note and counts.
  ///
  /// - Returns: `nil` if that cannot be; the launch goes on unwatched then.
  func watch(scene: String, build: String, _ record: LaunchRecord) -> (any LaunchWatch)?

  /// Lists what is held back in all scenes, the oldest first.
  ///
  /// - Throws: ``StateStoreError`` if that cannot be read.
  func heldBack() throws(StateStoreError) -> [HeldBackNode]

  /// Sets aside a node with all that is below it, once for each ``HeldBackNode/id``, so that it
  /// survives whatever is saved.
  ///
  /// - Throws: ``StateStoreError`` if it cannot be written.
  func holdBack(_ node: HeldBackNode) throws(StateStoreError)

  /// Forgets what was set aside.
  ///
  /// - Throws: ``StateStoreError`` if it could not be removed.
  func letGo(of node: HeldBackNode) throws(StateStoreError)
}

/// The watch over one launch of one scene.
///
/// It is let go of when the scene is closed; then its note is closed too.
public protocol LaunchWatch: AnyObject, Sendable {
  /// What the launch is about now. Setting it is a store to memory, where that can be.
  var note: LaunchNote { get set }

  /// Changes the counts, and the note as the record says.
  func update(_ record: LaunchRecord)
}
