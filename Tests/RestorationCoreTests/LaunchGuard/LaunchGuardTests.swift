import Foundation
import RestorationCore
import RestorationTestSupport
import Testing

/// An app that dies of what it restores does not die of it for ever, and loses no more than that.
@MainActor
@Suite("The launch guard")
struct LaunchGuardTests {
  private let store = GuardedStore()
  private let time = ManualTime()

  /// A launch of the app: a root with a box of three.
  @discardableResult
  private func launch(
    build: String = "1",
    _ change: (inout SessionConfiguration) -> Void = { _ in }
  ) -> (app: TestApp, root: Row, report: RestorationReport) {
    var configuration = SessionConfiguration()
    configuration.buildIdentifier = build
    configuration.scheduling = time
    change(&configuration)
    let app = TestApp(store, configuration: configuration)
    let root = Row("root")
    return (app, root, app.restore(root))
  }

  /// A launch that dies at a node, or, without one, at another moment of the restore.
  @discardableResult
  private func die(
    at number: NodeNumber?,
    _ stage: LaunchStage = .decoding,
    build: String = "1"
  ) -> (app: TestApp, root: Row, report: RestorationReport) {
    store.die(at: number.map { LaunchNote($0, stage) } ?? .restoring)
    return launch(build: build)
  }

  private func saved() throws -> (bad: NodeNumber, box: NodeNumber, root: NodeNumber) {
    let (app, root, _) = launch()
    let children = ["a", "bad", "b"].enumerated().map { Probe($1, number: $0 + 1) }
    children[1].text = "precious"
    root.set([Row("box", children), Probe("c", number: 4)])
    app.save()
    app.session.close(scene: "main")
    let archive = try #require(try store.archive())
    return (
      try #require(archive.number("bad")), try #require(archive.number("box")),
      try #require(archive.number("root"))
    )
  }

  private func names(_ root: Row) -> [String] {
    let box = root.item("box", as: Row.self)
    return (root.items + (box?.items ?? [])).compactMap(\.restorationIdentifier)
  }

  @Test("Each stage of each node is noted before the app's code for it runs, and then it is over.")
  func notes() throws {
    let numbers = try saved()
    _ = store.takeNotes()
    launch()
    let notes = store.takeNotes()
    for stage in [.making, .decoding, .finishing] as [LaunchStage] {
      #expect(notes.contains(LaunchNote(numbers.bad, stage)), "\(stage)")
    }
    #expect(notes.contains(LaunchNote(numbers.box, .container)))
    #expect(notes.contains(LaunchNote(numbers.root, .container)))
    #expect(notes.last == .unsettled)
    let making = try #require(notes.firstIndex(of: LaunchNote(numbers.bad, .making)))
    let after = notes[making...].firstIndex(of: LaunchNote(numbers.box, .container))
    #expect(after != nil, "what the box does with its children is noted as its own")
  }

