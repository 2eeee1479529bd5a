// MARK: - Encoding

extension PreservationWalk {
  func encode(_ node: LiveNode) {
    guard node.encodedPass != pass, let object = node.object else { return }
    node.encodedPass = pass
    let traits = node.traits
    var content = NodeContent()
    if !node.isAsleep { content.state = encodeState(of: node, object, traits) }
    if traits.isContainer {
      content.containerState = encodeContainerState(of: node, object, traits)
    }
    if traits.isPresenting {
      content.presentation = encodePresentation(of: node, object, traits)
    }
    // State that was kept is told from new state by the class version that it was saved with.
    if content.state == .written || node.body == nil {
      content.namesClass = true
      settings.nameClass(of: object)
    }
    if content.needsSaved(of: node) { content.saved = SavedParts(of: node) }
    add(node, content)
  }

  /// Adds the record of a node, or, if that is too large, as much of it as is not.
  private func add(_ node: LiveNode, _ content: borrowing NodeContent) {
    node.hasMoved = false
    let limit = settings.limits.bytesPerNode - ArchiveFormat.itemOverhead
    guard let size = batch.add(node, content, encoders, settings, sizeLimit: limit) else { return }
    reportExcess("Its record takes \(size + ArchiveFormat.itemOverhead) bytes", of: node)
    let place = saved(of: node, content)
    // If the place alone is too large, the store keeps what it has; it refuses whole batches.
    if batch.add(node, place, encoders, settings, sizeLimit: limit) != nil { node.hasMoved = true }
  }

  /// What a node whose record is too large as a whole keeps: the place is new, all else is not.
  private func saved(of node: LiveNode, _ content: NodeContent) -> NodeContent {
    var saved = NodeContent()
    saved.saved = SavedParts(of: node)
    saved.namesClass = node.body == nil && content.namesClass
    return saved
  }

  private func encodeState(
    of node: LiveNode,
    _ object: any Restorable,
    _ traits: ClassTraits
  ) -> NodeContent.Source {
    // Not in a closure, which would retain what it captures for each node.
    let encoder = stateEncoder
    encoder.reset()
    do {
      if hasHooks { try settings.hooks.willEncode?(object, encoder) }
      if traits.hasRestoredFields { try traits.restoredFieldEncoding.encode(object, to: encoder) }
      try object.encodeRestorableState(to: encoder)
      if hasHooks { try settings.hooks.didEncode?(object, encoder) }
      if !encoder.isEmpty { result.encodedNodes += 1 }
      if let failure = encoder.failure { throw failure }
    } catch {
      return keepSaved(node, "write its state", error)
    }
    return end(encoder, node)
  }

  private func encodeContainerState(
    of node: LiveNode,
    _ object: any Restorable,
    _ traits: ClassTraits
  ) -> NodeContent.Source {
    guard let container = traits.container(object) else { return .kept }
    encoders.prepareForContainers(settings)
    return encode(node, "write its container state", to: encoders.containerState) {
      try container.encodeContainerState(to: $0)
    }
  }

  private func encodePresentation(
    of node: LiveNode,
    _ object: any Restorable,
    _ traits: ClassTraits
  ) -> NodeContent.Source {
    guard node.hasChildren, !node.children(in: .presented).isEmpty,
      let presentation = traits.presenter(object)?.restorablePresentation,
      !presentation.isTransient
    else { return .empty }
    encoders.prepareForContainers(settings)
    return encode(node, "write its presentation", to: encoders.presentation) {
      presentation.encode(to: $0)
    }
  }

  /// Runs a body with an empty encoder; if it fails or writes too much, what was saved last stays.
  private func encode(
    _ node: LiveNode,
    _ action: String,
    to encoder: StateEncoder,
    _ body: (StateEncoder) throws -> Void
  ) -> NodeContent.Source {
    encoder.reset()
    do {
      try body(encoder)
      if let failure = encoder.failure { throw failure }
    } catch {
      return keepSaved(node, action, error)
    }
    return end(encoder, node)
  }

  /// Reports what a node threw, after which what was saved last stays.
  private func keepSaved(
    _ node: LiveNode,
    _ action: String,
    _ error: any Error
  ) -> NodeContent.Source {
    if let excess = CBORError(exceedingLimitIn: error) {
      reportUnsaved(excess.message, of: node)
      return .saved
    }
    report(
      .failed,
      at: node.path,
      "The node failed to \(action): \(describe(error))",
      remedy: "Its state as it was saved last is kept; mend what it threw."
    )
    node.mark()
    return .saved
  }

  /// Ends what a node has written; if that is too much, what was saved last stays.
  private func end(_ encoder: StateEncoder, _ node: LiveNode) -> NodeContent.Source {
    encoder.sort()
    for issue in encoder.issues { report(issue, of: node) }
    return isWithinLimits(encoder, node) ? .written : .saved
  }

  private func isWithinLimits(_ encoder: StateEncoder, _ node: LiveNode) -> Bool {
    guard let excess = encoder.excess(of: settings.limits) else { return true }
    reportUnsaved(excess, of: node)
    return false
  }

  private func reportExcess(_ size: String, of node: LiveNode) {
    reportUnsaved("\(size), and the limit is \(settings.limits.bytesPerNode).", of: node)
  }

  private func reportUnsaved(_ excess: String, of node: LiveNode) {
    report(
      .limitExceeded,
      at: node.path,
      "The node was not saved. \(excess)",
      remedy: "Its state as it was saved last is kept; write less, or raise the limit."
    )
    node.mark()
  }
}
