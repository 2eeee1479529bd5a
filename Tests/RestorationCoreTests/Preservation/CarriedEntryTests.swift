import RestorationCore
import RestorationTestSupport
import Testing

@MainActor
@Suite("What a later version of the package has written")
struct CarriedEntryTests {
  private let store = RecordingStore()

  /// An entry of a record under the key 99.
  private let entry: [UInt8] = [0x18, 0x63, 0x01]

  @Test("Entries of records that are unknown stay in them when the nodes change.")
  func entries() throws {
    let app = TestApp(store)
    app.restore(Row("root", [Probe("a", number: 1), Probe("b", number: 1)]))
    app.save()
    var archive = try #require(try store.archive())
    for number in archive.records.keys { archive.records[number]?.unknown = entry }
    var changes = SceneChanges(
      header: archive.header,
      root: archive.root,
      nextNumber: archive.nextNumber
    )
    changes.updated = Array(archive.records.values)
    try store.commit([changes])

    let probe = Probe("a")
    let root = Row("root", [probe, Probe("b")])
    let next = TestApp(store)
    next.restore(root)
    probe.number = 2
    root.add(Probe("c"))
    #expect(next.save().outcome == .saved)
    let saved = try #require(try store.archive())
    #expect(saved.record("a") != archive.record("a"))
    #expect(saved.record("root") != archive.record("root"))
    #expect(["root", "a", "b"].allSatisfy { saved.record($0)?.unknown == entry })
    #expect(saved.record("c")?.unknown == [])
  }
}
