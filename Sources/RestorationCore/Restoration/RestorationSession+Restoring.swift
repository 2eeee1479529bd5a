import Foundation

extension RestorationSession {
  /// Brings a scene back to where it was saved.
  ///
  /// Build the root as on every launch, and hand it in before anything is shown. Nodes that the
  /// launch built are reused, others are made by their registered classes. Whatever the archive
  /// holds, the launch goes on: the report says what came back and what did not.
  ///
  /// Called again with the same root, it restores what is saved now; that is also how to go on
  /// after `unavailable`, once the store can be read.
  ///
  /// - Parameters:
  ///   - root: The root of the scene's tree. Its identifier must be the saved one. The app keeps it.
  ///   - scene: The name of the scene. An empty one, and two live roots under one name, are programmer
  ///     errors.
  /// - Returns: What happened.
  @discardableResult
  public func restore(_ root: any Restorable, in scene: String) -> RestorationReport {
    prepareToRestore()
    return restore(root, in: scene, from: .lastSave)
  }

  func prepareToRestore() {
    precondition(
      !isRestoring,
      "A scene is restored within the restore of another; wait for its end."
    )
    precondition(!isSaving, "A scene is restored within a save; wait for its end.")
    settleCommitInFlight()
  }

  /// What a scene is restored from.
  enum Source {
    case lastSave
    case generation(StateGeneration)
  }

  func restore(
    _ root: any Restorable,
    in scene: String,
    from source: Source
  ) -> RestorationReport {
    let live = open(scene, root)
    OpenScenes.take(live, of: store)
    isRestoring = true
    live.beginRestoring()
    let report =
      switch source {
      case .lastSave: restore(live, root)
      case .generation(let generation): restore(live, root, from: generation)
      }
    endLaunch(of: live)
    isRestoring = false
    number(live)
    live.endRestoring()
    note(takeDepartures(), of: live)
    if saveIsDeferred {
      saveIsDeferred = false
      saveAndAnswer()
    }
    if configuration.savesAutomatically, !live.isUnavailable { setNeedsSave() }
    return report
  }

  /// Gives the nodes that are new in a scene their numbers, so that their changes are noticed before
  /// the first save.
  private func number(_ scene: LiveScene) {
    scene.addRootIfNeeded()
    passes += 1
    PreservationWalk(over: scene, pass: passes, settings: settings).listBelowMarkedNodes()
  }

  private func open(_ name: String, _ root: any Restorable) -> LiveScene {
    precondition(!name.isEmpty, "A scene needs a name that is not empty.")
    for (other, scene) in scenes where other != ExactString(name) {
      precondition(
        scene.root !== root,
        "The root of the scene '\(name)' is that of '\(scene.name)' already; close that one with "
          + "close(scene:), or build a root for each window."
      )
    }
    let known = scenes[ExactString(name)]
    if let known, let other = known.root {
      precondition(
        other === root,
        "The scene '\(name)' is open with another root; close it with close(scene:), or choose "
          + "another name for the new window."
      )
      return known
    }
    // Its root is gone, and with it whoever could close it.
    if known != nil { forget(name) }
    let scene = LiveScene(
      name: name,
      root: root,
      traits: traits,
      registrations: registrations,
      coordinator: configuration.transitionCoordinator
    )
    prepareForUnwinding(scene)
    scene.wakeNode = { [reference, membership = scene.membership] node in
      guard let session = reference.object, let scene = membership.scene else { return }
      session.read(node, in: scene)
    }
    scene.didChange = { [reference] node in reference.object?.noteChange(of: node) }
    scenes[ExactString(name)] = scene
    return scene
  }

  private func noteChange(of node: LiveNode) {
    noteMark()
    if configuration.savesAutomatically { setNeedsSave() }
    if let treeDidChange, let object = node.object { treeDidChange(object) }
  }

  /// Tells of departures: in the report of the restore that is under way, if it is one of their scene.
  private func note(_ diagnostics: [RestorationDiagnostic], of scene: LiveScene) {
    if scene.isRestoring {
      departures += diagnostics
    } else {
      for diagnostic in diagnostics { diagnosticHandler?(diagnostic) }
    }
  }

