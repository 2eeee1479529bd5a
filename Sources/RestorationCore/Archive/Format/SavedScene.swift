/// What a file holds of one scene.
package struct SavedScene: Sendable {
  /// The archive.
  package var archive: StateArchive

  /// Items of unknown kinds that the scene or its nodes own.
  package var carried: [ArchiveItem] = []

  /// Entries of the scene's item that are unknown.
  package var unknown: [UInt8] = []

  /// Entries of the scene's header that are unknown.
  package var unknownHeader: [UInt8] = []

  /// What was lost of the scene.
  package var damage: [ArchiveDamage] = []

  /// Makes a scene of an archive.
  package init(archive: StateArchive) {
    self.archive = archive
  }
}
