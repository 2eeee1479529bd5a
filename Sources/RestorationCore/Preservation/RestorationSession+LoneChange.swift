internal import Foundation

// Most saves are of one node that the user has just touched. They go a way of their own, on which
// next to nothing is allocated or looked up. Whatever is out of the ordinary goes the way of all
// other saves, which gives the same bytes and the same report.

extension RestorationSession {
  /// How far a save has come of which it was tried whether it is about one node alone.
  enum LoneSave {
    /// The store has what was collected at a time, or could not write it.
    case settled(SaveReport, Date)

    /// It is to be handed over as a batch, if there is anything to save.
    case collected(CollectedSave)

    /// It is still to be collected.
    case nothing
  }

  /// Saves what changed if one node was marked, nothing but its state can have changed, and the store
  /// takes it at once, which it does not if the caller may not wait and the disk is slow.
  func saveLoneChange(mayWait: Bool) -> LoneSave {
    let settings = settings
    guard let store = recordStore, let scene = loneScene, settings.asksNobody,
      registrations.isEmpty, let node = scene.loneSuspect, let object = node.object
    else { return .nothing }
    // Whatever node and store do with the main actor, no other save may begin meanwhile.
    isSaving = true
    defer { isSaving = false }
    guard isSettled(node, object, in: scene, settings), scene.hasSameRoot else { return .nothing }
    let erasuresBefore = erasures
    let date = settings.now()
    // Whoever was asked until here may have marked more.
    guard scene.takeLoneSuspect(node) else { return .nothing }
    let outcome = encode(node, object, scene.encoders, settings)
    // The app may have done anything while its node wrote its state.
    guard outcome != .unclear, !scene.needsFullSave else {
      if outcome == .changed { node.isUnsaved = true }
      node.mark()
      return .nothing
    }
    let effort = LoneEffort(encodedNodes: scene.encoders.hasState ? 1 : 0)
    guard erasures == erasuresBefore else {
      saveIsDeferred = true
      return .collected(CollectedSave(report: effort.report(.deferred), date: date))
    }
    guard outcome == .changed, isOpen(scene), let record = node.record else {
      return .collected(CollectedSave(report: effort.report(.nothingChanged), date: date))
    }
    let change = RecordChange(
      header: header(of: scene, settings),
      date: date,
      root: scene.rootNode?.number,
      nextNumber: scene.nextNumber,
      record: record
    )
    return save(change, of: scene, to: store, mayWait: mayWait, effort)
  }

  /// Hands a record to the store, which may leave it to be handed over as a batch.
  private func save(
    _ change: RecordChange,
    of scene: LiveScene,
    to store: any RecordStore,
    mayWait: Bool,
    _ effort: LoneEffort
  ) -> LoneSave {
    do throws(StateStoreError) {
      guard try store.save(change, mayWait: mayWait) else {
        return .collected(collected(change, of: scene, effort))
      }
      noteSavedAlone(at: change.date)
      return .settled(effort.report(.saved, updatedRecords: 1), change.date)
    } catch {
      var save = collected(change, of: scene, effort)
      settle(&save, .failure(error))
      return .settled(save.report, change.date)
    }
  }

  /// A record in the form in which all other changes are collected.
  private func collected(
    _ change: RecordChange,
    of scene: LiveScene,
    _ effort: LoneEffort
  ) -> CollectedSave {
    let report = effort.report(.nothingChanged, updatedRecords: 1)
    var save = CollectedSave(report: report, date: change.date)
    save.parts = [CollectedSave.Part(scene: scene, changes: change.changes)]
    return save
  }

  /// What the headers of a scene say, the same object as before if nothing of it was changed.
  private func header(of scene: LiveScene, _ settings: CodingSettings) -> SceneHeader {
    if let header = settings.sceneHeader, header.text.scene.hasSameBytes(as: scene.name) {
      return header
    }
    let header = SceneHeader(self.header(of: scene, .distantPast))
    settings.sceneHeader = header
    return header
  }

  private func noteSavedAlone(at date: Date) {
    timing.noteSuccess()
    if isHealthObserved || lastHealth.hasError {
      noteHealth(savedAt: date)
    } else {
      lastHealth.lastSave = date
    }
  }

