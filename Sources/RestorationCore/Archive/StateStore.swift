/// Where archives live.
///
/// A store knows no tree: it takes batches of changed records and gives back archives. Making a
/// store touches nothing; using it does. Calls may come from any thread, one after the other.
///
/// The law that a store obeys: after ``commit(_:)`` returned, ``load(scene:)`` gives, in this
/// process and after any death of it, the archive to which the batch was applied; if it threw, the
/// archive before it. Two scenes in one batch are saved both or not at all.
public protocol StateStore: Sendable {
  /// Lists the scenes that are saved, sorted by name, with their headers.
  ///
  /// - Throws: ``StateStoreError`` if the store cannot be read.
  func scenes() throws(StateStoreError) -> [ArchiveHeader]

  /// Reads the archive of a scene.
  ///
  /// - Returns: The archive and what was lost of it, or `nil` if the scene was never saved.
  /// - Throws: ``StateStoreError`` if it cannot be read.
  func load(scene: String) throws(StateStoreError) -> LoadedArchive?

  /// Saves changes of one or several scenes, all of them or none.
  ///
  /// - Throws: ``StateStoreError`` if it cannot be written; nothing has changed then.
  func commit(_ changes: [SceneChanges]) throws(StateStoreError)

  /// Forgets a scene, such as that of a window that was closed.
  ///
  /// - Throws: ``StateStoreError`` if that cannot be written.
  func discard(scene: String) throws(StateStoreError)

  /// Forgets everything, with all generations and all that was set aside.
  ///
  /// - Throws: ``StateStoreError`` if something could not be removed.
  func erase() throws(StateStoreError)

  /// Saves changes of one or several scenes, all of them or none, without keeping the caller waiting
  /// for the disk, and answers once they are saved or are not.
  ///
  /// Batches are saved in the order in which they were handed over, those of ``commit(_:)``
  /// included. The answer may come within the call, and from any thread.
  func commit(
    _ changes: [SceneChanges],
    completion: @escaping @Sendable (Result<Void, StateStoreError>) -> Void
  )

  /// Waits until all that was committed would survive a power loss.
  ///
  /// - Throws: ``StateStoreError`` if that cannot be had.
  func flush() throws(StateStoreError)

  /// What remembers how launches ended, so that an app that dies of what it restores does not die of
  /// it for ever; `nil`, the default, if nothing does.
  var launchGuard: (any LaunchGuarding)? { get }

  /// Lists the states that can be gone back to, the newest first.
  ///
  /// - Throws: ``StateStoreError`` if the store cannot be read.
  func generations() throws(StateStoreError) -> [StateGeneration]

  /// Reads the archive that a scene had in a generation.
  ///
  /// - Returns: The archive, or `nil` if the generation is gone or does not know the scene.
  /// - Throws: ``StateStoreError`` if it cannot be read.
  func load(
    scene: String,
    from generation: StateGeneration
  ) throws(StateStoreError) -> LoadedArchive?
}

extension StateStore {
  /// Saves within the call, for a store that has no need of a queue.
  public func commit(
    _ changes: [SceneChanges],
    completion: @escaping @Sendable (Result<Void, StateStoreError>) -> Void
  ) {
    let result = Result { () throws(StateStoreError) in try commit(changes) }
    completion(result)
  }

  /// Nothing remembers how launches ended.
  public var launchGuard: (any LaunchGuarding)? { nil }

  /// Does nothing, for a store whose commits last as they are.
  public func flush() throws(StateStoreError) {}

  /// Lists nothing, for a store that keeps the last state alone.
  public func generations() throws(StateStoreError) -> [StateGeneration] { [] }

  /// Finds nothing, for a store that keeps the last state alone.
  public func load(
    scene: String,
    from generation: StateGeneration
  ) throws(StateStoreError) -> LoadedArchive? { nil }
}

/// An archive as it was read, with what was lost on the way.
public struct LoadedArchive: Hashable, Sendable {
  /// The archive.
  public var archive: StateArchive

  /// One line for each thing that was damaged or missing, empty for a sound archive.
  public var damage: [ArchiveDamage]

  /// Makes the result of a read.
  public init(archive: StateArchive, damage: [ArchiveDamage] = []) {
    self.archive = archive
    self.damage = damage
  }
}

/// Something that was lost while an archive was read.
public struct ArchiveDamage: Hashable, Sendable, Codable {
  /// The node concerned, if it is known.
  public var node: NodeNumber?

  /// One line that says what happened, where, and what was done about it.
  public var message: String

  /// Makes a note of damage; what would break the message's line is escaped.
  public init(node: NodeNumber? = nil, message: String) {
    self.node = node
    self.message = message.onOneLine
  }
}
