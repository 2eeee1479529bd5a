extension RestorationSession {
  /// Saves what changed in all open scenes, and returns when the store has it.
  ///
  /// Nothing changed writes nothing. Within a restore the answer is
  /// ``SaveReport/Outcome-swift.enum/deferred``, and the save runs when that has ended. It never
  /// throws: a failure is in the report, leaves the last save on disk as it is, and marks again what
  /// it would have saved.
  ///
  /// A save that the session made by itself and that the store has not answered yet is waited for
  /// first, though the main actor stands still.
  ///
  /// ## When the process is asked to end
  ///
  /// It is made for a termination handler. A signal handler itself may do next to nothing, so let a
  /// source of `Dispatch` take the signal and save on the main queue, which has to be drained:
  ///
  /// ```swift
  /// @MainActor
  /// func saveOnTermination(_ session: RestorationSession) -> [any DispatchSourceSignal] {
  ///   [SIGTERM, SIGINT, SIGHUP].map { number in
  ///     signal(number, SIG_IGN)  // the source alone takes it from now on
  ///     let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
  ///     source.setEventHandler {
  ///       MainActor.assumeIsolated { _ = session.save() }
  ///       exit(0)
  ///     }
  ///     source.resume()
  ///     return source  // keep it: without it the signal is ignored
  ///   }
  /// }
  /// ```
  ///
  /// - Complexity: O(*n*) in the number of nodes that were marked or promise nothing.
  @discardableResult
  public func save() -> SaveReport {
    guard canSave else {
      saveIsDeferred = true
      return SaveReport(outcome: .deferred)
    }
    settleCommitInFlight()
    timing.noteSave()
    let report =
      switch saveLoneChange(mayWait: true) {
      case .settled(let report, _): report
      case .collected(let save): commit(save)
      case .nothing: commit(collect())
      }
    noteEnd()
    return report
  }

  /// Hands over what was collected, and waits for the store.
  private func commit(_ collected: CollectedSave) -> SaveReport {
    var save = collected
    let batch = save.batch
    guard !batch.isEmpty else {
      noteSaved(save)
      return save.report
    }
    // Whatever a store does with the main actor, no other save may begin meanwhile.
    isSaving = true
    let answer = Result { () throws(StateStoreError) in try store.commit(batch) }
    isSaving = false
    settle(&save, answer)
    if case .success = answer { settleScenes(changedBy: save) }
    return save.report
  }

  /// Saves what changed in all open scenes, and returns when that would survive a power loss.
  ///
  /// ``save()`` returns when the store has it, which survives any death of the process. This waits for
  /// the disk besides, so it takes milliseconds: call it before the user may pull the plug, and at no
  /// other time. Everything that was saved before is flushed too, also if nothing changed.
  ///
  /// - Returns: What the save did; ``SaveReport/Outcome-swift.enum/failed(_:)`` also if the store has
  ///   the changes and cannot say that they would survive.
  /// - Complexity: O(*n*) in the number of nodes that were marked or promise nothing.
  @discardableResult
  public func flush() -> SaveReport {
    var report = save()
    switch report.outcome {
    case .deferred, .failed: return report
    case .saved, .nothingChanged, .vetoed, .refused: break
    }
    do {
      try store.flush()
    } catch {
      report.outcome = .failed(error)
      noteHealth { $0.lastError = error }
    }
    return report
  }

  /// Saves soon: once for all changes that come close together.
  ///
  /// The save comes when no change came for ``SessionConfiguration/saveDelay``, and at the latest
  /// ``SessionConfiguration/maximumSaveDelay`` after the first.
  public func setNeedsSave() {
    guard let delay = timing.noteChange(at: clock(), delay: saveDelay) else { return }
    startTimer(after: delay)
  }

  /// Saves soon, without waiting for a pause, and answers when the store has it.
  public func save(completion: @escaping @MainActor (SaveReport) -> Void) {
    completions.append(completion)
    configuration.scheduling.schedule(after: .zero) { [reference] in
      // An earlier one may have come first; then there is nothing left to do.
      guard let session = reference.object, !session.completions.isEmpty else { return }
      session.saveAndAnswer()
    }
  }

  /// Saves soon, and answers when the store has it.
  ///
  /// It needs a main actor that is drained.
  public func saved() async -> SaveReport {
    await withCheckedContinuation { continuation in
      save { continuation.resume(returning: $0) }
    }
  }

  var canSave: Bool { !isRestoring && !isSaving && nodesBeingRead == 0 }
}

// MARK: - Timers

extension RestorationSession {
  private var saveDelay: Duration { min(configuration.saveDelay, configuration.maximumSaveDelay) }

  func startTimer(after delay: Duration) {
    let timer = timing.timer
    configuration.scheduling.schedule(after: delay) { [reference] in
      reference.object?.timerFired(timer)
    }
  }

  private func timerFired(_ timer: Int) {
    let step = timing.fire(
      timer,
      at: clock(),
      delay: saveDelay,
      maximum: configuration.maximumSaveDelay
    )
    switch step {
    case .nothing: break
    case .save: saveAndAnswer()
    case .wait(let delay): startTimer(after: delay)
    }
  }
}