  /// Whether a node that is marked stands where it stood, has no children, and has never had more to
  /// save than state of a moderate size.
  private func isSettled(
    _ node: LiveNode,
    _ object: any Restorable,
    in scene: LiveScene,
    _ settings: CodingSettings
  ) -> Bool {
    let traits = node.traits
    guard node.hasPlainRecord, node.bodyCount < settings.moderateCount, !node.hasMoved,
      !node.isUnsaved, !node.isAsleep, !traits.isContainer,
      traits.isPresenting ? node.isLeaf : node.slots.isEmpty,
      traits.isAlone(object, object.restorationTracker, in: scene), !object.isRestorationTransient
    else { return false }
    return node.identifier.hasSameBytes(as: object.restorationIdentifier ?? "")
  }

  /// Lets a node write its state, and compares its record with the one that was saved last.
  ///
  /// - Returns: What came of it, with the record in the node if it changed.
  private func encode(
    _ node: LiveNode,
    _ object: any Restorable,
    _ encoders: NodeEncoders,
    _ settings: CodingSettings
  ) -> LoneOutcome {
    let encoder = encoders.state
    encoders.beginRecord(with: settings)
    defer { encoders.endRecord(with: settings) }
    do {
      try node.traits.restoredFieldEncoding.encode(object, to: encoder)
      try object.encodeRestorableState(to: encoder)
    } catch {
      return .unclear  // It is asked again, and what it throws then is reported.
    }
    encoder.sort()
    guard encoder.failure == nil, encoder.issues.isEmpty, encoder.length < settings.moderateCount
    else { return .unclear }
    var content = NodeContent()
    content.state = .written
    if node.traits.isPresenting { content.presentation = .empty }
    content.namesClass = true
    settings.nameClass(of: object)
    guard encoders.writeRecord(of: node, content, settings) else { return .same }
    guard encoders.record.count <= settings.limits.bytesPerNode - ArchiveFormat.itemOverhead
    else { return .unclear }
    node.takeAlone(encoders.record)
    return .changed
  }
}

/// What a report will say, which is made once the outcome is known, since it is not cheap to copy.
private struct LoneEffort {
  let encodedNodes: Int

  func report(_ outcome: SaveReport.Outcome, updatedRecords: Int = 0) -> SaveReport {
    var report = SaveReport(outcome: outcome)
    report.encodedNodes = encodedNodes
    report.updatedRecords = updatedRecords
    return report
  }
}

/// What came of a node's state.
private enum LoneOutcome {
  case same
  case changed

  /// There is something to report.
  case unclear
}

extension SaveHealth {
  fileprivate var hasError: Bool { if case .none = lastError { false } else { true } }
}

extension CodingSettings {
  /// Below how many bytes neither a text can be too long nor a value too deep.
  fileprivate var moderateCount: Int { min(limits.stringLength, limits.depth) }
}

extension LiveNode {
  /// How many bytes the record has that was saved last.
  fileprivate var bodyCount: Int { body?.count ?? .max }
}

extension LiveScene {
  /// The node that a save has to ask, if it is the only one and the scene is saved as ever.
  ///
  /// A scene that has a successor needs a full save.
  fileprivate var loneSuspect: LiveNode? {
    guard marked.count == 1, askedUnmarked.isEmpty, lostNumbers.isEmpty, !needsFullSave,
      setsAside == nil, !isUnavailable, launch?.isOver ?? true
    else { return nil }
    let node = marked[0]
    return node.stands(in: self) ? node : nil
  }

  /// Takes the mark from a node, and answers whether it was the only one that has a mark.
  fileprivate func takeLoneSuspect(_ node: LiveNode) -> Bool {
    guard marked.count == 1, marked[0] === node else { return false }
    marked.removeLast()
    node.unmark()
    return true
  }

  /// Whether the root is there, and has the identifier that was saved.
  fileprivate var hasSameRoot: Bool {
    guard let rootNode, rootNode.stands(in: self), let root = rootNode.object,
      let identifier = root.restorationIdentifier
    else { return false }
    return rootNode.identifier.hasSameBytes(as: identifier)
  }
}

extension SceneLaunch {
  /// Whether no save has anything more to do with the launch.
  fileprivate var isOver: Bool {
    !isUnsettled && triedAgain.isEmpty && !record.holdsScene
  }
}
