import Foundation
import Testing

@testable import RestorationCore

@Suite("The worked examples of the format's documentation")
struct FormatExampleTests {
  /// The segment that the document shows: a first save of one node, and a second one that changes it.
  static func segment() -> [UInt8] {
    let head = SegmentHead(
      number: 1,
      salt: 0x0102_0304_0506_0708,
      predecessor: JournalPosition(),
      synced: 0
    )
    var writer = JournalWriter()
    writer.begin(head)
    let header = ArchiveHeader(scene: "main", date: Date(timeIntervalSinceReferenceDate: 0.5))
    let scene = SceneItem(header: header, root: NodeNumber(7), nextNumber: 8)
    writer.append(scene, as: 1)
    writer.appendReplacement(scene: 1)
    writer.append(record(1), scene: 1)
    let chain = writer.commit(sequence: 1, synced: 0, scenes: [])
    let first = writer.bytes
    writer.begin(salt: head.salt, after: chain)
    writer.append(record(2), scene: 1)
    let date = Date(timeIntervalSinceReferenceDate: 1.5)
    let update = JournalCommit.SceneUpdate(scene: 1, date: date)
    _ = writer.commit(sequence: 2, synced: 1, scenes: [update])
    return first + writer.bytes
  }

  private static func record(_ value: UInt8) -> NodeRecord {
    NodeRecord(
      number: NodeNumber(7),
      parent: nil,
      identifier: "root",
      state: [0xA1, 0x61, 0x78, value]
    )
  }

  @Test(
    "P284: the segment of two saves has the bytes that the document shows, and reads as it says."
  )
  func segmentExample() throws {
    let bytes = Self.segment()
    let text = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
    #expect(text == (try Self.example(after: "## An example of a segment")))
    let head = try #require(try SegmentHead(startOf: bytes[...]))
    var reader = JournalReader(bytes[...], head: head, limits: RestorationLimits())
    guard case .batch(let first) = try reader.next(), case .batch(let second) = try reader.next()
    else {
      Issue.record("There are no two batches.")
      return
    }
    #expect(first.items.count == 3 && second.items.count == 1)
    #expect(second.commit.synced == 1 && second.commit.scenes.map(\.seconds) == [1.5])
    #expect(reader.offset == bytes.count)
  }

  @Test("P284: the archive of one node has the bytes that the document shows.")
  func archiveExample() throws {
    let record = Self.record(1)
    let archive = StateArchive(
      header: ArchiveHeader(scene: "main", date: Date(timeIntervalSinceReferenceDate: 0.5)),
      root: NodeNumber(7),
      records: [NodeNumber(7): record],
      nextNumber: 8
    )
    let text = archive.encoded().map {
      ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true)
    }
    #expect(text.joined() == (try Self.example(after: "## An example of an archive")))
  }

  /// The digits of the listing that follows a heading of the document, without its comments.
  private static func example(after heading: String) throws -> String {
    let document = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Documentation/ArchiveFormat.md").standardized
    let text = try String(contentsOf: document, encoding: .utf8)
    let start = try #require(text.range(of: heading)).upperBound
    let listing = try #require(
      text[start...].split(separator: "```", maxSplits: 2).dropFirst().first
    )
    let lines = listing.split(separator: "\n").map { $0.prefix { $0 != ";" } }
    return lines.joined().filter { !$0.isWhitespace }
  }
}
