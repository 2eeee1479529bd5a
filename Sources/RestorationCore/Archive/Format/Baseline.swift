/// The state of all scenes as of one save, and what a file holds besides.
package struct Baseline: Sendable {
  /// The number of the file, above that of every file before it.
  package var generation: UInt64

  /// The number of the save.
  package var sequence: UInt64

  /// The file's salt.
  package var salt: UInt64 = 0

  /// The scenes, sorted by the UTF-8 bytes of their names.
  package var scenes: [SavedScene] = []

  /// Items of unknown kinds that no scene owns.
  package var carried: [ArchiveItem] = []

  /// Entries of the head that are unknown.
  package var unknown: [UInt8] = []

  /// What was lost of no scene in particular.
  package var damage: [ArchiveDamage] = []

  /// The names of scenes of which nothing could be read.
  package var lostScenes: [String] = []

  /// Makes a baseline with nothing in it.
  package init(generation: UInt64 = 0, sequence: UInt64 = 0) {
    self.generation = generation
    self.sequence = sequence
  }
}
