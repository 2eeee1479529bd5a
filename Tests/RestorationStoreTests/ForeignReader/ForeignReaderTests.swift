import Foundation
import RestorationStore
import Testing

@testable import RestorationCore

/// The reader in another language, as a Python and a script, if the checks named one.
private let foreignReader = ProcessInfo.processInfo.environment["RESTORATION_FOREIGN_READER"]

@Suite("A reader in another language", .enabled(if: foreignReader != nil))
struct ForeignReaderTests {
  @Test("It agrees with ours about every file that the store writes.", arguments: 0..<6)
  func files(seed: UInt64) throws {
    try withTemporaryFolder { folder in
      try RandomSaves.run(in: folder, seed: seed)
      #expect(folder.names.contains { $0.hasPrefix("held-") })
      try compareFiles(in: folder, "seed \(seed)")
    }
  }

  @Test("It agrees with ours about what version 1 wrote, and about what was saved to it since.")
  func firstVersion() throws {
    try withTemporaryFolder { folder in
      try FirstVersionTests.write(to: folder)
      let store = FileStateStore(directory: folder)
      for version in 0..<3 {
        if version > 0 { try store.commit([StateArchive.sample(version: version).replacing()]) }
        store.close()
        try compareFiles(in: folder, "version \(version)")
        let reader = FileStateStore(directory: folder, access: .readOnly)
        #expect(try foreignLines(of: [folder]) == [ForeignLines.state(of: reader)])
      }
    }
  }

  /// Compares what is said of each file in a folder and below it.
  private func compareFiles(in folder: URL, _ comment: String) throws {
    let files = folder.files.filter { $0.pathExtension == "cbors" }
    #expect(files.count > 1)
    let foreign = try foreignLines(of: files)
    let ours = try files.map { url in
      let bytes = try Array(Data(contentsOf: url))
      return url.lastPathComponent.hasPrefix("journal-")
        ? try ForeignLines.segment(bytes) : try ForeignLines.baseline(bytes)
    }
    for (index, file) in files.enumerated() where index < foreign.count {
      #expect(foreign[index] == ours[index], "\(file.lastPathComponent), \(comment)")
    }
    #expect(foreign.count == ours.count)
  }

  @Test("It agrees with ours about what a folder and its snapshots amount to.", arguments: 0..<6)
  func folders(seed: UInt64) throws {
    try withTemporaryFolder { folder in
      try RandomSaves.run(in: folder, seed: seed)
      let store = FileStateStore(directory: folder, access: .readOnly)
      #expect(try foreignLines(of: [folder]) == [ForeignLines.state(of: store)])

      let snapshots = try store.generations().filter { $0.name != nil || $0.reason != nil }
      let folders = folder.names.filter { $0.hasPrefix("snapshot-") }.map {
        folder.appending(path: $0)
      }
      #expect(
        Set(try foreignLines(of: folders))
          == Set(
            try snapshots.map {
              try ForeignLines.state(of: $0, in: store)
            }
          ),
        "seed \(seed)"
      )
    }
  }

  @Test(
    "It agrees with ours about folders with files cut short and bytes changed.",
    arguments: 0..<12
  )
  func damagedFolders(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    try withTemporaryFolder { place in
      let sound = place.appending(path: "sound")
      try RandomSaves.run(in: sound, seed: seed)
      var folders: [URL] = []
      for number in 0..<20 {
        let folder = place.appending(path: "damaged\(number)")
        try FileManager.default.copyItem(at: sound, to: folder)
        try folder.damageAFile(using: &generator)
        folders.append(folder)
      }
      let foreign = try foreignLines(of: folders)
      for (folder, lines) in zip(folders, foreign) {
        let store = FileStateStore(directory: folder, access: .readOnly)
        let ours = try ForeignLines.state(of: store)
        let difference = ForeignLines.difference(lines, ours)
        #expect(difference == nil, "seed \(seed), \(folder.lastPathComponent)")
      }
      #expect(foreign.count == folders.count)
    }
  }

  @Test("It mends as ours does where a bit of what a scene is was flipped.", arguments: 0..<4)
  func flippedBits(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    try withTemporaryFolder { place in
      let sound = place.appending(path: "sound")
      try RandomSaves.run(in: sound, seed: seed)
      let store = FileStateStore(directory: sound)
      try store.compact()
      try store.commit([StateArchive.sample("saved since").replacing()])
      store.close()
      let ours = try ForeignLines.state(of: store)
      store.close()
      var folders: [URL] = []
      for file in [try #require(sound.baselines.last)] + sound.journals.suffix(2) {
        for range in try file.scenes {
          let folder = place.appending(path: "\(file.lastPathComponent) \(range)")
          try FileManager.default.copyItem(at: sound, to: folder)
          let copy = folder.appending(path: file.lastPathComponent)
          try copy.flipABit(in: range, using: &generator)
          let reader = FileStateStore(directory: folder, access: .readOnly)
          #expect(try ForeignLines.state(of: reader) == ours, "seed \(seed), \(folder)")
          folders.append(folder)
        }
      }
      #expect(folders.contains { $0.lastPathComponent.hasPrefix("state-") })
      #expect(folders.contains { $0.lastPathComponent.hasPrefix("journal-") })
      for (folder, lines) in zip(folders, try foreignLines(of: folders)) {
        let difference = ForeignLines.difference(lines, ours)
        #expect(difference == nil, "seed \(seed), \(folder.lastPathComponent)")
      }
    }
  }

  /// What the reader prints of some files or folders, apart for each of them.
  private func foreignLines(of places: [URL]) throws -> [[StateValue]] {
    guard !places.isEmpty else { return [] }
    let command = try #require(foreignReader).split(separator: " ").map(String.init)
    let process = Process()
    process.executableURL = URL(filePath: command[0])
    process.arguments = command.dropFirst() + places.map { $0.path(percentEncoded: false) }
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    var result: [[StateValue]] = []
    for line in String(decoding: text, as: UTF8.self).split(separator: "\n") {
      let value = StateValue(json: try JSONSerialization.jsonObject(with: Data(line.utf8)))
      if ForeignLines.begins(with: value) { result.append([]) }
      result[result.count - 1].append(value)
    }
    return result
  }
}

