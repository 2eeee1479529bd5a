extension RestorationSession {
  /// Lists the states that can be gone back to, the newest first.
  ///
  /// - Throws: ``StateStoreError`` if the store cannot be read.
  public func generations() throws(StateStoreError) -> [StateGeneration] {
    try store.generations()
  }

  /// Goes back to a state that ``generations()`` lists: every open scene becomes what it was then.
  ///
  /// The roots stay, and what stands below them becomes what the generation has; nodes that are in
  /// both are reused. What is there now is saved first, and kept as a generation of its own by the
  /// next save, so that one can go forward again. A scene that the generation does not know stays as
  /// it is; one that is not open yet is restored by ``restore(_:in:from:)``.
  ///
  /// ```swift
  /// @MainActor
  /// func restoreItems(of session: RestorationSession) throws -> [(String, () -> Void)] {
  ///   try session.generations().map { generation in
  ///     (title(of: generation), { show(session.restore(generation: generation)) })
  ///   }
  /// }
  /// ```
  ///
  /// - Returns: A report for each open scene, sorted by name. It is
  ///   ``RestorationOutcome/nothingSaved`` for a scene that the generation does not know, and
  ///   ``RestorationOutcome/unavailable`` if what is there now could not be saved, or the app vetoed
  ///   that: nothing has changed then.
  @discardableResult
  public func restore(generation: StateGeneration) -> [RestorationReport] {
    prepareToRestore()
    let open = scenes.values.sorted { $0.name < $1.name }.filter { $0.root != nil }
    do {
      try saveBeforeGoingBack()
    } catch {
      return open.map { report(on: error, $0.name) }
    }
    return open.compactMap { scene in
      // The app may close a scene, or let go of its root, while another one is restored.
      guard isOpen(scene), let root = scene.root else { return nil }
      if let veto = veto(of: scene) { return report(on: veto, scene.name) }
      return restore(root, in: scene.name, from: .generation(generation))
    }
  }

  /// Restores a scene from a state that ``generations()`` lists, as ``restore(generation:)`` does with
  /// scenes that are open.
  ///
  /// If that fails for a scene that was not open, what was saved last of it is set aside before a save
  /// replaces it, and not overwritten at all if the store cannot be reached. Call ``restore(_:in:)``
  /// to go on with it.
  ///
  /// - Parameters:
  ///   - root: The root of the scene's tree, as in ``restore(_:in:)``.
  ///   - scene: The name of the scene.
  ///   - generation: The state.
  /// - Returns: What happened.
  @discardableResult
  public func restore(
    _ root: any Restorable,
    in scene: String,
    from generation: StateGeneration
  ) -> RestorationReport {
    prepareToRestore()
    if let live = scenes[ExactString(scene)] {
      do {
        try saveBeforeGoingBack(in: live)
      } catch {
        return report(on: error, scene)
      }
    }
    return restore(root, in: scene, from: .generation(generation))
  }

  /// Saves what is there now; it is not given up before the store has it.
  func saveBeforeGoingBack() throws(StateStoreError) {
    switch save().outcome {
    case .failed(let error): throw error
    case .deferred:
      throw StateStoreError(.unavailable, "A node is being read; go back when that has ended.")
    case .saved, .nothingChanged, .vetoed, .refused: break
    }
  }

  /// Saves what is there now, of one scene in any case.
  func saveBeforeGoingBack(in scene: LiveScene) throws(StateStoreError) {
    try saveBeforeGoingBack()
    if let veto = veto(of: scene) { throw veto }
  }

  /// Why a scene is not to be gone back in, if the app vetoed the save of what is there now.
  private func veto(of scene: LiveScene) -> StateStoreError? {
    guard configuration.shouldSave != nil, scene.isVetoed else { return nil }
    return StateStoreError(
      .unavailable,
      "The app decided not to save what is there now, which would be lost; let shouldSave admit it."
    )
  }

  private func report(on error: StateStoreError, _ scene: String) -> RestorationReport {
    var report = RestorationReport(outcome: .unavailable, scene: scene)
    report.diagnostics = [
      RestorationDiagnostic(
        .store,
        at: nil,
        "\(error)",
        remedy: "Everything is as it was; try again when that is mended."
      )
    ]
    return report
  }
}

// MARK: - Restoring one scene

extension RestorationSession {
  func restore(
    _ scene: LiveScene,
    _ root: any Restorable,
    from generation: StateGeneration
  ) -> RestorationReport {
    let loaded: LoadedArchive?
    do {
      loaded = try store.load(scene: scene.name, from: generation)
    } catch {
      return report(on: error, scene, generation)
    }
    guard let loaded else { return reportOnUnknown(scene, generation) }
    let header = loaded.archive.header
    guard header.schema <= configuration.schema else {
      let error = StateStoreError(
        .fromNewerVersion,
        "The archive has schema \(header.schema), and this app \(configuration.schema)."
      )
      var report = report(on: error, scene, generation)
      report.outcome = .fromNewerVersion
      report.header = header
      return report
    }
    let erasuresBefore = erasures
    let report = restore(loaded, into: scene, root)
    scene.unavailability = nil
    scene.needsFullSave = true
    // The app may erase everything whenever it is asked.
    let isErased = erasures != erasuresBefore
    if isErased { scene.forgetSaved() }
    scene.setsAside = isErased ? nil : reason(of: generation)
    return report
  }

  private func reason(of generation: StateGeneration) -> String {
    "before going back to \(generation.number)"
  }

  private func report(
    on error: StateStoreError,
    _ scene: LiveScene,
    _ generation: StateGeneration
  ) -> RestorationReport {
    var report = report(on: error, scene.name)
    guard scene.isUntouched else { return report }
    scene.setsAside = reason(of: generation)
    switch error.code {
    case .damaged, .fromNewerVersion: break
    // The store as a whole may be out of reach, and with it what was saved last.
    default: scene.unavailability = error
    }
    for index in report.diagnostics.indices {
      report.diagnostics[index].remedy = remedy(of: scene)
    }
    return report
  }

  private func reportOnUnknown(
    _ scene: LiveScene,
    _ generation: StateGeneration
  ) -> RestorationReport {
    var report = RestorationReport(outcome: .nothingSaved, scene: scene.name)
    guard scene.isUntouched else { return report }
    scene.setsAside = reason(of: generation)
    report.diagnostics = [
      RestorationDiagnostic(
        .store,
        at: nil,
        "The generation \(generation.number) does not know the scene.",
        remedy: remedy(of: scene)
      )
    ]
    return report
  }

  /// What to do about a scene that was opened in vain, so that what was saved last stands for nothing
  /// in its tree.
  private func remedy(of scene: LiveScene) -> String {
    let fate =
      scene.isUnavailable ? "nothing is overwritten until then" : "the next save sets it aside"
    return "To go on with what was saved last, call restore(_:in:); \(fate)."
  }
}

extension LiveScene {
  /// Whether nothing was ever restored into the scene, nor saved of it.
  fileprivate var isUntouched: Bool { rootNode == nil }
}
