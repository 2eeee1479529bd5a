import Foundation
import RestorationStore
import Testing

@testable import RestorationCore

/// The reader in another language, as a Python and a script, if the checks named one.
private let foreignReader = ProcessInfo.processInfo.environment["RESTORATION_FOREIGN_READER"]

@Suite("A reader in another language", .enabled(if: foreignReader != nil))
struct ForeignReaderTests {
  @Test("It agrees with ours about every file that the store writes.", arguments: 0..<20)
  func agrees(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    try withTemporaryFolder { folder in
      let store = FileStateStore(directory: folder)
      // Several generations, some of them kept, with several scenes each.
      for save in 0..<4 {
        let archives = ["main", "zweites Fenster", "e\u{301}", "é"].prefix(1 + save)
          .map { StateArchive.readable($0, using: &generator) }
        try store.commit(archives.map { $0.replacing(setsAside: save == 2 ? "vetoed" : nil) })
      }
      let files = folder.names.filter { $0.hasSuffix(".cbors") }
      #expect(files.count >= 3)
      for file in files {
        let url = folder.appending(path: file)
        let ours = try ArchiveLines(Array(Data(contentsOf: url))).lines
        #expect(try foreignLines(of: url) == ours, "\(file), seed \(seed)")
      }
    }
  }

  private func foreignLines(of url: URL) throws -> [StateValue] {
    let command = try #require(foreignReader).split(separator: " ").map(String.init)
    let process = Process()
    process.executableURL = URL(filePath: command[0])
    process.arguments = command.dropFirst() + [url.path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return try String(decoding: text, as: UTF8.self).split(separator: "\n").map { line in
      StateValue(json: try JSONSerialization.jsonObject(with: Data(line.utf8)))
    }
  }
}

/// What our reader finds in a file, in the words of `Scripts/read-archive.py`.
private struct ArchiveLines {
  let lines: [StateValue]

  init(_ bytes: [UInt8]) throws {
    let baseline = try BaselineReader.baseline(in: bytes, limits: RestorationLimits())
    #expect(baseline.damage.isEmpty && baseline.lostScenes.isEmpty)
    var lines: [StateValue] = [
      .object([
        "kind": .text("head"), "version": .unsigned(2),
        "generation": .unsigned(baseline.generation), "sequence": .unsigned(baseline.sequence),
        "scenes": .array(baseline.scenes.map { .text($0.archive.header.scene) }),
      ])
    ]
    for scene in baseline.scenes {
      lines.append(try Self.line(of: scene.archive))
      let records = scene.archive.records.values.sorted { $0.number < $1.number }
      lines += try records.map { try Self.line(of: $0, scene.archive.header.scene) }
    }
    self.lines = lines
  }

  private static func line(of archive: StateArchive) throws -> StateValue {
    let header = archive.header
    return .object([
      "kind": .text("scene"), "scene": .text(header.scene),
      "date": StateValue.double(header.date.timeIntervalSinceReferenceDate).readable,
      "appVersion": .text(header.appVersion), "schema": StateValue(header.schema),
      "system": .text(header.system), "layoutClass": header.layoutClass.map { .text($0) } ?? .null,
      "root": archive.root.map { .unsigned($0.rawValue) } ?? .null,
      "nextNumber": .unsigned(archive.nextNumber),
      "appState": try StateValue(decoding: archive.appState).readable,
    ])
  }

  private static func line(of record: NodeRecord, _ scene: String) throws -> StateValue {
    let children = record.children.map { slot in
      StateValue.object([
        "slot": .text(slot.slot.name),
        "children": .array(slot.children.map { .unsigned($0.rawValue) }),
      ])
    }
    return .object([
      "kind": .text("record"), "scene": .text(scene), "number": .unsigned(record.number.rawValue),
      "parent": record.parent.map { .unsigned($0.rawValue) } ?? .null,
      "slot": .text(record.slot.name), "identifier": .text(record.identifier),
      "className": record.className.map { .text($0) } ?? .null,
      "classVersion": StateValue(record.classVersion), "children": .array(children),
      "state": try StateValue(decoding: record.state).readable,
      "containerState": try StateValue(decoding: record.containerState).readable,
      "presentation": try StateValue(decoding: record.presentation).readable,
    ])
  }
}

// MARK: - Values

extension StateValue {
  fileprivate static func object(_ entries: [String: StateValue]) -> StateValue {
    .map(entries.map { Entry(key: .text($0.key), value: $0.value) })
  }

  /// What JSON can tell, as the script translates it.
  fileprivate var readable: StateValue {
    switch self {
    case .double(let double):
      let bits = String(double.bitPattern, radix: 16)
      let padded = String(repeating: "0", count: 16 - bits.count) + bits
      return .object(["double": .text(padded)])
    case .bytes(let bytes):
      let digits = bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
      return .object(["bytes": .text(digits.joined())])
    case .tagged(let tag, let value):
      return .object(["tag": .unsigned(tag), "value": value.readable])
    case .undefined: return .object(["simple": .unsigned(23)])
    case .simple(let number): return .object(["simple": StateValue(number)])
    case .array(let elements): return .array(elements.map(\.readable))
    case .map(let entries):
      let pairs = entries.map { StateValue.array([$0.key.readable, $0.value.readable]) }
      return .object(["map": .array(pairs)])
    default: return self
    }
  }

  /// Takes what `JSONSerialization` read.
  fileprivate init(json: Any) {
    switch json {
    case let object as [String: Any]: self = .object(object.mapValues { StateValue(json: $0) })
    case let array as [Any]: self = .array(array.map { StateValue(json: $0) })
    case let text as String: self = .text(text)
    case let truth as Bool where "\(type(of: json))".contains("Bool"): self = .boolean(truth)
    case let number as NSNumber: self = StateValue(number.int64Value)
    default: self = .null
    }
  }
}

extension StateArchive {
  /// A small archive of random shape whose bodies are all readable.
  fileprivate static func readable(
    _ scene: String,
    using generator: inout SeededGenerator
  ) -> StateArchive {
    var archive = StateArchive.random(scene, count: 12, using: &generator)
    for number in archive.records.keys.sorted() {
      archive.records[number]?.state = StateValue.randomMap(depth: 3, using: &generator).encoded()
      archive.records[number]?.containerState =
        StateValue.randomMap(depth: 1, using: &generator).encoded()
    }
    return archive
  }
}

extension StateValue {
  fileprivate static func randomMap(
    depth: Int,
    using generator: inout SeededGenerator
  ) -> StateValue {
    let entries = (0..<Int.random(in: 0...4, using: &generator)).map { index in
      Entry(key: .text("key\(index)"), value: random(depth: depth - 1, using: &generator))
    }
    return .map(entries)
  }

  private static func random(depth: Int, using generator: inout SeededGenerator) -> StateValue {
    switch Int.random(in: 0...(depth > 0 ? 9 : 6), using: &generator) {
    case 0: .null
    case 1: .boolean(Bool.random(using: &generator))
    case 2: .unsigned(generator.next() >> Int.random(in: 1...63, using: &generator))
    case 3: .negative(generator.next() >> Int.random(in: 1...63, using: &generator))
    case 4: .double(Double.random(in: -1e9...1e9, using: &generator))
    case 5: .text(["", "a", "e\u{301}", "水", "\u{0}\n"].randomElement(using: &generator) ?? "")
    case 6: .bytes([0, 255, UInt8.random(in: 0...255, using: &generator)])
    case 7: .array([random(depth: depth - 1, using: &generator), .null])
    case 8: .tagged(29_285, .unsigned(7))
    default: randomMap(depth: depth, using: &generator)
    }
  }
}