extension URL {
  /// The files in the folder and in those below it, sorted by name.
  fileprivate var files: [URL] {
    names.map { appending(path: $0) }.flatMap {
      $0.hasDirectoryPath || !$0.names.isEmpty ? $0.files : [$0]
    }
  }

  /// Cuts a file short, or changes some bytes in it.
  fileprivate func damageAFile(using generator: inout SeededGenerator) throws {
    let candidates = names.filter { $0.hasSuffix(".cbors") && !$0.hasPrefix("held-") }
    let name = candidates[Int.random(in: 0..<candidates.count, using: &generator)]
    var bytes = try Data(contentsOf: appending(path: name))
    if Bool.random(using: &generator) {
      bytes = bytes.prefix(Int.random(in: 0..<bytes.count, using: &generator))
    } else {
      for _ in 0...Int.random(in: 0...2, using: &generator) {
        let offset = Int.random(in: 0..<bytes.count, using: &generator)
        bytes[offset] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      }
    }
    // The copy may share its file with the original by a second name.
    try FileManager.default.removeItem(at: appending(path: name))
    try bytes.write(to: appending(path: name))
  }

  /// Where the items of scenes lie in the file.
  fileprivate var scenes: [Range<Int>] {
    get throws {
      let bytes = [UInt8](try Data(contentsOf: self))
      let head = try SegmentHead(startOf: bytes[...])
      let salt = try head?.salt ?? ArchiveFooter(endOf: bytes[...]).salt
      var items = ArchiveItemReader(bytes[...], salt: salt, limits: RestorationLimits())
      var ranges: [Range<Int>] = []
      var offset = 0
      while let item = items.nextItem(from: offset) {
        if item.item.kind == ArchiveFormat.Kind.scene { ranges.append(item.range) }
        offset = item.range.upperBound
      }
      return ranges
    }
  }

  /// Flips one bit of the file.
  fileprivate func flipABit(
    in range: Range<Int>,
    using generator: inout SeededGenerator
  ) throws {
    var bytes = try Data(contentsOf: self)
    let offset = Int.random(in: range, using: &generator)
    bytes[offset] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
    try FileManager.default.removeItem(at: self)
    try bytes.write(to: self)
  }
}
