import Foundation
import RestorationCore

/// A store over one file, for an app with one scene that keeps no earlier generations.
struct OneFileStore: StateStore {
  /// Where the archive lies.
  let file: URL

  func scenes() throws(StateStoreError) -> [ArchiveHeader] {
    try loaded().map { [$0.archive.header] } ?? []
  }

  func load(scene: String) throws(StateStoreError) -> LoadedArchive? {
    let loaded = try loaded()
    return loaded?.archive.header.scene == scene ? loaded : nil
  }

  func commit(_ changes: [SceneChanges]) throws(StateStoreError) {
    for change in changes {
      let known = change.replacesEverything ? nil : try load(scene: change.header.scene)
      var archive = known?.archive ?? StateArchive(header: change.header)
      archive.apply(change)
      let bytes = Data(archive.encoded())
      try access { try bytes.write(to: file, options: .atomic) }
    }
  }

  func discard(scene: String) throws(StateStoreError) {
    if try load(scene: scene) != nil { try erase() }
  }

  func erase() throws(StateStoreError) {
    guard exists else { return }
    try access { try FileManager.default.removeItem(at: file) }
  }

  private var exists: Bool { FileManager.default.fileExists(atPath: file.path) }

  private func loaded() throws(StateStoreError) -> LoadedArchive? {
    guard exists else { return nil }
    let bytes = try access { try Data(contentsOf: file) }
    return try LoadedArchive(decoding: [UInt8](bytes))
  }

  private func access<Result>(_ body: () throws -> Result) throws(StateStoreError) -> Result {
    do {
      return try body()
    } catch {
      throw StateStoreError(
        .inputOutput,
        "The file cannot be used, see that it can be read and written: \(error)",
        location: file.path
      )
    }
  }
}
