import Foundation
import RestorationCore
import RestorationTestSupport
import Testing

/// Contract 35: whatever an archive holds, the launch succeeds.
@MainActor
@Suite("Damaged archives")
struct DamagedArchiveTests {
  /// A store that gives back an archive as a value, whatever it holds.
  private struct FixedStore: StateStore {
    let archive: StateArchive

    func scenes() throws(StateStoreError) -> [ArchiveHeader] { [archive.header] }
    func load(scene: String) throws(StateStoreError) -> LoadedArchive? {
      LoadedArchive(archive: archive)
    }
    func commit(_ changes: [SceneChanges]) throws(StateStoreError) {}
    func discard(scene: String) throws(StateStoreError) {}
    func erase() throws(StateStoreError) {}
  }

  /// A tree with every kind of place, as it is saved.
  private func soundArchive() throws -> StateArchive {
    let store = RecordingStore()
    let app = TestApp(store)
    let presenter = Promising(restorationIdentifier: "presenter")
    let sheet = Row("sheet", [Probe("s1"), BareLeaf("s2")])
    let animator = Animator("animator")
    presenter.friend = sheet
    presenter.present(sheet, style: .popover, transitionDelegate: animator)
    let hidden = Row("hidden", [Probe("h1"), TrackedLeaf("h2")])
    let inner = Row("inner", [Probe("a", number: 1), Probe("a", number: 2), hidden])
    inner.show(0)
    let root = Pair("root", inner, BareBox("box", [presenter]))
    app.session.register(animator, under: presenter)
    app.restore(root)
    app.save()
    return try #require(try store.archive())
  }

  /// Restores an archive into a tree of which a part was built by the launch, and saves it.
  @discardableResult
  private func restore(_ archive: StateArchive) -> (report: RestorationReport, save: SaveReport) {
    let app = TestApp(FixedStore(archive: archive))
    let root = Pair("root", Row("inner", [Probe("a")]), nil)
    let report = app.restore(root)
    #expect(app.session.treeDescription(scene: "main") != nil)
    #expect(report.restoredNodes <= archive.records.count)
    let save = app.save()
    // What it shows must be in order: nothing stands twice, and nobody is asked twice.
    var seen: Set<ObjectIdentifier> = []
    var pending: [any Restorable] = [root]
    while let next = pending.popLast() {
      #expect(seen.insert(ObjectIdentifier(next)).inserted)
      if let container = next as? any RestorableContainer {
        pending += container.restorableChildren
      }
      if let sheet = (next as? any Presenting)?.restorablePresentation?.presented {
        pending.append(sheet)
      }
    }
    #expect(save.diagnostics.allSatisfy { $0.reason != .nodeInTwoPlaces })
    #expect(app.save().outcome != .saved || !save.diagnostics.isEmpty)
    return (report, save)
  }

  @Test("A sound archive restores whole, so that the tests below begin with something.")
  func sound() throws {
    let (report, _) = restore(try soundArchive())
    #expect(report.outcome == .restored)
    #expect(report.restoredNodes == 13)
    #expect(report.sleepingNodes > 0)
  }

  @Test("A missing root, or one that contradicts itself, is damage that is reported.")
  func root() throws {
    let sound = try soundArchive()
    let number = try #require(sound.root)
    var archives = [sound, sound, sound, sound, sound, sound]
    archives[0].root = nil
    archives[1].records[number] = nil
    archives[2].records[number]?.identifier = ""
    archives[3].records[number]?.parent = number
    archives[4].records[number]?.number = NodeNumber(99)
    archives[5].root = NodeNumber(.max)
    for archive in archives {
      let (report, _) = restore(archive)
      #expect(report.outcome == .damaged)
      #expect(report.reasons == [.damaged])
    }
  }

  @Test("An archive without any tree restores nothing and reports nothing.")
  func empty() throws {
    let archive = StateArchive(header: try soundArchive().header)
    let (report, save) = restore(archive)
    #expect(report.diagnostics.isEmpty && report.restoredNodes == 0)
    #expect(save.outcome == .saved)
  }

  @Test("Missing children, wrong parents, slots and numbers are left out, and the rest comes back.")
  func children() throws {
    let sound = try soundArchive()
    let child = try #require(sound.number("hidden"))
    var archives = [sound, sound, sound, sound, sound]
    archives[0].records[child] = nil
    archives[1].records[child]?.parent = sound.root
    archives[2].records[child]?.slot = .presented
    archives[3].records[child]?.identifier = ""
    archives[4].records[child]?.number = NodeNumber(1_000)
    for archive in archives {
      let (report, _) = restore(archive)
      #expect(report.outcome == .partial)
      #expect(report.reasons == [.damaged])
      #expect(report.diagnostics.first?.path?.description == "root/left:inner")
      #expect(report.restoredNodes == 10)
    }
  }

