import Foundation
import RestorationCore
import RestorationTestSupport
import TabContainer
import Testing

// The code of the articles on new versions and on several windows stands here so that it is compiled
// and run. `Scripts/check articles` compares the two.

// MARK: - Bringing state into a new version

final class NoteScreen: RestorableController, RestorationClass {
  @Restored("text") var text = ""
  @Restored("size") var size = "medium"

  static func makeRestorable(
    for request: RestorationRequest,
    from decoder: StateDecoder
  ) throws -> (any Restorable)? {
    NoteScreen(restorationIdentifier: request.identifier)
  }
}

@MainActor
func registryOfVersion1() -> RestorationClassRegistry {
  var registry = RestorationClassRegistry()
  registry.register(NoteScreen.self, named: "note", version: 1)
  registry.register(RestorableController.self, named: "promotion") { request, _ in
    RestorableController(restorationIdentifier: request.identifier)
  }
  return registry
}

final class MemoScreen: RestorableController, RestorationClass {
  @Restored("text") var text = ""
  @Restored("isPinned") var isPinned = false
  @Restored("points") var points = 12.0

  static func makeRestorable(
    for request: RestorationRequest,
    from decoder: StateDecoder
  ) throws -> (any Restorable)? {
    MemoScreen(restorationIdentifier: request.identifier)
  }

  override func decodeRestorableState(from decoder: StateDecoder) throws {
    guard decoder.classVersion < 2 else { return }
    let size = try decoder.decodeIfPresent(String.self, forKey: "size")
    points = size == "large" ? 18 : 12
  }
}

@MainActor
func registryOfVersion2() -> RestorationClassRegistry {
  var registry = RestorationClassRegistry()
  registry.register(MemoScreen.self, named: "memo", aliases: ["note"], version: 2)
  registry.register(RestorableController.self, named: "promotion") { _, _ in nil }
  return registry
}

@MainActor
func configurationOfVersion2() -> SessionConfiguration {
  var configuration = SessionConfiguration()
  configuration.appVersion = "2.0"
  configuration.schema = 2
  configuration.shouldRestore = { header in header.schema >= 1 }
  return configuration
}

// MARK: - Restoring several windows

@MainActor
final class WindowList {
  let session: RestorationSession
  private(set) var roots: [String: EditorScreen] = [:]

  init(session: RestorationSession) {
    self.session = session
  }

  /// At launch: opens what was open, or else one window.
  func openSavedWindows() throws {
    let names = try session.savedScenes().map(\.scene)
    for name in names { open(name) }
    if names.isEmpty { openNewWindow() }
  }

  func openNewWindow() {
    open(UUID().uuidString)
  }

  private func open(_ name: String) {
    let root = EditorScreen(restorationIdentifier: "editor")
    print(session.restore(root, in: name))
    roots[name] = root
  }

  /// The window is to come back at the next launch, or when it is opened again.
  func putAway(_ name: String) {
    session.close(scene: name)
    roots[name] = nil
  }

  /// The user closed the window for good.
  func close(_ name: String) throws {
    try session.discard(scene: name)
    roots[name] = nil
  }
}

@MainActor
func configuration(of frames: FrameTable) -> SessionConfiguration {
  var configuration = SessionConfiguration()
  configuration.encodeAppState = { encoder, scene in
    encoder.encode(frames.frames[scene] ?? [], forKey: "frame")
  }
  configuration.decodeAppState = { decoder, scene in
    frames.frames[scene] = try decoder.decodeIfPresent(forKey: "frame")
  }
  return configuration
}

@MainActor
final class FrameTable {
  var frames: [String: [Double]] = [:]
}

final class EditorScreen: RestorableController {
  @Restored("draft") var draft = ""
}

// MARK: - The examples do what the articles say

@MainActor
@Suite("The code in the documentation of versions and windows")
struct DocumentationExamples {
  @MainActor
  @Test("What version 1 saved comes back in version 2.")
  func versionOne() throws {
    let old = RestorationHarness(registry: registryOfVersion1()) { _ in
      RestorableController(restorationIdentifier: "root")
    }
    let note = NoteScreen(restorationIdentifier: "note")
    note.text = "Milk, bread"
    note.size = "large"
    old.root.present(note)
    let bytes = try old.savedState()  // in your tests: what you kept from that release

    let new = RestorationHarness(registry: registryOfVersion2()) { _ in
      RestorableController(restorationIdentifier: "root")
    }
    let report = try new.restore(from: bytes)

    #expect(report.outcome == .restored, "\(report)")
    let memo = try #require(new.root.presentedRestorable as? MemoScreen)
    #expect(memo.text == "Milk, bread" && memo.points == 18 && !memo.isPinned)
  }

