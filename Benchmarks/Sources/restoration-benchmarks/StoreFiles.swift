import Foundation

/// The files of a store's folder, as they are at a moment.
struct StoreFiles {
  /// The bytes of each file of items, by its name.
  let bytesByName: [String: [UInt8]]

  init(in folder: String) throws {
    let manager = FileManager.default
    var files: [String: [UInt8]] = [:]
    for name in try manager.contentsOfDirectory(atPath: folder) where name.hasSuffix(".cbors") {
      // It may be gone again by now.
      guard let data = manager.contents(atPath: "\(folder)/\(name)") else { continue }
      files[name] = Array(data)
    }
    bytesByName = files
  }

  /// The items that are in no file of an earlier moment.
  func items(since earlier: StoreFiles) throws -> [CBORSequence.Item] {
    var items: [CBORSequence.Item] = []
    for (name, bytes) in bytesByName {
      let end = try CBORSequence(earlier.bytesByName[name] ?? []).end
      items += try CBORSequence(bytes).items.filter { $0.range.lowerBound >= end }
    }
    return items
  }
}