  /// Reads the state of a node that wakes.
  private func read(_ node: LiveNode, in scene: LiveScene) {
    let reader = NodeReader(scene: scene, settings: settings)
    let outer = scene.watch?.note
    nodesBeingRead += 1
    let diagnostics = reader.read(node)
    nodesBeingRead -= 1
    note(diagnostics, of: scene)
    scene.watch?.note = LaunchNote(node.number, .waking)
    node.object?.didFinishRestoring()
    if let outer { scene.watch?.note = outer }
    if let launch = scene.launch, launch.record.suspect == node.number { launch.clearSuspect() }
    // A save that was asked for meanwhile would have written what is half read.
    if saveIsDeferred, nodesBeingRead == 0, !isRestoring, !isSaving {
      saveIsDeferred = false
      saveAndAnswer()
    }
  }
}

// MARK: - Deciding

extension RestorationSession {
  private func restore(_ scene: LiveScene, _ root: any Restorable) -> RestorationReport {
    scene.needsFullSave = true
    scene.unavailability = nil
    scene.setsAside = nil
    let erasuresBefore = erasures
    let loaded: LoadedArchive?
    do {
      loaded = try store.load(scene: scene.name)
    } catch {
      return report(on: error, scene)
    }
    guard let loaded else { return RestorationReport(outcome: .nothingSaved, scene: scene.name) }
    // Whether or not it is restored, no number is given twice.
    scene.nextNumber = max(scene.nextNumber, loaded.archive.nextNumber)
    if let refusal = refusal(of: loaded.archive.header, scene) { return refusal }
    let report = restore(loaded, into: scene, root)
    guard report.outcome != .heldBack else { return report }
    // The app may erase everything whenever it is asked.
    let isErased = erasures != erasuresBefore
    if isErased { scene.forgetSaved() }
    scene.needsFullSave = !loaded.damage.isEmpty || report.restoredNodes == 0 || isErased
    if scene.needsFullSave, report.savedNodes > 0, !isErased {
      scene.setsAside = report.outcome.rawValue
    } else if !scene.heldBack.isEmpty, !isErased {
      scene.setsAside = RestorationOutcome.heldBack.rawValue
    } else if report.tellsOfFailures, !isErased {
      scene.setsAside = report.outcome.rawValue
    }
    return report
  }

  private var registrationDiagnostics: [RestorationDiagnostic] {
    registry.diagnostics.map { warning in
      RestorationDiagnostic(
        .registration,
        at: nil,
        warning.message,
        remedy: "Otherwise it is made as another class."
      )
    }
  }

  private func report(on error: StateStoreError, _ scene: LiveScene) -> RestorationReport {
    let outcome: RestorationOutcome =
      switch error.code {
      case .damaged: .damaged
      case .fromNewerVersion: .fromNewerVersion
      default: .unavailable
      }
    scene.unavailability = outcome == .unavailable || outcome == .fromNewerVersion ? error : nil
    scene.setsAside = scene.isUnavailable ? nil : outcome.rawValue
    var report = RestorationReport(outcome: outcome, scene: scene.name)
    report.diagnostics.append(
      RestorationDiagnostic(
        .store,
        at: nil,
        "\(error)",
        remedy: scene.isUnavailable
          ? "Nothing is overwritten; call restore(_:in:) again when it can be read."
          : "The app starts afresh; what is there is set aside before the first save."
      )
    )
    return report
  }