  @Test("A node that sleeps through a version keeps the version that it had.")
  func sleepsThroughVersion() throws {
    let old = RestorationHarness(registry: registryOfVersion1()) { _ in
      tabs(hiding: NoteScreen(restorationIdentifier: "note"))
    }
    let note = try #require(old.root.restorableTabs.last as? NoteScreen)
    note.size = "large"
    let new = RestorationHarness(registry: registryOfVersion2()) { _ in
      tabs(hiding: MemoScreen(restorationIdentifier: "note"))
    }
    try new.restore(from: old.savedState())
    #expect(new.report.sleepingNodes == 1, "\(new.report)")
    try new.restartAndRestore()
    #expect(new.report.sleepingNodes == 1, "\(new.report)")
    let memo = try #require(new.root.restorableTabs.last as? MemoScreen)
    #expect(memo.points == 18)
    try new.restartAndRestore()
    #expect((new.root.restorableTabs.last as? MemoScreen)?.points == 18)
  }

  private func tabs(hiding node: any Restorable) -> TabController {
    let shown = RestorableController(restorationIdentifier: "shown")
    return TabController(restorationIdentifier: "root", tabs: [shown, node])
  }

  @Test("A key whose type changed is reported, and the property keeps its initial value.")
  func changedType() throws {
    final class PointsScreen: RestorableController {
      @Restored("text") var text = ""
      @Restored("size") var size = 12.0
    }
    let old = RestorationHarness { _ in NoteScreen(restorationIdentifier: "root") }
    old.root.text = "Milk"
    let new = RestorationHarness { _ in PointsScreen(restorationIdentifier: "root") }
    try new.restore(from: old.savedState())
    #expect(new.report.diagnostics.map(\.reason) == [.failed])
    #expect(new.root.text == "Milk" && new.root.size == 12)
  }

  @Test("A screen that was removed is declined, and everything else comes back.")
  func removedScreen() throws {
    let old = RestorationHarness(registry: registryOfVersion1()) { _ in
      RestorableController(restorationIdentifier: "root")
    }
    old.root.present(RestorableController(restorationIdentifier: "promotion"))
    let bytes = try old.savedState()
    for isKnown in [true, false] {
      let new = RestorationHarness(
        registry: isKnown ? registryOfVersion2() : RestorationClassRegistry()
      ) { _ in
        RestorableController(restorationIdentifier: "root")
      }
      let report = try new.restore(from: bytes)
      #expect(report.restoredNodes == 1 && new.root.presentedRestorable == nil)
      #expect(report.diagnostics.map(\.reason) == [isKnown ? .declined : .noClass])
    }
  }

  @Test("An archive that is too old is refused before anything is restored.", arguments: [0, 1])
  func refusesOld(schema: Int) throws {
    var configuration = configurationOfVersion2()
    configuration.schema = schema
    let old = RestorationHarness(configuration: configuration) { _ in
      EditorScreen(restorationIdentifier: "editor")
    }
    let bytes = try old.savedState()
    let new = RestorationHarness(configuration: configurationOfVersion2()) { _ in
      EditorScreen(restorationIdentifier: "editor")
    }
    #expect(try new.restore(from: bytes).outcome == (schema == 0 ? .vetoed : .restored))
  }

  @Test("Windows come back but for those that were closed for good, each with its own state.")
  func windows() throws {
    let store = InMemoryStateStore()
    let frames = FrameTable()
    var list = windowList(store, frames)
    try list.openSavedWindows()
    list.openNewWindow()
    list.openNewWindow()
    let names = list.roots.keys.sorted()
    try #require(names.count == 3)
    for name in names {
      list.roots[name]?.draft = "draft of \(name)"
      frames.frames[name] = [0, 0, 640, Double(name.utf8.first ?? 0)]
    }
    list.session.save()
    list.putAway(names[0])
    try list.close(names[1])

    let saved = frames.frames
    frames.frames = [:]
    list = windowList(store, frames)
    try list.openSavedWindows()
    #expect(list.roots.keys.sorted() == [names[0], names[2]])
    for (name, root) in list.roots {
      #expect(root.draft == "draft of \(name)" && frames.frames[name] == saved[name])
    }
  }

  private func windowList(_ store: InMemoryStateStore, _ frames: FrameTable) -> WindowList {
    var configuration = configuration(of: frames)
    configuration.savesAutomatically = false
    return WindowList(session: RestorationSession(store: store, configuration: configuration))
  }
}
