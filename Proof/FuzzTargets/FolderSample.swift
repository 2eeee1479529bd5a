import Foundation
import RestorationCore
import RestorationStore

/// Folders as stores leave them.
enum FolderSample {
  static func inputs() throws -> [FolderInput] {
    var inputs: [FolderInput] = []
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

  /// A folder after some saves, by several stores, with small segments.
  private static func disk(saves: Int, compacts: Bool) throws -> MemoryDisk {
    let disk = MemoryDisk()
    try disk.makeFolder(FolderInput.path)
    var options = FileStateStore.Options()
    options.segmentBytes = 900
    for save in 0..<saves {
      let store = FileStateStore(
        directory: URL(filePath: FolderInput.path, directoryHint: .isDirectory),
        options: options,
        fileSystem: disk
      )
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
