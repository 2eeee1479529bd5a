import Foundation
import RestorationCore
import Testing

@testable import RestorationStore

/// Real processes that trap, hang and are killed while they restore.
@Suite("Launches that die", .serialized)
struct LaunchGuardProcessTests {
  private static let all = ["box", "c", "a", "bad", "b"]

  /// Launches the app in a process of its own, which has to die.
  private func die(
    _ folder: URL,
    _ fault: GuardedApp.Fault,
    build: String = "1",
    boot: String? = nil,
    by condition: ExitTest.Condition = .failure
  ) async {
    await #expect(processExitsWith: condition) {
      [
        path = folder.path as String, fault = fault.rawValue as String, build = build as String,
        boot = boot as String?
      ] in
      await MainActor.run {
        let fault = GuardedApp.Fault(rawValue: fault) ?? .none
        let app = GuardedApp(in: URL(filePath: path), fault: fault, build: build, boot: boot)
        app.launch(fault)
      }
    }
  }

  /// Launches the app in this process, which does not die, and ends it in order.
  @MainActor
  private func live(
    _ folder: URL,
    _ fault: GuardedApp.Fault = .none,
    build: String = "1",
    boot: String? = nil,
    saves: Bool = true
  ) -> GuardedApp.Finding {
    let app = GuardedApp(in: folder, fault: fault, build: build, boot: boot)
    let finding = app.launch()
    if saves { app.session.save() }
    app.store.close()
    return finding
  }

  @Test(
    "The second launch tries again, the third comes up without the node, and names it.",
    arguments: [GuardedApp.Fault.trapsInDecode, .trapsInFactory, .trapsInFinish]
  )
  func node(fault: GuardedApp.Fault) async throws {
    try await runInTemporaryFolder { folder in
      await GuardedApp.prepare(folder)
      for _ in 0..<2 { await die(folder, fault) }
      let third = await live(folder, fault)
      #expect(third.outcome == .partial && third.paths == ["root/box/bad"])
      #expect(third.names == ["box", "c", "a", "b"] && third.held == ["root/box/bad"])
      let fourth = await live(folder, fault)
      #expect(fourth.outcome == .restored && fourth.held == ["root/box/bad"])
    }
  }

  @Test("P272: what was held back is brought back once the app is mended.")
  @MainActor
  func bringsBack() async throws {
    try await runInTemporaryFolder { folder in
      GuardedApp.prepare(folder)
      for _ in 0..<2 { await die(folder, .trapsInDecode) }
      _ = live(folder, .trapsInDecode)
      let app = GuardedApp(in: folder)
      app.launch()
      let held = try #require(try app.session.heldBack().first)
      let report = try #require(try app.session.bringBack(held))
      #expect(app.finding(report).names == Self.all)
      #expect(app.finding(report).badText == "text of bad")
      app.session.save()
      app.store.close()
      let next = live(folder)
      #expect(next.names == Self.all && next.held == [] && next.badText == "text of bad")
      #expect(folder.names.filter { $0.hasPrefix("held-") } == [])
    }
  }

  @Test("Where the fault is in the container as well, the fourth launch comes up without that.")
  func container() async throws {
    try await runInTemporaryFolder { folder in
      await GuardedApp.prepare(folder)
      for _ in 0..<3 { await die(folder, .trapsInDecodeAndAtHole) }
      let fourth = await live(folder, .trapsInDecodeAndAtHole)
      #expect(fourth.paths == ["root/box"] && fourth.names == ["c"])
      #expect(Set(fourth.held) == ["root/box", "root/box/bad"])
    }
  }

  @Test("A container that traps by itself is the node that is held back.")
  func containerAlone() async throws {
    try await runInTemporaryFolder { folder in
      await GuardedApp.prepare(folder)
      for _ in 0..<2 { await die(folder, .trapsInContainer) }
      let third = await live(folder, .trapsInContainer)
      #expect(third.paths == ["root/box"] && third.names == ["c"])
    }
  }

  @Test("B51: a hang that the user ends by killing the app is a death like any other.")
  func hang() async throws {
    try await runInTemporaryFolder { folder in
      await GuardedApp.prepare(folder)
      for _ in 0..<2 { await die(folder, .hangsInDecode, by: .signal(SIGKILL)) }
      let third = await live(folder, .hangsInDecode)
      #expect(third.paths == ["root/box/bad"] && third.held == ["root/box/bad"])
    }
  }

  @Test("A kill from outside at a random moment of a restore costs no node, nor do two in a row.")
  func randomKills() async throws {
    try await runInTemporaryFolder { folder in
      let prepared = folder.appending(path: "prepared")
      await GuardedApp.prepare(prepared, leaves: 300)
      let start = ContinuousClock.now
      #expect(await live(prepared, saves: false).held == [])
      let span = ContinuousClock.now - start
      var (rounds, kills, pairs) = (0, 0, 0)
      // Until some kills came within a restore, and two in a row at different nodes.
      while rounds < 6 || (rounds < 60 && (kills < 4 || pairs == 0)) {
        rounds += 1
        let place = folder.appending(path: "round\(rounds)")
        try FileManager.default.copyItem(at: prepared, to: place)
        let notes = [
          try await kill(place, after: span * .random(in: 0...1)),
          try await kill(place, after: span * .random(in: 0...1)),
        ]
        kills += notes.count { $0.node != nil || $0 == .restoring }
        // Two deaths in a row at one node, or after the restore, are more than chance.
        guard notes[0].node != notes[1].node || notes[0] == .restoring else { continue }
        if !notes.contains(where: { $0.node == nil }) { pairs += 1 }
        let next = await live(place, saves: false)
        #expect(next.outcome == .restored && next.names.count == 305 && next.held == [])
      }
      #expect(kills >= 4 && pairs > 0)
    }
  }

  /// Launches the app in a process that is killed while it restores, and tells what it was about.
  private func kill(_ folder: URL, after delay: Duration) async throws -> LaunchNote {
    let microseconds = UInt32(delay / .microseconds(1))
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [path = folder.path as String, microseconds = microseconds as UInt32] in
      await MainActor.run {
        let app = GuardedApp(in: URL(filePath: path))
        var isRestoring = false
        app.session.hooks.willRestore = { _, _ in
          if !isRestoring { KilledByUser.killSoon(after: microseconds) }
          isRestoring = true
        }
        app.launch()
        KilledByUser.wait()
      }
    }
    let store = FileStateStore(directory: folder)
    defer { store.close() }
    return store.launchGuard?.record(of: "main", build: "1")?.note ?? .closed
  }

  @Test("A new build tries again, and dies as often before it goes without.")
  func newBuild() async throws {
    try await runInTemporaryFolder { folder in
      await GuardedApp.prepare(folder)
      for build in ["1", "2"] {
        for _ in 0..<2 { await die(folder, .trapsInDecode, build: build) }
        let finding = await live(folder, .trapsInDecode, build: build)
        #expect(!finding.names.contains("bad") && finding.held == ["root/box/bad"])
      }
      let mended = await live(folder, build: "3")
      #expect(mended.names == Self.all && mended.badText == "text of bad")
      #expect(await live(folder, build: "3").held == [])
    }
  }

  @Test("A new boot blames nobody.")
  func newBoot() async throws {
    try await runInTemporaryFolder { folder in
      await GuardedApp.prepare(folder)
      for boot in ["one", "two", "three"] { await die(folder, .trapsInDecode, boot: boot) }
      #expect(await live(folder, boot: "four", saves: false).names == Self.all)
      await die(folder, .trapsInDecode, boot: "four")
      #expect(await live(folder, boot: "four", saves: false).names == Self.all)
    }
  }

  @Test("B05, P238, P337: deaths after the restore hold back the scene, which can be gone back to.")
  @MainActor
  func unsettled() async throws {
    try await runInTemporaryFolder { folder in
      GuardedApp.prepare(folder)
      for _ in 0..<2 { await die(folder, .trapsAfterRestore) }
      let app = GuardedApp(in: folder)
      let third = app.launch()
      #expect(third.outcome == .heldBack && third.names == [])
      app.root.items = [GuardedLeaf(restorationIdentifier: "fresh")]
      #expect(app.session.save().outcome == .saved)
      let kept = try #require(try app.session.generations().first { $0.reason == "heldBack" })
      let reports = app.session.restore(generation: kept)
      #expect(reports.map(\.outcome) == [.restored])
      #expect(app.finding(reports[0]).names == Self.all)
      app.session.save()
      app.store.close()
      #expect(live(folder).names == Self.all)
    }
  }

  @Test("An app that was well before it died, or that ended in order, has no death to count.")
  func settled() async throws {
    try await runInTemporaryFolder { folder in
      await GuardedApp.prepare(folder)
      for _ in 0..<3 { await die(folder, .settlesAndTraps) }
      for _ in 0..<3 { await die(folder, .endsAfterRestore, by: .success) }
      #expect(await live(folder).outcome == .restored)
    }
  }

  @Test(
    "P324: a launch that cannot make a node drops it, and the next ones do not die or lose more."
  )
  func declines() async throws {
    try await runInTemporaryFolder { folder in
      await GuardedApp.prepare(folder)
      for round in 0..<3 {
        let finding = await MainActor.run {
          let app = GuardedApp(in: folder)
          app.session.registry.register(GuardedLeaf.self, at: "**/bad") { _, _ in nil }
          let finding = app.launch()
          app.session.save()
          app.store.close()
          return finding
        }
        #expect(finding.outcome == (round == 0 ? .partial : .restored))
        #expect(finding.names == ["box", "c", "a", "b"] && finding.held == [])
      }
    }
  }
}
