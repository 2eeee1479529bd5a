import Foundation

extension RestorationSession {
  /// Saves what changed in all open scenes, and returns when the store has it.
  ///
  /// Nothing changed writes nothing. Within a restore the answer is
  /// ``SaveReport/Outcome-swift.enum/deferred``, and the save runs when that has ended. It never
  /// throws: a failure is in the report, leaves the last save on disk as it is, and marks everything
  /// again.
  ///
  /// - Complexity: O(*n*) in the number of nodes that were marked or promise nothing.
  @discardableResult
  public func save() -> SaveReport {
    guard !isRestoring, !isSaving, nodesBeingRead == 0 else {
      saveIsDeferred = true
      return SaveReport(outcome: .deferred)
    }
    isSaving = true
    registrations.removeOrphans()
    let report = saveScenes()
    isSaving = false
    if saveIsDeferred {
      saveIsDeferred = false
      setNeedsSave()
    }
    return report
  }

  /// Saves soon: once for all changes that come before it.
  ///
  /// See ``SessionConfiguration/saveDelay``.
  public func setNeedsSave() {
    schedule(after: configuration.saveDelay)
  }

  /// Saves soon, and answers when the store has it.
  public func save(completion: @escaping @MainActor (SaveReport) -> Void) {
    completions.append(completion)
    schedule(after: .zero)
  }

  /// Saves soon, and answers when the store has it.
  ///
  /// It needs a main actor that is drained.
  public func saved() async -> SaveReport {
    await withCheckedContinuation { continuation in
      save { continuation.resume(returning: $0) }
    }
  }

  private func schedule(after delay: Duration) {
    guard !saveIsScheduled || delay == .zero else { return }
    saveIsScheduled = true
    configuration.scheduling.schedule(after: delay) { [weak self] in self?.runScheduledSave() }
  }

  private func runScheduledSave() {
    // An earlier one may have come first; then there is nothing left to do.
    guard saveIsScheduled || !completions.isEmpty else { return }
    saveIsScheduled = false
    saveAndAnswer()
  }

  /// Saves, answers those who wait for it, and tells the app of what went wrong.
  func saveAndAnswer() {
    let waiting = completions
    completions = []
    let report = save()
    if case .deferred = report.outcome {
      completions = waiting + completions
    } else {
      for completion in waiting { completion(report) }
      saveHandler?(report)
    }
    for diagnostic in report.diagnostics { diagnosticHandler?(diagnostic) }
    if case .failed(let error) = report.outcome { noteFailure(error) }
  }

  private func noteFailure(_ error: StateStoreError) {
    diagnosticHandler?(
      RestorationDiagnostic(
        .store,
        at: nil,
        "A save failed: \(error)",
        remedy: "The last save stands; the next one writes everything again."
      )
    )
  }
}

// MARK: - Scenes

extension RestorationSession {
  private func saveScenes() -> SaveReport {
    var report = SaveReport(outcome: .nothingChanged)
    var saved: [(scene: LiveScene, changes: SceneChanges?)] = []
    var vetoes = 0
    var refusals = 0
    let erasuresBefore = erasures
    for scene in scenes.values.sorted(by: { $0.name < $1.name }) where isOpen(scene) {
      guard let root = savableRoot(of: scene, &report) else {
        refusals += 1
        continue
      }
      let header = header(of: scene)
      guard configuration.shouldSave?(header) ?? true else {
        vetoes += 1
        continue
      }
      guard isOpen(scene) else { continue }
      saved.append((scene, changes(in: scene, root, header, &report)))
    }
    if saved.isEmpty, vetoes + refusals > 0 {
      report.outcome = refusals > 0 ? .refused : .vetoed
    }
    if erasures != erasuresBefore {
      // A node erased everything while it was asked: what was collected before builds on nothing.
      saveIsDeferred = true
      report.outcome = .deferred
      return report
    }
    // The app may close or discard a scene while it is asked; what is saved of it is not touched.
    saved.removeAll { !isOpen($0.scene) }
    let batch = saved.compactMap(\.changes)
    guard !batch.isEmpty else { return report }
    commit(batch, of: saved.map(\.scene), &report)
    return report
  }

  private func isOpen(_ scene: LiveScene) -> Bool {
    scenes[ExactString(scene.name)] === scene
  }

