import Foundation
import Testing

@testable import RestorationCore
@testable import RestorationStore

@Suite("A folder that the first version of the format wrote")
struct FirstVersionTests {
  @Test("P224: it is read as it was saved, with what was kept, and a reader changes nothing.")
  func read() throws {
    try withTemporaryFolder { folder in
      try Self.write(to: folder)
      let before = try folder.snapshot
      let reader = FileStateStore(directory: folder, access: .readOnly)
      #expect(try reader.scenes().map(\.scene) == ["main", "e\u{301}"].sorted(by: Self.isBefore))
      #expect(try reader.loadAnew("main") == LoadedArchive(archive: Self.archive("main", 3)))
      #expect(
        try reader.loadAnew("e\u{301}") == LoadedArchive(archive: Self.archive("e\u{301}", 3))
      )
      let generations = try reader.generations()
      #expect(generations.map(\.number) == [3, 2, 1])
      #expect(generations.map(\.reason) == [nil, nil, "vetoed"])
      let kept = try #require(generations.last)
      #expect(
        try reader.load(scene: "main", from: kept)?.writtenAnew
          == LoadedArchive(archive: Self.archive("main", 1))
      )
      #expect(try folder.snapshot == before)
    }
  }

  @Test("P225, P253: what it wrote is replaced by files of today, and nothing of it is left.")
  func replaced() throws {
    try withTemporaryFolder { folder in
      try Self.write(to: folder)
      for name in folder.names where name.hasPrefix("kept-") || name.contains("0002.cbors") {
        try FileManager.default.removeItem(at: folder.appending(path: name))
      }
      let old = Set(folder.names)
      #expect(old.count == 1)
      var archive = Self.archive("main", 4)
      let store = FileStateStore(directory: folder)
      for version: UInt8 in 4..<8 {
        archive = Self.archive("main", version)
        try store.commit([SceneChanges(replacingWith: archive)])
        if version > 5 { try store.compact() }
      }
      store.close()
      #expect(old.isDisjoint(with: folder.names))
      #expect(!folder.journals.isEmpty && folder.baselines.count == 2)
      for url in folder.baselines {
        let footer = try ArchiveFooter(endOf: [UInt8](try Data(contentsOf: url))[...])
        #expect(footer.version == 2)
      }
      #expect(try store.load(scene: "main") == LoadedArchive(archive: archive))
      #expect(
        try store.loadAnew("e\u{301}") == LoadedArchive(archive: Self.archive("e\u{301}", 3))
      )
    }
  }

  @Test("The first save writes it anew, so that a reader of that version refuses it.")
  func saved() throws {
    try withTemporaryFolder { folder in
      try Self.write(to: folder)
      let store = FileStateStore(directory: folder)
      #expect(try store.loadAnew("main") == LoadedArchive(archive: Self.archive("main", 3)))
      try store.commit([SceneChanges(replacingWith: Self.archive("main", 4))])
      let newest = [UInt8](try Data(contentsOf: try #require(folder.baselines.last)))
      let footer = newest.count - ArchiveFormat.footerLength
      #expect(Array(newest[(footer + 11)..<(footer + 17)]) == [0x00, 0x44, 0, 0, 0, 2])
      try store.commit([SceneChanges(replacingWith: Self.archive("main", 5))])
      store.close()
      #expect(try store.load(scene: "main") == LoadedArchive(archive: Self.archive("main", 5)))
      #expect(
        try store.loadAnew("e\u{301}") == LoadedArchive(archive: Self.archive("e\u{301}", 3))
      )
      #expect(try store.generations().compactMap(\.reason) == ["vetoed"])
      try store.erase()
      #expect(!FileManager.default.fileExists(atPath: folder.path) || folder.names.isEmpty)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
  }

  private static func isBefore(_ first: String, _ second: String) -> Bool {
    first.utf8.lexicographicallyPrecedes(second.utf8)
  }

  private static func archive(_ scene: String, _ version: UInt8) -> StateArchive {
    let records = [
      NodeRecord(
        number: NodeNumber(1),
        parent: nil,
        identifier: "root",
        children: [SlotRecord(slot: .only, children: [NodeNumber(2)])]
      ),
      NodeRecord(
        number: NodeNumber(2),
        parent: NodeNumber(1),
        identifier: "row",
        className: "Row",
        classVersion: 2,
        // It listed no slot, which has come to say this.
        children: [SlotRecord(slot: .presented, children: [])],
        state: [0xA1, 0x61, 0x76, version]
      ),
    ]
    return StateArchive(
      header: ArchiveHeader(
        scene: scene,
        date: Date(timeIntervalSinceReferenceDate: Double(version)),
        appVersion: "1.\(version)"
      ),
      root: NodeNumber(1),
      records: Dictionary(uniqueKeysWithValues: records.map { ($0.number, $0) }),
      appState: [0xA1, 0x61, 0x61, version],
      nextNumber: 3
    )
  }

  static func write(to folder: URL) throws {
    for (name, lines) in files {
      var bytes: [UInt8] = []
      var digits = lines.joined()[...]
      while !digits.isEmpty {
        bytes.append(try #require(UInt8(digits.prefix(2), radix: 16)))
        digits = digits.dropFirst(2)
      }
      try Data(bytes).write(to: folder.appending(path: name))
    }
  }

  /// What that version wrote: three saves, the second of which set aside the first.
  private static let files: [String: [String]] = [
    "kept-0000000000000001-vetoed.cbors": [
      "da52535452860001f6f6a500440000000101480000000000000001024800000000000000010348283620",
      "bc4c40f43d0481646d61696e44a69a2f75da5253545286010101f6a400a500646d61696e01f93c000263",
      "312e31030004600101020303d81844a16161014435500ae0da525354528602030101a20164726f6f7405",
      "818260810244462aa96cda525354528602030102a50163726f770263526f770302040106d81844a16176",
      "014464d7171cda52535452860301f6f6a700440000000101480000000000000001024800000000000000",
      "010348283620bc4c40f43d04480000000000000004054800000000000000fc0644f70596994473718e48",
    ],
    "state-0000000000000002.cbors": [
      "da52535452860001f6f6a500440000000101480000000000000002024800000000000000020348b5c822",
      "3224cc2a530481646d61696e44930bf9a2da5253545286010101f6a400a500646d61696e01f940000263",
      "312e32030004600101020303d81844a16161024454a4028cda525354528602030101a20164726f6f7405",
      "818260810244ed36c50cda525354528602030102a50163726f770263526f770302040106d81844a16176",
      "0244d02b2f65da52535452860301f6f6a700440000000101480000000000000002024800000000000000",
      "020348b5c8223224cc2a5304480000000000000004054800000000000000fc0644d00ad87044dfdf1cec",
    ],
    "state-0000000000000003.cbors": [
      "da52535452860001f6f6a500440000000101480000000000000003024800000000000000030348b51d84",
      "8e8a3c37ea04826365cc81646d61696e4425612575da5253545286010101f6a400a5006365cc8101f942",
      "000263312e33030004600101020303d81844a16161034473775fd1da525354528602030101a20164726f",
      "6f740581826081024408bd7a9ada525354528602030102a50163726f770263526f770302040106d81844",
      "a161760344f1bf1e98da5253545286010102f6a400a500646d61696e01f942000263312e330300046001",
      "01020303d81844a161610344794e7c32da525354528602030201a20164726f6f7405818260810244a02e",
      "7d99da525354528602030202a50163726f770263526f770302040106d81844a16176034483e2423fda52",
      "535452860301f6f6a700440000000101480000000000000003024800000000000000030348b51d848e8a",
      "3c37ea0448000000000000000705480000000000000172064492aff6c244a7e3d7fb",
    ],
  ]
}

extension FileStateStore {
  /// A scene with records as they are written today: that version listed children in other bytes,
  /// which are carried along as they are.
  fileprivate func loadAnew(_ scene: String) throws -> LoadedArchive? {
    try load(scene: scene)?.writtenAnew
  }
}

extension LoadedArchive {
  fileprivate var writtenAnew: LoadedArchive {
    var copy = self
    for (number, record) in archive.records {
      copy.archive.records[number]?.children = record.children
    }
    return copy
  }
}
