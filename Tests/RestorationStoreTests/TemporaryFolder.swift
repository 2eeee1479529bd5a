import Foundation
import Testing

/// Runs a test with a folder of its own, which is gone afterwards, whatever happens.
func withTemporaryFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
  let url = try URL.makeTemporaryFolder()
  defer { url.removeFolder() }
  return try body(url)
}

/// Runs a test with a folder of its own, which is gone afterwards, whatever happens.
func runInTemporaryFolder<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
  let url = try URL.makeTemporaryFolder()
  defer { url.removeFolder() }
  return try await body(url)
}

extension URL {
  fileprivate static func makeTemporaryFolder() throws -> URL {
    let url = FileManager.default.temporaryDirectory
      .appending(path: "restoration-store-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    return url
  }

  fileprivate func removeFolder() {
    do {
      try FileManager.default.removeItem(at: self)
    } catch {
      print("The folder \(path) could not be removed: \(error)")
    }
  }
}

extension URL {
  /// The names in the folder, sorted, or none if there is no folder.
  var names: [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    } catch {
      return []
    }
  }

  /// The baselines in the folder, the newest last.
  var baselines: [URL] {
    names.filter { $0.hasPrefix("state-") }.map { appending(path: $0) }
  }

  /// The segments of the journal in the folder, the newest last.
  var journals: [URL] {
    names.filter { $0.hasPrefix("journal-") }.map { appending(path: $0) }
  }

  /// The snapshots in the folder, the newest last.
  var snapshots: [URL] {
    names.filter { $0.hasPrefix("snapshot-") }.map { appending(path: $0) }
  }

  /// The bytes of every file in the folder and below it by its path from there.
  var snapshot: [String: Data] {
    get throws {
      var result: [String: Data] = [:]
      for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
        var isFolder: ObjCBool = false
        let url = appending(path: name)
        _ = FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
        if !isFolder.boolValue { result[name] = try Data(contentsOf: url) }
      }
      return result
    }
  }

  /// The permission bits.
  var mode: Int {
    get throws {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? -1
    }
  }
}

extension URL {
  /// Flips bits of the byte at which a text stands for the last time in the file, in place, and answers
  /// the file's bytes.
  func damage(_ text: String, bits: UInt8) throws -> [UInt8] {
    var bytes = [UInt8](try Data(contentsOf: self))
    let hit = try #require(bytes.indices.last { bytes[$0...].starts(with: Array(text.utf8)) })
    bytes[hit] ^= bits
    // In place, since a store that has it open is to see it.
    let file = try FileHandle(forWritingTo: self)
    try file.write(contentsOf: bytes)
    try file.close()
    return bytes
  }
}