  @Test("A child that is listed twice, in one slot or in several, comes back once.")
  func duplicates() throws {
    let sound = try soundArchive()
    let (root, inner) = (try #require(sound.root), try #require(sound.number("inner")))
    let child = try #require(sound.number("a"))
    var archives = [sound, sound, sound]
    archives[0].records[inner]?.children[0].children.append(child)
    archives[1].records[root]?.children[1].children.append(child)
    archives[2].records[inner]?.children.append(SlotRecord(slot: .only, children: [child]))
    for archive in archives {
      let (report, _) = restore(archive)
      #expect(report.reasons == [.damaged])
      #expect(report.restoredNodes == 13)
    }
  }

  @Test("Records that contain each other or themselves do not hang a restore.")
  func cycles() throws {
    let sound = try soundArchive()
    let (root, inner) = (try #require(sound.root), try #require(sound.number("inner")))
    var upward = sound
    upward.records[inner]?.children[0].children.append(root)
    var own = sound
    own.records[inner]?.children[0].children.append(inner)
    var looped = sound
    looped.records[inner]?.parent = inner
    looped.records[inner]?.children[0].children = [inner]
    for archive in [upward, own, looped] {
      let (report, _) = restore(archive)
      #expect(report.reasons.contains(.damaged))
      #expect(report.outcome == .partial)
    }
  }

  @Test("A chain of 10,000 records is restored down to the limit.")
  func deepChain() {
    var records: [NodeNumber: NodeRecord] = [:]
    for index in 1...10_000 as ClosedRange<UInt64> {
      let next = index == 10_000 ? [] : [NodeNumber(index + 1)]
      records[NodeNumber(index)] = NodeRecord(
        number: NodeNumber(index),
        parent: index == 1 ? nil : NodeNumber(index - 1),
        identifier: "n\(index)",
        className: "bareBox",
        children: [SlotRecord(slot: .only, children: next)]
      )
    }
    let header = ArchiveHeader(scene: "main", date: Date(timeIntervalSinceReferenceDate: 0))
    let archive = StateArchive(
      header: header,
      root: NodeNumber(1),
      records: records,
      nextNumber: 10_001
    )
    let app = TestApp(FixedStore(archive: archive))
    let report = app.restore(BareBox("n1"))
    #expect(report.restoredNodes == 1_000)
    #expect(report.reasons == [.limitExceeded])
    #expect(app.save().outcome == .saved)
  }

  @Test("State that is no map is reported for its node, which starts afresh.")
  func stateBytes() throws {
    let sound = try soundArchive()
    let garbage: [[UInt8]] = [
      [], [0x00], [0xFF], [0xA1], [0xA1, 0x61], [0xBF, 0xFF], [0x80], [0xA1, 0x00, 0x00],
      [0xBB, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [0xA0, 0xA0],
      Array(repeating: 0x81, count: 5_000),
    ]
    let number = try #require(sound.number("a"))
    let inner = try #require(sound.number("inner"))
    for bytes in garbage {
      var archive = sound
      archive.records[number]?.state = bytes
      archive.records[inner]?.containerState = bytes
      archive.appState = bytes
      let (report, _) = restore(archive)
      #expect(report.outcome == .partial)
      #expect(Set(report.reasons) == [.failed])
      #expect(report.restoredNodes == 13)
    }
  }

  @Test(
    "Thousands of random mutations of an archive never trap, never hang, and leave a sound tree."
  )
  func randomMutations() throws {
    let sound = try soundArchive()
    var random = SeededGenerator(seed: 35)
    for _ in 0..<3_000 {
      var archive = sound
      for _ in 0..<Int.random(in: 1...6, using: &random) { mutate(&archive, &random) }
      restore(archive)
    }
  }

  private func mutate(_ archive: inout StateArchive, _ random: inout SeededGenerator) {
    let numbers = archive.records.keys.sorted()
    guard let number = numbers.randomElement(using: &random), var record = archive.records[number],
      let other = numbers.randomElement(using: &random)
    else { return }
    let slots: [ContainerSlot] = [.only, .left, .right, .presented, .object]
    let slot = slots.randomElement(using: &random) ?? .only
    switch Int.random(in: 0..<16, using: &random) {
    case 0: archive.records[number] = nil
    case 1: record.parent = Bool.random(using: &random) ? other : nil
    case 2: record.slot = slot
    case 3: record.identifier = ["", "a", "root", "inner", "é"].randomElement(using: &random) ?? ""
    case 4:
      record.className =
        [nil, "", "row", "probe", "pair", "animator", "barePresenter", "no"]
        .randomElement(using: &random) ?? nil
    case 5: record.children.append(SlotRecord(slot: slot, children: [other, number]))
    case 6: record.children = record.children.shuffled(using: &random)
    case 7: record.children = record.children.map { SlotRecord(slot: slot, children: $0.children) }
    case 8: record.state = mutated(record.state, &random)
    case 9: record.containerState = mutated(record.containerState, &random)
    case 10: record.presentation = mutated(record.presentation, &random)
    case 11: record.number = other
    case 12: archive.root = Bool.random(using: &random) ? other : nil
    case 13: archive.nextNumber = [0, 1, .max, 5].randomElement(using: &random) ?? 0
    case 14:
      if let moved = archive.records[other] { archive.records[NodeNumber(.max)] = moved }
    default:
      for index in record.children.indices { record.children[index].children.append(other) }
      archive.records[other]?.parent = number
      archive.records[other]?.slot = record.children.first?.slot ?? slot
    }
    if archive.records[number] != nil { archive.records[number] = record }
  }

  private func mutated(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    switch Int.random(in: 0..<3, using: &random) {
    case 0: bytes.removeLast(min(bytes.count, Int.random(in: 0...4, using: &random)))
    case 1: bytes.append(UInt8.random(in: 0...255, using: &random))
    default:
      guard let index = bytes.indices.randomElement(using: &random) else { break }
      bytes[index] = UInt8.random(in: 0...255, using: &random)
    }
    return bytes
  }
}
