import Testing

@testable import RestorationCore

@Suite("A store in memory")
struct InMemoryStateStoreTests {
  @Test("P16: it keeps records as they were encoded, and gives back the same ones.")
  func roundTrip() throws {
    let store: some StateStore = .inMemory
    var archive = StateArchive.sample("e\u{301}")
    try store.commit([archive.replacing(), StateArchive.sample("\u{e9}", version: 9).replacing()])
    var changes = SceneChanges(header: archive.header, root: archive.root, nextNumber: 7)
    changes.removed = [NodeNumber(4)]
    try store.commit([changes])
    archive.apply(changes)
    #expect(try store.load(scene: "e\u{301}") == LoadedArchive(archive: archive))
    #expect(try store.load(scene: "\u{e9}")?.archive == .sample("\u{e9}", version: 9))
    #expect(try store.scenes().count == 2)
    try store.discard(scene: "e\u{301}")
    #expect(try store.load(scene: "e\u{301}") == nil)
    try store.erase()
    #expect(try store.scenes().isEmpty)
  }

  @Test("A batch that exceeds a limit changes nothing.")
  func limits() throws {
    var limits = RestorationLimits()
    limits.nodes = 4
    let store = InMemoryStateStore(limits: limits)
    try store.commit([StateArchive.sample().replacing()])
    var large = StateArchive.sample("b")
    large.records[NodeNumber(5)] = NodeRecord(
      number: NodeNumber(5),
      parent: NodeNumber(1),
      identifier: "x"
    )
    let error = #expect(throws: StateStoreError.self) {
      try store.commit([StateArchive.sample(version: 2).replacing(), large.replacing()])
    }
    #expect(error?.code == .limitExceeded)
    #expect(try store.load(scene: "main")?.archive == .sample())
    #expect(try store.load(scene: "b") == nil)
  }
}