  /// The report on an archive that is not to be restored.
  private func refusal(of header: ArchiveHeader, _ scene: LiveScene) -> RestorationReport? {
    let outcome: RestorationOutcome
    let message: String
    if header.schema > configuration.schema {
      outcome = .fromNewerVersion
      message = "The archive has schema \(header.schema), and this app \(configuration.schema)."
    } else if let age = configuration.maximumAge,
      configuration.now().timeIntervalSince(header.date) > age
    {
      outcome = .stale
      message = "The archive is from \(header.date), more than \(age) seconds ago."
    } else if let shouldRestore = configuration.shouldRestore, !shouldRestore(header) {
      outcome = .vetoed
      message = "The app decided not to restore it."
    } else {
      return nil
    }
    // The tree lives on, and the next save writes all of it, what sleeps included.
    scene.setsAside = outcome.rawValue
    var report = RestorationReport(outcome: outcome, scene: scene.name)
    report.header = header
    report.diagnostics.append(
      RestorationDiagnostic(
        .vetoed,
        at: nil,
        message,
        remedy: "It is set aside before the first save replaces it."
      )
    )
    return report
  }
}

// MARK: - Restoring

extension RestorationSession {
  /// Restores a scene from an archive that was read, unless the guard holds it back.
  func restore(
    _ loaded: LoadedArchive,
    into scene: LiveScene,
    _ root: any Restorable
  ) -> RestorationReport {
    var report = RestorationReport(outcome: .restored, scene: scene.name)
    report.header = loaded.archive.header
    var archive = loaded.archive
    // The table is begun anew in any case, and the guard watches what is read from now on.
    scene.wakeAll()
    guard beginLaunch(of: scene, &archive, &report) else {
      reportHeldBack(scene, &report)
      return report
    }
    walk(archive, loaded.damage, into: scene, root, &report)
    decodeAppState(archive, scene, &report)
    scene.wakeVisibleNodes()
    report.sleepingNodes = scene.sleepingNodes
    report.diagnostics += takeDepartures()
    report.outcome = outcome(of: report)
    report.diagnostics += registrationDiagnostics
    return report
  }

  private func walk(
    _ archive: StateArchive,
    _ damage: [ArchiveDamage],
    into scene: LiveScene,
    _ root: any Restorable,
    _ report: inout RestorationReport
  ) {
    report.diagnostics += damage.map { damage in
      RestorationDiagnostic(
        .damaged,
        at: nil,
        damage.message,
        remedy: "The rest of the archive is restored."
      )
    }
    // No number is given twice, whatever state is gone back to.
    let nextNumber = scene.nextNumber
    let walk = RestorationWalk(of: archive, into: scene, settings: settings, report: report)
    report = walk.run(from: root)
    scene.nextNumber = max(scene.nextNumber, nextNumber)
  }

  private func takeDepartures() -> [RestorationDiagnostic] {
    defer { departures = [] }
    return departures
  }

  private func outcome(of report: RestorationReport) -> RestorationOutcome {
    if report.diagnostics.isEmpty { return .restored }
    let isDamaged = report.diagnostics.contains { $0.reason == .damaged }
    return isDamaged && report.restoredNodes == 0 ? .damaged : .partial
  }

  private func decodeAppState(
    _ archive: StateArchive,
    _ scene: LiveScene,
    _ report: inout RestorationReport
  ) {
    scene.appState = archive.appState
    scene.isAppStateUnsaved = false
    guard let decode = configuration.decodeAppState else { return }
    let decoder = StateDecoder(
      state: archive.appState,
      path: IdentifierPath(root: .init(identifier: scene.name)),
      classVersion: archive.header.schema,
      context: context,
      limits: configuration.limits,
      links: scene.membership
    )
    do {
      try decode(decoder, scene.name)
      report.diagnostics += NodeReader(scene: scene, settings: settings)
        .diagnostics(on: decoder, of: "The app's own state", at: nil)
    } catch {
      report.diagnostics.append(
        RestorationDiagnostic(
          .failed,
          at: nil,
          "The app failed to read its own state: \(error)",
          remedy: "It keeps its initial state; mend what it threw."
        )
      )
    }
  }
}

extension RestorationReport {
  /// Whether something was saved that nobody could make or read, which another build may.
  ///
  /// A factory that declines has looked at what was saved, and wants it no more.
  fileprivate var tellsOfFailures: Bool {
    diagnostics.contains { $0.reason == .noClass || $0.reason == .failed }
  }
}
