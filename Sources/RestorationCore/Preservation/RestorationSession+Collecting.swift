import Foundation

extension RestorationSession {
  /// Collects what changed in all open scenes.
  ///
  /// If the app erases everything meanwhile, what was collected builds on nothing, and the outcome is
  /// deferred.
  func collect() -> CollectedSave {
    isSaving = true
    defer { isSaving = false }
    registrations.removeOrphans()
    var save = CollectedSave(date: configuration.now())
    var vetoes = 0
    var refusals = 0
    let erasuresBefore = erasures
    for scene in scenesInOrder where isOpen(scene) {
      scene.isVetoed = false
      guard let root = savableRoot(of: scene, &save.report) else {
        refusals += 1
        continue
      }
      let header = header(of: scene, save.date)
      scene.isVetoed = configuration.shouldSave?(header) == false
      if scene.isVetoed { vetoes += 1 }
      guard !scene.isVetoed, isOpen(scene) else { continue }
      let changes = changes(in: scene, root, header, &save.report)
      save.parts.append(CollectedSave.Part(scene: scene, changes: changes))
    }
    if save.parts.isEmpty, vetoes + refusals > 0 {
      save.report.outcome = refusals > 0 ? .refused : .vetoed
    }
    guard erasures == erasuresBefore else {
      saveIsDeferred = true
      save.report.outcome = .deferred
      save.parts = []
      return save
    }
    // The app may close or discard a scene while it is asked; what is saved of it is not touched.
    for index in save.parts.indices.reversed() {
      guard isOpen(save.parts[index].scene) else {
        save.parts.remove(at: index)
        continue
      }
      save.report.updatedRecords += save.parts[index].changes?.updated.count ?? 0
      save.report.removedRecords += save.parts[index].changes?.removed.count ?? 0
    }
    return save
  }

  private var scenesInOrder: [LiveScene] {
    scenes.count == 1 ? Array(scenes.values) : scenes.values.sorted { $0.name < $1.name }
  }

  func isOpen(_ scene: LiveScene) -> Bool {
    if let loneScene { return loneScene === scene }
    return scenes[ExactString(scene.name)] === scene
  }

  /// The root of a scene, unless saving it would replace a good archive with nothing.
  private func savableRoot(of scene: LiveScene, _ report: inout SaveReport) -> (any Restorable)? {
    func refuse(_ message: String, remedy: String) {
      report.diagnostics.append(
        RestorationDiagnostic(.store, at: nil, "\(scene.name): \(message)", remedy: remedy)
      )
    }
    if let error = scene.unavailability {
      noteHealth { $0.lastError = error }
      refuse(
        "What is saved could not be read, so it is not overwritten.",
        remedy: "Call restore(_:in:) again when the store can be read."
      )
      return nil
    }
    if scene.successor != nil {
      refuse(
        "Another session has restored the scene from the same store, and saves it from now on.",
        remedy: "Use one session for a store, or close the scene here with close(scene:)."
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
    let updated = isFull ? allRecords(of: scene, result) : result.updated
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

  /// The records of all nodes, which a first save has just made.
  private func allRecords(of scene: LiveScene, _ result: PreservationWalk.Result) -> [NodeRecord] {
    let isComplete = result.removed.isEmpty && result.updated.count == scene.nodes.count
    return isComplete ? result.updated : scene.nodes.inOrder.compactMap(\.record)
  }

  /// The app's own state, if it differs from what was saved last.
  private func changedAppState(of scene: LiveScene, _ report: inout SaveReport) -> [UInt8]? {
    guard let encode = configuration.encodeAppState else { return nil }
    let encoder = StateEncoder(context: context, links: scene.membership)
    encoder.limits = configuration.limits
    do {
      try encode(encoder, scene.name)
      if let failure = encoder.failure { throw failure }
    } catch {
      noteUnsavedAppState(of: scene, error, &report)
      return nil
    }
    let state = encoder.finish()
    report.diagnostics += encoder.issues.map { issue in
      RestorationDiagnostic(issue, at: nil, in: "\(scene.name): The app's own state: ")
    }
    if let excess = encoder.excess(of: configuration.limits) {
      noteExcessiveAppState(of: scene, excess, &report)
      return nil
    }
    guard scene.isAppStateUnsaved || state != scene.appState else { return nil }
    scene.isAppStateUnsaved = false
    scene.appState = state
    return state
  }

  private func noteUnsavedAppState(
    of scene: LiveScene,
    _ error: any Error,
    _ report: inout SaveReport
  ) {
    if let excess = CBORError(exceedingLimitIn: error) {
      return noteExcessiveAppState(of: scene, excess.message, &report)
    }
    report.diagnostics.append(
      RestorationDiagnostic(
        .failed,
        at: nil,
        "\(scene.name): The app failed to write its own state: \(error)",
        remedy: "What was saved of it last is kept; mend what it threw."
      )
    )
  }

  private func noteExcessiveAppState(
    of scene: LiveScene,
    _ excess: String,
    _ report: inout SaveReport
  ) {
    report.diagnostics.append(
      RestorationDiagnostic(
        .limitExceeded,
        at: nil,
        "\(scene.name): The app's own state was not saved. \(excess)",
        remedy: "What was saved of it last is kept; write less, or raise the limit."
      )
    )
  }

  func header(of scene: LiveScene, _ date: Date) -> ArchiveHeader {
    ArchiveHeader(
      scene: scene.name,
      date: date,
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
  /// As a rule they are in order already.
  nonisolated fileprivate var inNumberOrder: [NodeRecord] {
    isInNumberOrder ? self : sortedByNumber
  }

  nonisolated private var sortedByNumber: [NodeRecord] {
    indices.sorted { self[$0].number < self[$1].number }.map { self[$0] }
  }
}

/// The name and version of the system, read once: that costs more than a small save.
private let systemName = ProcessInfo.processInfo.operatingSystemVersionString
