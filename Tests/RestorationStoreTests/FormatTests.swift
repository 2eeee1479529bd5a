import Foundation
import Testing

@testable import RestorationCore
@testable import RestorationStore

@Suite("The format of archives")
struct FormatTests {
  @Test("CRC-32C gives the values of RFC 3720, appendix B.4.")
  func checksum() {
    func crc(_ bytes: [UInt8]) -> UInt32 {
      var checksum = CRC32C()
      bytes.withUnsafeBytes { checksum.update($0) }
      return checksum.value
    }
    #expect(crc([UInt8](repeating: 0, count: 32)) == 0x8A91_36AA)
    #expect(crc([UInt8](repeating: 0xFF, count: 32)) == 0x62A8_AB43)
    #expect(crc(Array(0..<32)) == 0x46DD_794E)
    #expect(crc((0..<32).reversed()) == 0x113F_DB5C)
    #expect(crc(Array("123456789".utf8)) == 0xE306_9283)
    #expect(crc([]) == 0)
    #expect(CRC32C(salt: 0x3132_3334_3536_3738).value == crc(Array("12345678".utf8)))
  }

  @Test("A checksum does not depend on how its bytes are divided.")
  func dividedChecksum() {
    let bytes = [UInt8]((0..<100).map { UInt8($0) &* 37 })
    var whole = CRC32C()
    bytes.withUnsafeBytes { whole.update($0) }
    for split in bytes.indices {
      var parts = CRC32C()
      bytes[..<split].withUnsafeBytes { parts.update($0) }
      bytes[split...].withUnsafeBytes { parts.update($0) }
      #expect(parts == whole)
    }
  }

  @Test("Equal archives give equal bytes, whatever order their records came in.")
  func deterministic() throws {
    var generator = SeededGenerator(seed: 13)
    for count in 0..<40 {
      let archive = StateArchive.random("main", count: count, using: &generator)
      var copy = StateArchive(header: archive.header)
      copy.apply(archive.replacing())
      #expect(copy.encoded() == archive.encoded())
      let loaded = try LoadedArchive(decoding: archive.encoded())
      #expect(loaded == LoadedArchive(archive: archive))
      #expect(loaded.archive.encoded() == archive.encoded())
    }
  }

  @Test("P284: the archive of one node has these bytes.")
  func golden() throws {
    let record = NodeRecord(
      number: NodeNumber(7),
      parent: nil,
      identifier: "root",
      state: [0xA1, 0x61, 0x78, 0x01]
    )
    let archive = StateArchive(
      header: ArchiveHeader(scene: "main", date: Date(timeIntervalSinceReferenceDate: 0.5)),
      root: NodeNumber(7),
      records: [NodeNumber(7): record],
      nextNumber: 8
    )
    let text = archive.encoded().map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    #expect(text == Self.goldenText)
  }

  @Test("Every item is CBOR that begins with the mark, and the footer has its fixed length.")
  func items() throws {
    let bytes = StateArchive.sample().encoded()
    var reader = CBORReader(bytes)
    var lengths: [Int] = []
    while !reader.isAtEnd {
      #expect(bytes[reader.position...].starts(with: ArchiveFormat.mark))
      lengths.append(try reader.skipItem().count)
    }
    #expect(lengths.count == 7)
    #expect(lengths.last == ArchiveFormat.footerLength)
  }