  @Test("The app's code for a node runs under that node's note.")
  func notedInTime() throws {
    let numbers = try saved()
    var configuration = SessionConfiguration()
    configuration.buildIdentifier = "1"
    let app = TestApp(store, configuration: configuration)
    let seen = Noted<[LaunchNote]>([])
    app.session.registry.register(Probe.self, at: "root/box/bad") { request, _ in
      seen.value.append(store.record()?.note ?? .closed)
      let probe = Probe(request.identifier)
      probe.decoding = { _, _ in seen.value.append(store.record()?.note ?? .closed) }
      probe.finishing = { _ in seen.value.append(store.record()?.note ?? .closed) }
      return probe
    }
    app.restore(Row("root"))
    #expect(
      seen.value == [.making, .decoding, .finishing].map { LaunchNote(numbers.bad, $0) }
    )
  }

  @Test("After two deaths a node is a hole, is named, is set aside, and stays so over saves.")
  func holdsNode() throws {
    let numbers = try saved()
    for _ in 0..<2 { #expect(die(at: numbers.bad).report.outcome == .restored) }
    let (app, root, report) = launch()
    #expect(report.outcome == .partial && report.reasons == [.heldBack])
    #expect(report.diagnostics.first?.path == "root/box/bad")
    #expect(names(root) == ["box", "c", "a", "b"])
    let held = try app.session.heldBack()
    #expect(held.map(\.path) == ["root/box/bad"] && held[0].deaths == 2)
    #expect(held[0].stage == .decoding && held[0].number == numbers.bad)
    #expect(app.save().outcome == .saved)
    #expect(store.kept == ["heldBack"])
    #expect(try store.archive()?.record("bad") == nil)
    app.session.close(scene: "main")
    let later = launch()
    #expect(later.report.outcome == .restored)
    #expect(try later.app.session.heldBack() == held)
  }

  @Test("What is held back and not saved away yet is held back by each launch of the build.")
  func holdsAgain() throws {
    let numbers = try saved()
    for _ in 0..<2 { die(at: numbers.bad) }
    for _ in 0..<2 {
      let (_, root, report) = die(at: nil)
      #expect(report.reasons == [.heldBack] && names(root) == ["box", "c", "a", "b"])
    }
    #expect(try launch().app.session.heldBack().count == 1)
  }

  @Test("P238: after the third death in a row the container goes, and after the fourth the scene.")
  func holdsContainerAndScene() throws {
    let numbers = try saved()
    for _ in 0..<2 { die(at: numbers.bad, .making) }
    die(at: numbers.box, .container)
    let third = die(at: numbers.root, .container)
    #expect(third.report.diagnostics.map(\.path) == ["root/box"])
    #expect(names(third.root) == ["c"])
    let fourth = launch()
    #expect(fourth.report.outcome == .heldBack && fourth.report.reasons == [.heldBack])
    #expect(fourth.root.items.isEmpty && fourth.report.header != nil)
    // As long as nothing replaces it, it stays held back; then it is kept, and all begins anew.
    let fifth = launch()
    #expect(fifth.report.outcome == .heldBack)
    fifth.root.add(Probe("fresh"))
    #expect(fifth.app.save().outcome == .saved)
    #expect(store.kept == ["heldBack"])
    let sixth = launch()
    #expect(sixth.report.outcome == .restored && names(sixth.root) == ["fresh"])
  }

  @Test("A new build tries again what is held back: it comes back where it was, with its state.")
  func newBuild() throws {
    let numbers = try saved()
    for _ in 0..<2 { die(at: numbers.bad) }
    let held = launch()
    held.app.save()
    held.app.session.close(scene: "main")
    let (app, root, report) = launch(build: "2")
    #expect(report.outcome == .restored)
    #expect(names(root) == ["box", "c", "a", "bad", "b"])
    let bad = root.item("box", as: Row.self)?.item("bad", as: Probe.self)
    #expect(bad?.number == 2 && bad?.text == "precious")
    // It is set aside for as long as no save holds it.
    #expect(try app.session.heldBack().count == 1)
    #expect(app.save().outcome == .saved)
    #expect(try app.session.heldBack().isEmpty)
    app.session.close(scene: "main")
    let again = launch(build: "2")
    #expect(names(again.root) == ["box", "c", "a", "bad", "b"])
  }

  @Test("A new build that dies of it as well holds it back again, after as many deaths.")
  func newBuildDiesToo() throws {
    let numbers = try saved()
    for _ in 0..<2 { die(at: numbers.bad) }
    let held = launch()
    held.app.save()
    held.app.session.close(scene: "main")
    for _ in 0..<2 { #expect(names(die(at: numbers.bad, build: "2").root).contains("bad")) }
    let (app, root, report) = launch(build: "2")
    #expect(report.reasons == [.heldBack] || report.outcome == .restored)
    #expect(!names(root).contains("bad"))
    #expect(try app.session.heldBack().count == 1)
  }

  @Test("A node is brought back by the app, in place, and is let go of once it is saved.")
  func bringsBack() throws {
    let numbers = try saved()
    for _ in 0..<2 { die(at: numbers.bad) }
    let (app, root, _) = launch()
    app.save()
    root.item("c", as: Probe.self)?.number = 40
    let held = try #require(try app.session.heldBack().first)
    let report = try #require(try app.session.bringBack(held))
    #expect(report.outcome == .restored)
    #expect(names(root) == ["box", "c", "a", "bad", "b"])
    #expect(root.item("c", as: Probe.self)?.number == 40)
    #expect(root.item("box", as: Row.self)?.item("bad", as: Probe.self)?.text == "precious")
    app.save()
    #expect(try app.session.heldBack().isEmpty)
    #expect(try store.archive()?.record("bad") != nil)
  }

  @Test("A scene that is not open tries what is brought back when it is restored.")
  func bringsBackLater() throws {
    let numbers = try saved()
    for _ in 0..<2 { die(at: numbers.bad) }
    let (app, _, _) = launch()
    app.save()
    app.session.close(scene: "main")
    let held = try #require(try app.session.heldBack().first)
    #expect(try app.session.bringBack(held) == nil)
    #expect(names(launch().root) == ["box", "c", "a", "bad", "b"])
  }

  @Test("Another boot blames nobody.")
  func boot() throws {
    let numbers = try saved()
    for _ in 0..<4 {
      #expect(die(at: numbers.bad).report.outcome == .restored)
      store.reboot()
    }
    #expect(launch().report.outcome == .restored)
  }

  @Test("A death that no node is to blame for costs nothing at the next launch.")
  func killedOnce() throws {
    let archive = try saved()
    for number in [archive.bad, archive.bad, archive.box, archive.root, nil, archive.bad] {
      die(at: number)
      let (app, root, report) = launch()
      #expect(report.outcome == .restored && names(root).count == 5)
      app.session.close(scene: "main")
    }
  }

  @Test("P238: deaths after the restore hold back the scene, unless the app was well or ended.")
  func unsettled() throws {
    _ = try saved()
    for _ in 0..<3 {
      let (app, _, report) = launch()
      #expect(report.outcome == .restored)
      app.session.markStable()
      #expect(store.record()?.note == .closed)
    }
    for _ in 0..<3 {
      let (app, _, report) = launch()
      #expect(report.outcome == .restored)
      app.session.close(scene: "main")
    }
    for _ in 0..<2 {
      store.die(at: .unsettled)
      #expect(launch().report.outcome == .restored)
    }
    // As long as nobody says that it is well, it stays so.
    for _ in 0..<3 { #expect(launch().report.outcome == .heldBack) }
  }

  @Test("The first save that comes five seconds after the restore shows that the app is well.")
  func settles() throws {
    _ = try saved()
    var configuration = SessionConfiguration()
    configuration.scheduling = time
    configuration.buildIdentifier = "1"
    let session = RestorationSession(
      store: store,
      registry: .fixtures(),
      configuration: configuration
    )
    session.useTime(time)
    let root = Row("root")
    session.restore(root, in: "main")
    time.advance(by: .milliseconds(4_900))
    session.save()
    #expect(store.record()?.note == .unsettled)
    // Nothing changes any more; the session looks by itself.
    time.advance(by: .milliseconds(200))
    #expect(store.record()?.note == .closed)
    #expect(root.items.count == 2)
  }

  @Test("A node that kills the app when it is first shown is suspected until it was read.")
  func wakes() throws {
    let (first, saved, _) = launch()
    saved.set([Probe("a", number: 1), Probe("bad", number: 2)])
    saved.show(0)
    first.save()
    first.session.close(scene: "main")
    let number = try #require(try store.archive()?.number("bad"))
    for _ in 0..<2 {
      let (app, root, report) = launch()
      #expect(report.sleepingNodes == 1)
      app.session.markStable()
      _ = store.takeNotes()
      root.item("bad", as: Probe.self)?.decoding = { _, _ in
        #expect(store.takeNotes().contains(LaunchNote(number, .waking)))
      }
      store.die(at: LaunchNote(number, .waking))
      root.items[1].loadRestorableStateIfNeeded()
    }
    let (app, root, report) = launch()
    #expect(report.reasons == [.heldBack] && names(root) == ["a"])
    #expect(try app.session.heldBack().first?.stage == .waking)
  }

  @Test("A suspect that was read lives, and is suspected no longer.")
  func wakesWell() throws {
    let (first, saved, _) = launch()
    saved.set([Probe("a", number: 1), Probe("bad", number: 2)])
    saved.show(0)
    first.save()
    first.session.close(scene: "main")
    let number = try #require(try store.archive()?.number("bad"))
    var apps: [TestApp] = []
    func wake() -> Row {
      let (app, root, _) = launch()
      app.session.markStable()
      apps.append(app)
      return root
    }
    let killed = wake()
    store.die(at: LaunchNote(number, .waking))
    killed.items[1].loadRestorableStateIfNeeded()
    let well = wake()
    #expect(store.record()?.suspect == number)
    well.items[1].loadRestorableStateIfNeeded()
    #expect(store.record()?.suspect == nil && store.record()?.note == .closed)
    let again = wake()
    store.die(at: LaunchNote(number, .waking))
    again.items[1].loadRestorableStateIfNeeded()
    #expect(launch().report.outcome == .restored)
    #expect(apps.count == 3)
  }

  @Test("If nothing can be set aside, the node is left out all the same, and the save is kept.")
  func cannotSetAside() throws {
    let numbers = try saved()
    for _ in 0..<2 { die(at: numbers.bad) }
    store.failHolding(with: StateStoreError(.outOfSpace, "No room."))
    let (app, root, report) = launch()
    #expect(Set(report.reasons) == [.heldBack, .store])
    #expect(names(root) == ["box", "c", "a", "b"])
    app.save()
    #expect(store.kept == ["heldBack"])
  }

  @Test("An app may watch no launch at all.")
  func off() throws {
    let numbers = try saved()
    _ = store.takeNotes()
    for _ in 0..<5 {
      store.die(at: LaunchNote(numbers.bad, .decoding))
      let (_, _, report) = launch { $0.launchLimits = nil }
      #expect(report.outcome == .restored)
    }
    #expect(store.takeNotes().isEmpty)
  }

  @Test("Restoring again in one process is no death.")
  func again() throws {
    _ = try saved()
    let (app, root, _) = launch()
    for _ in 0..<4 { #expect(app.restore(root).outcome == .restored) }
  }
}
