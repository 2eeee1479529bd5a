import Foundation
import RestorationStore

@testable import RestorationCore

/// Random saves, by several stores one after the other, that leave files of every kind.
struct RandomSaves {
  private let folder: URL
  private var generator: SeededGenerator
  private var archives: [String: StateArchive] = [:]

  private init(in folder: URL, seed: UInt64) {
    self.folder = folder
    generator = SeededGenerator(seed: seed)
  }

  /// Makes saves that follow from a seed, but for salts.
  static func run(in folder: URL, seed: UInt64) throws {
    var saves = RandomSaves(in: folder, seed: seed)
    try saves.run()
  }

  private mutating func run() throws {
    for _ in 0..<3 {
      var options = FileStateStore.Options()
      options.segmentBytes = Int.random(in: 1_000...20_000, using: &generator)
      options.durability = Bool.random(using: &generator) ? .powerLoss : .processCrash
      let store = FileStateStore(directory: folder, options: options)
      for _ in 0..<Int.random(in: 1...20, using: &generator) { try save(to: store) }
      try holdBack(in: store)
      // Full segments have their index then.
      store.waitUntilIdle()
      store.close()
    }
  }

  private mutating func save(to store: FileStateStore) throws {
    let names = ["main", "zweites Fenster", "e\u{301}", "é"]
    let name = names[Int.random(in: 0..<4, using: &generator)]
    switch Int.random(in: 0..<12, using: &generator) {
    case 0: try store.compact()
    case 1: try store.keep(as: "kept \(generator.next() % 3)")
    case 2:
      try store.discard(scene: name)
      archives[name] = nil
    case 3: try store.flush()
    case 4:
      let scenes = names.map { StateArchive.readable($0, using: &generator) }
      try store.commit(scenes.map { $0.replacing() })
      for scene in scenes { archives[scene.header.scene] = scene }
    case 5:
      let scene = StateArchive.readable(name, using: &generator)
      try store.commit([scene.replacing(setsAside: "vetoed")])
      archives[name] = scene
    default: try store.commit([change(of: name)])
    }
  }

  /// Holds back a node that is not the root of its scene.
  private func holdBack(in store: FileStateStore) throws {
    let archives = archives.values.sorted { $0.header.date < $1.header.date }
    for archive in archives {
      let inner = archive.records.values.filter { $0.parent != nil }.map(\.number)
      guard let number = inner.min(),
        let node = HeldBackNode(
          cutting: number,
          outOf: archive,
          stage: .waking,
          deaths: 2,
          build: "1.0",
          date: archive.header.date
        )
      else { continue }
      try store.launchGuard?.holdBack(node)
    }
  }

  /// Changes some records of a scene, and takes away a node that has no children.
  private mutating func change(of name: String) -> SceneChanges {
    guard var archive = archives[name] else {
      let archive = StateArchive.readable(name, using: &generator)
      archives[name] = archive
      return archive.replacing()
    }
    archive.header.date += 1
    archive.nextNumber += UInt64.random(in: 0...1, using: &generator)
    var changes = SceneChanges(
      header: archive.header,
      root: archive.root,
      nextNumber: archive.nextNumber
    )
    for number in archive.records.keys.sorted() where Bool.random(using: &generator) {
      archive.records[number]?.state = StateValue.randomMap(depth: 2, using: &generator).encoded()
      if let record = archive.records[number] { changes.updated.append(record) }
    }
    let leaf = archive.records.values.sorted { $0.number > $1.number }
      .first { $0.children.isEmpty && $0.parent != nil }
    if let leaf, let parent = leaf.parent, var record = archive.records[parent] {
      record.children = record.children.map { list in
        SlotRecord(slot: list.slot, children: list.children.filter { $0 != leaf.number })
      }
      archive.records[parent] = record
      archive.records[leaf.number] = nil
      changes.updated.removeAll { $0.number == leaf.number || $0.number == parent }
      changes.updated.append(record)
      changes.removed = [leaf.number]
    }
    archives[name] = archive
    return changes
  }
}

extension StateArchive {
  /// A small archive of random shape whose bodies are all readable.
  fileprivate static func readable(
    _ scene: String,
    using generator: inout SeededGenerator
  ) -> StateArchive {
    var archive = StateArchive.random(scene, count: 12, using: &generator)
    // The item of a scene is long then.
    let note = String(repeating: "n", count: Int.random(in: 0...400, using: &generator))
    let entry = StateValue.Entry(key: .text("note"), value: .text(note))
    archive.appState = StateValue.map([entry]).encoded()
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
