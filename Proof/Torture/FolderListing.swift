import Foundation

/// What the names of the files in a store's folder tell.
struct FolderListing {
  /// The highest generation that has a baseline, or 0.
  private(set) var newestBaseline: UInt64 = 0

  /// The baselines that were begun and are not there yet, with the time of the last write.
  private(set) var unfinished: [String: Date] = [:]

  /// Looks at a folder, which need not be there.
  init(_ folder: URL) throws {
    guard FileManager.default.fileExists(atPath: folder.path) else { return }
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      if name.hasSuffix(".unfinished") {
        let file = folder.appending(path: name).path
        let attributes = try FileManager.default.attributesOfItem(atPath: file)
        unfinished[name] = attributes[.modificationDate] as? Date
      }
      guard name.hasPrefix("state-"), name.hasSuffix(".cbors") else { continue }
      let generation = UInt64(name.dropFirst(6).prefix(16), radix: 16) ?? 0
      newestBaseline = max(newestBaseline, generation)
    }
  }
}
