import Foundation
import RestorationCore
import RestorationStore

extension FuzzTarget {
  /// The reader of whole folders of a store, which has to open whatever stands there, and to save.
  static let folders = FuzzTarget(
    name: "folders",
    seeds: { try FolderSample.inputs().map(\.bytes) },
    check: { bytes in try FolderCheck(FolderInput(bytes).disk).run() }
  )
}

/// Opens a folder as a reader and as a writer, saves, and opens it again.
private struct FolderCheck {
  private let disk: MemoryDisk

  init(_ disk: MemoryDisk) {
    self.disk = disk
  }

  func run() throws {
    let seen = try lookAround()
    let saved = SampleArchive.named("main")
    try withStore { store in
      try save(saved, to: store)
      try require(store.launchGuard?.heldBack() != nil, "Nothing can be held back.")
    }
    try withStore { store in
      guard let loaded = try store.load(scene: "main") else {
        throw Finding("What was saved is not there.")
      }
      try require(loaded.archive == saved, "What was saved is not what is there.")
      try compare(seen, with: store)
      try store.commit([SceneChanges(removing: NodeNumber(3), from: saved)])
    }
    try withStore { store in
      let archive = try store.load(scene: "main")?.archive
      try require(archive?.records.count == 3, "A change that was saved is not there.")
      try require(archive?.records[NodeNumber(1)]?.children.count == 1, "A record is an old one.")
      try require(archive?.nextNumber == 9, "A number that was saved is not there.")
    }
  }

  /// Reads everything there is as somebody who must not change it.
  private func lookAround() throws -> [LoadedArchive] {
    let before = disk.files
    let store = FileStateStore(
      directory: URL(filePath: FolderInput.path, directoryHint: .isDirectory),
      access: .readOnly,
      fileSystem: disk
    )
    var found: [LoadedArchive] = []
    do {
      for header in try store.scenes() {
        guard let loaded = try store.load(scene: header.scene) else { continue }
        found.append(loaded)
        try require(
          loaded.damage.allSatisfy { !$0.message.contains("\n") },
          "A note of damage has several lines."
        )
      }
      for generation in try store.generations() {
        for header in generation.scenes {
          try visit(header.scene, of: generation, in: store)
        }
      }
    } catch let error as StateStoreError {
      try require(!error.message.contains("\n"), "An error has several lines.")
    }
    try require(disk.files == before, "A store that only reads changed a file.")
    return found
  }

  private func visit(
    _ scene: String,
    of generation: StateGeneration,
    in store: FileStateStore
  ) throws(Finding) {
    do throws(StateStoreError) {
      _ = try store.load(scene: scene, from: generation)
    } catch {
      try require(!error.message.contains("\n"), "An error has several lines.")
    }
  }

  private func withStore(_ body: (FileStateStore) throws -> Void) throws {
    let store = FileStateStore(
      directory: URL(filePath: FolderInput.path, directoryHint: .isDirectory),
      fileSystem: disk
    )
    defer { store.close() }
    try body(store)
  }

  private func save(
    _ archive: StateArchive,
    to store: FileStateStore
  ) throws(StateStoreError) {
    var changes = SceneChanges(replacingWith: archive)
    do {
      _ = try store.load(scene: archive.header.scene)
    } catch {
      // As a session does: what cannot be read is kept when it is replaced.
      changes.setsAside = error.code == .fromNewerVersion ? "fromNewerVersion" : "damaged"
    }
    try store.commit([changes])
  }

  /// Other scenes are as they were, as far as they were whole.
  private func compare(_ seen: [LoadedArchive], with store: FileStateStore) throws {
    for scene in seen where scene.damage.isEmpty && scene.archive.header.scene != "main" {
      let name = scene.archive.header.scene
      let loaded = try store.load(scene: name)
      try require(
        loaded?.archive == scene.archive,
        "The scene '\(name)' changed by another's save."
      )
    }
  }
}

extension SceneChanges {
  /// The changes by which a child of the root goes, with the slot that it was alone in.
  fileprivate init(removing number: NodeNumber, from archive: StateArchive) {
    self.init(header: archive.header, root: archive.root, removed: [number], nextNumber: 9)
    guard let root = archive.root, var record = archive.records[root] else { return }
    record.children.removeAll { $0.children == [number] }
    updated = [record]
  }
}
