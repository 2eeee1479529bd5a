import Foundation
import RestorationStore
import Testing

@testable import RestorationCore

@Suite("A store in memory")
struct InMemoryStateStoreTests {
  @Test("It keeps records as they were encoded, and gives back the same ones.")
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

  @Test("P16: an app goes on alike from memory and from files that are opened anew.")
  @MainActor
  func likeFiles() throws {
    try withTemporaryFolder { folder in
      let memory = InMemoryStateStore()
      let inMemory = launches { memory }
      let inFiles = launches { FileStateStore(directory: folder) }
      #expect(inMemory == inFiles)
      // A round comes back as the one before left it, and the last one without its sheet.
      #expect(inFiles.map(\.text) == ["", "0", "1", "2", "3"])
      #expect(inFiles.map(\.sheet) == [nil, "sheet 0", "sheet 1", "sheet 2", nil])
    }
  }

  /// What a launch found, and what came of its save.
  private struct Finding: Equatable {
    var outcome: RestorationOutcome
    var diagnostics: [String]
    var text: String
    var sheet: String?
    var saved: String
  }

  /// Launches an app several times, each of which changes something.
  @MainActor
  private func launches(_ open: () -> any StateStore) -> [Finding] {
    (0..<5).map { round in
      let store = open()
      var registry = RestorationClassRegistry()
      if round < 4 { registry.register(Screen.self, named: "screen") }
      var configuration = SessionConfiguration()
      configuration.savesAutomatically = false
      let session = RestorationSession(
        store: store,
        registry: registry,
        configuration: configuration
      )
      let root = Screen(restorationIdentifier: "root")
      let report = session.restore(root, in: "main")
      let sheet = root.presentedRestorable as? Screen
      var finding = Finding(
        outcome: report.outcome,
        diagnostics: report.diagnostics.map(\.description),
        text: root.text,
        sheet: sheet?.text,
        saved: ""
      )
      root.text = "\(round)"
      if sheet == nil { root.present(Screen(restorationIdentifier: "sheet")) }
      (root.presentedRestorable as? Screen)?.text = "sheet \(round)"
      finding.saved = "\(session.save())"
      (store as? FileStateStore)?.close()
      return finding
    }
  }
}

private final class Screen: RestorableController, RestorationClass {
  @Restored("text") var text = ""

  static func makeRestorable(
    for request: RestorationRequest,
    from decoder: StateDecoder
  ) throws -> (any Restorable)? {
    Screen(restorationIdentifier: request.identifier)
  }
}
