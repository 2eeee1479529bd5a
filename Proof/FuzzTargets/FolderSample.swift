import Foundation
import RestorationCore
import RestorationStore

/// Folders as stores leave them.
enum FolderSample {
  static func inputs() throws -> [FolderInput] {
    var inputs = [FolderInput(try fullDisk())]
    for saves in [1, 2, 5] {
      for compacts in [false, true] {
        for extent in ChecksumRepair.Extent.allCases {
          var input = FolderInput(try disk(saves: saves, compacts: compacts))
          input.repair = extent
          inputs.append(input)
        }
      }
    }
    return inputs
  }

  /// A folder after several saves by one store, which have filled segments, and with a held node.
  private static func fullDisk() throws -> MemoryDisk {
    let disk = MemoryDisk()
    try disk.makeFolder(FolderInput.path)
    let store = store(on: disk)
    let archive = SampleArchive.named("main")
    var changes = SceneChanges(replacingWith: archive)
    for save in 0..<9 {
      try store.commit([changes])
      changes = SceneChanges(header: archive.header, root: archive.root, nextNumber: 5)
      changes.header.date += Double(save)
      changes.updated = Array(archive.records.values)
    }
    if let node = SampleArchive.heldNode {
      let bytes = node.encoded()
      try disk.put(bytes, as: "held-0000000000000001-0000000000000007.cbors")
    }
    // A segment gets its index in the background.
    for _ in 0..<2_000 where !disk.files.values.contains(where: \.hasIndex) { usleep(1_000) }
    store.close()
    return disk
  }

  private static func store(on disk: MemoryDisk) -> FileStateStore {
    var options = FileStateStore.Options()
    options.segmentBytes = 900
    return FileStateStore(
      directory: URL(filePath: FolderInput.path, directoryHint: .isDirectory),
      options: options,
      fileSystem: disk
    )
  }

  /// A folder after some saves, by several stores, with small segments.
  private static func disk(saves: Int, compacts: Bool) throws -> MemoryDisk {
    let disk = MemoryDisk()
    try disk.makeFolder(FolderInput.path)
    for save in 0..<saves {
      let store = store(on: disk)
      var archive = SampleArchive.named(save % 2 == 0 ? "main" : "b")
      archive.records[NodeNumber(4)]?.state = [0xA1, 0x61, 0x76, UInt8(save)]
      var changes = SceneChanges(replacingWith: archive)
      changes.setsAside = save == 3 ? "vetoed" : nil
      try store.commit([changes])
      if compacts, save == 1 { try store.compact() }
      if save == 2 { try store.keep(as: "mine") }
      store.close()
    }
    return disk
  }
}

extension MemoryDisk {
  /// Puts a file into the folder.
  fileprivate func put(_ bytes: [UInt8], as name: String) throws {
    let file = try open(FolderInput.path + "/" + name, for: .creating)
    _ = try bytes.withUnsafeBytes { try write(file, $0, at: 0) }
    try close(file)
  }
}

extension [UInt8] {
  /// Whether the item of an index stands in a file.
  fileprivate var hasIndex: Bool {
    let start: [UInt8] = [0xDA, 0x52, 0x53, 0x54, 0x52, 0x86, 4]
    return indices.contains { self[$0] == start[0] && self[$0...].starts(with: start) }
  }
}
