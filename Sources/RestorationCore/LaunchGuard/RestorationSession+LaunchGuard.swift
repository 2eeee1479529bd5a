extension RestorationSession {
  /// Lists what is held back since the app died when it was restored, the oldest first.
  ///
  /// It is set aside and survives every save, until more or larger nodes come than the store keeps;
  /// then the oldest leave. A scene that is held back as a whole is not listed here:
  /// it is among ``generations()``.
  ///
  /// - Throws: ``StateStoreError`` if it cannot be read.
  public func heldBack() throws(StateStoreError) -> [HeldBackNode] {
    try store.launchGuard?.heldBack() ?? []
  }

  /// Tries a node again that is held back, once what it died of is mended.
  ///
  /// Its scene is saved and restored in place, with the node; a scene that is not open tries it when
  /// it is restored. Should the app die of it, it is held back again, after as many deaths as before.
  /// A new build of the app tries again by itself.
  ///
  /// - Returns: What the restore did, or `nil` if the scene is not open.
  /// - Throws: ``StateStoreError`` if the scene cannot be saved, or that cannot be noted.
  @discardableResult
  public func bringBack(_ node: HeldBackNode) throws(StateStoreError) -> RestorationReport? {
    guard let launchGuard = store.launchGuard else { return nil }
    let live = scenes[ExactString(node.scene)]
    let root = live?.root
    if let live, root != nil { try saveBeforeGoingBack(in: live) }
    var again = node
    again.build = ""
    try launchGuard.holdBack(again)
    return root.map { restore($0, in: node.scene) }
  }

  /// Says that the app is well, so that no death from now on is one of this launch.
  ///
  /// The session says so by itself with the first save that comes
  /// ``LaunchLimits/settlingTime`` after a restore, and with a ``save()`` of the app's that had
  /// something to save. Call it once the app has shown what it restored, if it may be killed soon
  /// after: before it is suspended, say.
  public func markStable() {
    for scene in scenes.values { settle(scene) }
  }

  private func settle(_ scene: LiveScene) {
    scene.launch?.settle(keepingSuspect: hasSleepingSuspect(scene))
  }

  /// Whether a node that is suspected is still to show that it can be read.
  private func hasSleepingSuspect(_ scene: LiveScene) -> Bool {
    scene.launch?.record.suspect.flatMap(scene.node)?.isAsleep == true
  }

  var buildName: String {
    configuration.appVersion + "\n" + configuration.buildIdentifier
  }
}

// MARK: - Before and after a restore

extension RestorationSession {
  /// Asks the guard about a scene that is about to be restored, and begins to watch it.
  ///
  /// Nodes that are tried again are put back into the archive, and what is held back is reported.
  ///
  /// - Returns: Whether the scene is restored at all.
  func beginLaunch(
    of scene: LiveScene,
    _ archive: inout StateArchive,
    _ report: inout RestorationReport
  ) -> Bool {
    scene.heldBack = [:]
    let former = scene.launch
    scene.launch = nil
    guard let limits = configuration.launchLimits, let launchGuard = store.launchGuard else {
      return true
    }
    var held = listHeldBack(in: scene, launchGuard, &report)
    // Another build died of these, or the app asked for them.
    var triedAgain = held.filter { $0.build != buildName }.filter { $0.putBack(into: &archive) }
    var last = former?.record ?? launchGuard.record(of: scene.name, build: buildName)
    // This very process left it, and lives.
    if former != nil { last?.note = .closed }
    let verdict = LaunchVerdict(
      on: last,
      root: archive.root,
      parent: { number in
        archive.records[number]?.parent ?? held.first { $0.number == number }?.parent
      },
      limits: limits
    )
    if let number = verdict.node {
      held += holdBack(number, of: archive, verdict, launchGuard, &report)
      triedAgain.removeAll { $0.number == number }
    }
    let watch = launchGuard.watch(scene: scene.name, build: buildName, verdict.record)
    guard let watch else { return !verdict.holdsScene }
    let launch = SceneLaunch(watch: watch, record: verdict.record)
    scene.launch = launch
    guard !verdict.holdsScene else { return false }
    launch.triedAgain = triedAgain
    for node in held where node.build == buildName && node.stands(in: archive) {
      scene.heldBack[node.number] = node.deaths
    }
    return true
  }

