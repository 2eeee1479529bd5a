extension RestorationSession {
  /// Saves without waiting for the store, answers those who wait when it has it, and tells the app of
  /// what went wrong.
  ///
  /// There is one batch on its way at the most, so that none builds on one that fails.
  func saveAndAnswer() {
    settleCommitIfAnswered()
    guard commitInFlight == nil else {
      saveFollows = true
      return
    }
    guard canSave else {
      saveIsDeferred = true
      return
    }
    timing.noteSave()
    let waiting = completions
    completions = []
    let (collected, isSettled) =
      switch saveLoneChange(mayWait: false) {
      case .settled(let report, let date): (CollectedSave(report: report, date: date), true)
      case .collected(let save): (save, false)
      case .nothing: (collect(), false)
      }
    var save = collected
    if case .deferred = save.report.outcome {
      completions = waiting + completions
    } else {
      save.completions = waiting
    }
    if isSettled { return finish(save) }
    guard save.batch.isEmpty else { return handOver(save) }
    noteSaved(save)
    finish(save)
  }

  private func handOver(_ save: CollectedSave) {
    let commit = CommitInFlight()
    let scheduling = configuration.scheduling
    commitInFlight = (commit, save)
    isSaving = true
    store.commit(save.batch) { [reference] answer in
      guard commit.take(answer) else { return }
      scheduling.deliver { reference.object?.settleCommitIfAnswered() }
    }
    isSaving = false
    if let answer = commit.callReturned() { settleCommitInFlight(answer) }
  }

  /// Settles the batch on its way if the store has answered.
  func settleCommitIfAnswered() {
    if let answer = commitInFlight?.commit.answer { settleCommitInFlight(answer) }
  }

  /// Waits for the batch on its way, if there is one, and settles it.
  ///
  /// - Parameter answer: The store's answer, if it came already.
  func settleCommitInFlight(_ answer: CommitInFlight.Answer? = nil) {
    guard let (commit, collected) = commitInFlight else { return }
    let answer = answer ?? commit.wait()
    commitInFlight = nil
    var save = collected
    settle(&save, answer)
    finish(save)
    guard saveFollows else { return }
    saveFollows = false
    configuration.scheduling.schedule(after: .zero) { [reference] in
      reference.object?.saveAndAnswer()
    }
  }

  /// Takes the store's answer to a save.
  func settle(_ save: inout CollectedSave, _ answer: CommitInFlight.Answer) {
    switch answer {
    case .success:
      save.report.outcome = .saved
      for part in save.parts where isOpen(part.scene) { part.scene.noteSaved() }
      noteSaved(save)
      timing.noteSuccess()
      noteHealth(savedAt: save.date)
    case .failure(let error):
      save.report.outcome = .failed(error)
      for part in save.parts where isOpen(part.scene) {
        if let changes = part.changes { part.scene.noteUnsaved(changes) }
      }
      noteHealth { $0.lastError = error }
      retryLater()
    }
  }

  private func retryLater() {
    guard configuration.savesAutomatically else { return }
    let delay = timing.noteFailure(
      first: configuration.retryDelay,
      maximum: configuration.maximumRetryDelay
    )
    if let delay { startTimer(after: delay) }
  }

  /// Answers those who wait for a save that has ended, and tells the app of what went wrong.
  private func finish(_ save: CollectedSave) {
    noteEnd()
    let report = save.report
    if report.outcome != .deferred {
      for completion in save.completions { completion(report) }
      saveHandler?(report)
    }
    for diagnostic in report.diagnostics { diagnosticHandler?(diagnostic) }
    if case .failed(let error) = report.outcome { noteFailure(error) }
  }

  /// Lets a save follow that was asked for while this one asked its nodes.
  func noteEnd() {
    guard saveIsDeferred, canSave else { return }
    saveIsDeferred = false
    setNeedsSave()
  }

  private func noteFailure(_ error: StateStoreError) {
    diagnosticHandler?(
      RestorationDiagnostic(
        .store,
        at: nil,
        "A save failed: \(error)",
        remedy: "The last save stands; the next one hands over again what this one held."
      )
    )
  }
}
