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

// MARK: - Comparing

extension Baseline {
  /// Whether two baselines were read from the same file, or copies of it.
  package func isSameFile(as other: Baseline) -> Bool {
    generation == other.generation && sequence == other.sequence && salt == other.salt
  }
}

// MARK: - Finding and changing scenes

extension Baseline {
  /// The scene of a name.
  package func scene(named name: String) -> SavedScene? {
    scenes.first { $0.archive.header.scene.hasSameBytes(as: name) }
  }

  /// Applies the changes of one scene.
  ///
  /// - Complexity: O(*n* + *m*) for *n* scenes and *m* changed records.
  package mutating func apply(_ changes: SceneChanges) {
    let name = changes.header.scene
    let index = scenes.firstIndex { $0.archive.header.scene.hasSameBytes(as: name) }
    var scene =
      index.map { scenes[$0] } ?? SavedScene(archive: StateArchive(header: changes.header))
    scene.archive.apply(changes)
    scene.damage = []
    if changes.replacesEverything { scene.carried = [] }
    scene.carried.removeAll { item in
      guard item.diesWithOwner, let node = item.node else { return false }
      return scene.archive.records[NodeNumber(node)] == nil
    }
    forgetLoss(of: name)
    if let index {
      scenes[index] = scene
    } else {
      let place = scenes.firstIndex {
        name.utf8.lexicographicallyPrecedes($0.archive.header.scene.utf8)
      }
      scenes.insert(scene, at: place ?? scenes.endIndex)
    }
  }

  /// Removes a scene, with all that it owns.
  ///
  /// - Complexity: O(*n*) in the number of scenes.
  package mutating func remove(scene name: String) {
    scenes.removeAll { $0.archive.header.scene.hasSameBytes(as: name) }
    forgetLoss(of: name)
  }

  private mutating func forgetLoss(of name: String) {
    lostScenes.removeAll { $0.hasSameBytes(as: name) }
  }
}