  private func commit(_ batch: [SceneChanges], of saved: [LiveScene], _ report: inout SaveReport) {
    report.updatedRecords = batch.reduce(0) { $0 + $1.updated.count }
    report.removedRecords = batch.reduce(0) { $0 + $1.removed.count }
    do {
      try store.commit(batch)
      report.outcome = .saved
      for scene in saved {
        scene.needsFullSave = false
        scene.setsAside = nil
      }
    } catch {
      report.outcome = .failed(error)
      // What the store has now is compared with nothing.
      for scene in saved { scene.needsFullSave = true }
    }
  }

  /// The root of a scene, unless saving it would replace a good archive with nothing.
  private func savableRoot(of scene: LiveScene, _ report: inout SaveReport) -> (any Restorable)? {
    func refuse(_ message: String, remedy: String) {
      report.diagnostics.append(
        RestorationDiagnostic(.store, at: nil, "\(scene.name): \(message)", remedy: remedy)
      )
    }
    if scene.isUnavailable {
      refuse(
        "What is saved could not be read, so it is not overwritten.",
        remedy: "Call restore(_:in:) again when the store can be read."
      )
      return nil
    }
    guard let root = scene.root else {
      refuse(
        "The root is gone, so what is saved is kept.",
        remedy: "Close the scene with close(scene:), or keep its root alive."
      )
      return nil
    }
    guard let identifier = root.restorationIdentifier, !identifier.isEmpty else {
      refuse(
        "The root has no restoration identifier, so what is saved is kept.",
        remedy: "Give the root a restoration identifier."
      )
      return nil
    }
    return root
  }

  private func changes(
    in scene: LiveScene,
    _ root: any Restorable,
    _ header: ArchiveHeader,
    _ report: inout SaveReport
  ) -> SceneChanges? {
    passes += 1
    let walk = PreservationWalk(over: scene, pass: passes, settings: settings)
    let result = walk.run(from: root)
    report.encodedNodes += result.encodedNodes
    report.diagnostics += result.diagnostics
    let appState = changedAppState(of: scene, &report)
    let isFull = scene.needsFullSave
    guard isFull || appState != nil || !result.updated.isEmpty || !result.removed.isEmpty else {
      return nil
    }
    let updated = isFull ? scene.nodes.values.compactMap(\.record) : result.updated
    return SceneChanges(
      header: header,
      root: scene.rootNode?.number,
      updated: updated.inNumberOrder,
      removed: isFull ? [] : result.removed,
      appState: isFull ? scene.appState : appState,
      nextNumber: scene.nextNumber,
      replacesEverything: isFull,
      setsAside: scene.setsAside
    )
  }

  /// The app's own state, if it differs from what was saved last.
  private func changedAppState(of scene: LiveScene, _ report: inout SaveReport) -> [UInt8]? {
    guard let encode = configuration.encodeAppState else { return nil }
    let encoder = StateEncoder(context: context, links: scene)
    do {
      try encode(encoder, scene.name)
      if let failure = encoder.failure { throw failure }
    } catch {
      report.diagnostics.append(
        RestorationDiagnostic(
          .failed,
          at: nil,
          "\(scene.name): The app failed to write its own state: \(error)",
          remedy: "What was saved of it last is kept; mend what it threw."
        )
      )
      return nil
    }
    let state = encoder.finish()
    report.diagnostics += encoder.issues.map { issue in
      RestorationDiagnostic(issue, at: nil, in: "\(scene.name): The app's own state: ")
    }
    guard state != scene.appState else { return nil }
    scene.appState = state
    return state
  }

  private func header(of scene: LiveScene) -> ArchiveHeader {
    ArchiveHeader(
      scene: scene.name,
      date: configuration.now(),
      appVersion: configuration.appVersion,
      schema: configuration.schema,
      system: systemName,
      layoutClass: configuration.layoutClass?()
    )
  }
}

extension [NodeRecord] {
  /// The records sorted by number.
  ///
  /// It is not isolated, and moves indices in place of records, since both cost much with many nodes.
  nonisolated fileprivate var inNumberOrder: [NodeRecord] {
    indices.sorted { self[$0].number < self[$1].number }.map { self[$0] }
  }
}

/// The name and version of the system, read once: that costs more than a small save.
private let systemName = ProcessInfo.processInfo.operatingSystemVersionString