  private func listHeldBack(
    in scene: LiveScene,
    _ launchGuard: any LaunchGuarding,
    _ report: inout RestorationReport
  ) -> [HeldBackNode] {
    do {
      return try launchGuard.heldBack().filter { $0.scene.hasSameBytes(as: scene.name) }
    } catch {
      note(error, "What is held back cannot be read", &report)
      return []
    }
  }

  private func holdBack(
    _ number: NodeNumber,
    of archive: StateArchive,
    _ verdict: LaunchVerdict,
    _ launchGuard: any LaunchGuarding,
    _ report: inout RestorationReport
  ) -> [HeldBackNode] {
    let node = HeldBackNode(
      cutting: number,
      outOf: archive,
      stage: verdict.stage,
      deaths: verdict.record.deaths,
      build: buildName,
      date: configuration.now()
    )
    guard let node else { return [] }
    do {
      try launchGuard.holdBack(node)
    } catch {
      // It is left out all the same; the generation that holds it is kept.
      note(error, "What is held back cannot be set aside", &report)
    }
    return [node]
  }

  private func note(_ error: StateStoreError, _ what: String, _ report: inout RestorationReport) {
    report.diagnostics.append(
      RestorationDiagnostic(
        .store,
        at: nil,
        "\(what): \(error)",
        remedy: "The save that this launch replaces is kept as a generation."
      )
    )
  }

  /// The report on a scene that is held back as a whole.
  func reportHeldBack(_ scene: LiveScene, _ report: inout RestorationReport) {
    scene.removeAll()
    scene.setsAside = RestorationOutcome.heldBack.rawValue
    report.outcome = .heldBack
    report.diagnostics.append(
      RestorationDiagnostic(
        .heldBack,
        at: nil,
        "The app died again and again when it restored the scene, so it is not restored.",
        remedy: "It is kept as a generation before the first save; go back with "
          + "restore(generation:) once what it died of is mended."
      )
    )
  }

  /// Ends the watch over the nodes of a scene that was restored.
  func endLaunch(of scene: LiveScene) {
    guard let launch = scene.launch, !launch.record.holdsScene else { return }
    // What was tried again is not in the store yet, and its parent lists it there no longer.
    for node in launch.triedAgain {
      for number in [node.parent] + node.archive.records.keys {
        scene.node(number)?.isUnsaved = true
        scene.node(number)?.mark()
      }
    }
    launch.triedAgain.removeAll { scene.node($0.number) == nil }
    launch.noteRestored(at: clock(), keepingSuspect: hasSleepingSuspect(scene))
    guard configuration.savesAutomatically, let limits = configuration.launchLimits else { return }
    // That the loop still runs then shows that the app is well, though nothing was to be saved.
    configuration.scheduling.schedule(after: limits.settlingTime) { [reference] in
      reference.object?.saveAndAnswer()
    }
  }

  /// Notes that a save has ended well.
  func noteSaved(_ save: CollectedSave) {
    for part in save.parts where isOpen(part.scene) {
      guard let launch = part.scene.launch else { continue }
      if part.changes != nil { launch.noteReplaced() }
      letGoOfWhatLives(launch)
      settleIfWell(part.scene, launch)
    }
  }

  /// Notes that the app came to save what it or its user changed.
  func settleScenes(changedBy save: CollectedSave) {
    for part in save.parts where part.changes != nil && isOpen(part.scene) {
      if part.scene.launch?.isUnsettled == true { settle(part.scene) }
    }
  }

  private func settleIfWell(_ scene: LiveScene, _ launch: SceneLaunch) {
    guard launch.isUnsettled, let restored = launch.restored else { return }
    let time = configuration.launchLimits?.settlingTime ?? .zero
    if clock() - restored >= time { settle(scene) }
  }

  private func letGoOfWhatLives(_ launch: SceneLaunch) {
    guard !launch.triedAgain.isEmpty else { return }
    let nodes = launch.triedAgain
    launch.triedAgain = []
    for node in nodes {
      do {
        try store.launchGuard?.letGo(of: node)
      } catch {
        diagnosticHandler?(
          RestorationDiagnostic(
            .store,
            at: node.path,
            "What is no longer held back could not be removed: \(error)",
            remedy: "It stays in the list, and does nothing while the node is in the tree."
          )
        )
      }
    }
  }
}