  @Test("Entries and items of a newer version are carried through saves, as long as their owner.")
  func carriedAlong() throws {
    try withTemporaryFolder { folder in
      let store = FileStateStore(directory: folder)
      var archive = StateArchive.sample()
      archive.records[NodeNumber(2)]?.unknown = [0x18, 0x63, 0x01, 0x61, 0x78, 0xA0]
      var baseline = Baseline(generation: 1, sequence: 1)
      var scene = SavedScene(archive: archive)
      scene.unknown = [0x18, 0x64, 0x02]
      scene.unknownHeader = [0x18, 0x65, 0x03]
      scene.carried = [
        ArchiveItem(kind: 90, flags: 0, node: 2, body: [0xA0]),
        ArchiveItem(kind: 91, flags: 2, node: 4, body: [0x81, 0x01]),
        ArchiveItem(kind: 92, flags: 2, node: nil, body: [0x01]),
      ]
      baseline.scenes = [SavedScene(archive: .sample("a")), scene]
      baseline.carried = [ArchiveItem(kind: 93, flags: 6, node: nil, body: [0xF6])]
      baseline.unknown = [0x18, 0x66, 0x04]
      try Data(BaselineWriter.uncheckedBytes(of: baseline))
        .write(to: folder.appending(path: "state-0000000000000001.cbors"))

      try store.discard(scene: "a")
      var changes = SceneChanges(header: archive.header, root: NodeNumber(1), nextNumber: 5)
      changes.removed = [NodeNumber(4)]
      try store.commit([changes])
      archive.apply(changes)
      store.close()

      try store.compact()
      let bytes = [UInt8](try Data(contentsOf: try #require(folder.baselines.last)))
      let saved = try BaselineReader.baseline(in: bytes, limits: RestorationLimits())
      #expect(saved.unknown == baseline.unknown)
      #expect(saved.carried.map(\.kind) == [93])
      #expect(saved.carried.first?.flags == 6)
      let main = try #require(saved.scenes.first { $0.archive.header.scene == "main" })
      #expect(main.archive == archive)
      #expect(main.unknown == scene.unknown)
      #expect(main.unknownHeader == scene.unknownHeader)
      #expect(main.carried.map(\.kind) == [90, 92])
      #expect(main.carried.map { Array($0.body) } == [[0xA0], [0x01]])
      #expect(main.damage.isEmpty && saved.damage.isEmpty)
    }
  }

  @Test("P215: an archive of a newer version is not read, and not saved over unless it is kept.")
  func newerVersion() throws {
    for isVersion in [true, false] {
      try withTemporaryFolder { folder in
        let place = folder.appending(path: "state-0000000000000005.cbors")
        let bytes = isVersion ? try newerVersionBytes() : criticalItemBytes()
        try Data(bytes).write(to: place)
        let before = try folder.snapshot
        let store = FileStateStore(directory: folder)
        for use in [
          { _ = try store.load(scene: "main") }, { _ = try store.scenes() },
          { try store.commit([.sampleChanges(1)]) }, { try store.discard(scene: "main") },
        ] {
          let error = #expect(throws: StateStoreError.self) { try use() }
          #expect(error?.code == .fromNewerVersion)
          #expect(try folder.snapshot.filter { $0.key != "lock" } == before)
        }
        try store.commit([StateArchive.sample().replacing(setsAside: "fromNewerVersion")])
        #expect(try store.load(scene: "main") == LoadedArchive(archive: .sample()))
        let kept = try #require(folder.snapshots.first)
        #expect(try Data(contentsOf: kept.appending(path: place.lastPathComponent)) == Data(bytes))
      }
    }
  }

  private func criticalItemBytes() -> [UInt8] {
    var baseline = Baseline(generation: 5, sequence: 5)
    baseline.scenes = [SavedScene(archive: .sample())]
    baseline.carried = [ArchiveItem(kind: 90, flags: 1, node: nil, body: [0xA0])]
    return BaselineWriter.uncheckedBytes(of: baseline)
  }

  /// An archive whose footer says that its format has version 3.
  private func newerVersionBytes() throws -> [UInt8] {
    var baseline = Baseline(generation: 5, sequence: 5)
    baseline.scenes = [SavedScene(archive: .sample())]
    var bytes = BaselineWriter.uncheckedBytes(of: baseline)
    let footer = bytes.count - ArchiveFormat.footerLength
    let version = try #require(bytes[footer...].firstIndex(of: 0x44)) + 4
    bytes[version] = 3
    var checksum = CRC32C(salt: 0)
    bytes[footer..<bytes.count - 5].withUnsafeBytes { checksum.update($0) }
    bytes.replaceSubrange((bytes.count - 4)..., with: checksum.value.bigEndianBytes)
    return bytes
  }

  private static let goldenText = [
    "da52535452860001f6f6a5004400000002014800000000000000000248000000000000000003483",
    "fe00000000000080481646d61696e44365496ce",
    "da5253545286010101f6a400a500646d61696e01f938000260030004600107020803d81841a0445",
    "918b93a",
    "da525354528602030107a30164726f6f74058006d81844a1617801441860b172",
    "da52535452860301f6f6a7004400000002014800000000000000000248000000000000000003483",
    "fe000000000000804480000000000000003054800000000000000d40644515e002544384b8e5d",
  ].joined()
}
