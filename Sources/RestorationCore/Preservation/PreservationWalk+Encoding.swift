// MARK: - Encoding

extension PreservationWalk {
  func encode(_ node: LiveNode) {
    guard let object = node.object, node.encodedPass != pass else { return }
    node.encodedPass = pass
    node.unmark()
    var parts = parts(of: node)
    if !node.isAsleep {
      let state = encodeState(of: node, object)
      if let state { parts.state = state[...] }
      // State that was kept is told from new state by the class version that it was saved with.
      if state != nil || node.record == nil { describeClass(of: object, in: &parts) }
    }
    if let state = encodeContainerState(of: node, object) { parts.containerState = state[...] }
    if let state = encodePresentation(of: node, object) { parts.presentation = state[...] }
    node.hasMoved = false
    var record = NodeRecord(number: node.number, encoded: parts.encoded())
    if exceedsLimit(record, node) {
      parts.takeBodies(from: node.record)
      record = NodeRecord(number: node.number, encoded: parts.encoded())
    }
    guard node.isUnsaved || record != node.record else { return }
    node.isUnsaved = false
    node.record = record
    result.updated.append(record)
  }

  /// The parts of the record with everything but the bodies, which are those saved last.
  private func parts(of node: LiveNode) -> RecordParts {
    var parts = node.record?.parts ?? RecordParts(identifier: node.identifier)
    parts.parent = node.parent?.number
    parts.slot = node.slot
    parts.identifier = node.identifier
    parts.children = node.slots.map { slot in
      SlotRecord(slot: slot.slot, children: slot.children.map(\.number))
    }
    return parts
  }

  private func describeClass(of object: any Restorable, in parts: inout RecordParts) {
    let type = type(of: object)
    parts.className = settings.registry.registeredName(of: type)?.name
    parts.classVersion = settings.registry.registeredVersion(of: type) ?? 0
  }

  private func encodeState(of node: LiveNode, _ object: any Restorable) -> [UInt8]? {
    encoded(for: node, "write its state") { encoder in
      try settings.hooks.willEncode?(object, encoder)
      for field in node.traits.restoredFields { try field.encode(object, to: encoder) }
      try object.encodeRestorableState(to: encoder)
      try settings.hooks.didEncode?(object, encoder)
      if !encoder.isEmpty { result.encodedNodes += 1 }
    }
  }

  private func encodeContainerState(of node: LiveNode, _ object: any Restorable) -> [UInt8]? {
    guard node.traits.isContainer, let container = object as? any RestorableContainer else {
      return nil
    }
    return encoded(for: node, "write its container state") {
      try container.encodeContainerState(to: $0)
    }
  }

  private func encodePresentation(of node: LiveNode, _ object: any Restorable) -> [UInt8]? {
    guard node.traits.isPresenting, let presenter = object as? any Presenting else { return nil }
    guard let presentation = presenter.restorablePresentation, !presentation.isTransient,
      !node.children(in: .presented).isEmpty
    else { return NodeRecord.emptyState }
    return encoded(for: node, "write its presentation") { presentation.encode(to: $0) }
  }

  /// Runs a body with an empty encoder, and returns what it wrote; `nil` if it failed or wrote too
  /// much, so that what was saved last stays.
  private func encoded(
    for node: LiveNode,
    _ action: String,
    _ body: (StateEncoder) throws -> Void
  ) -> [UInt8]? {
    encoder.reset()
    do {
      try body(encoder)
      if let failure = encoder.failure { throw failure }
    } catch {
      report(
        .failed,
        at: node.path,
        "The node failed to \(action): \(describe(error))",
        remedy: "Its state as it was saved last is kept; mend what it threw."
      )
      node.mark()
      return nil
    }
    let bytes = encoder.finish()
    for issue in encoder.issues { report(issue, of: node) }
    return isWithinLimits(bytes, node) ? bytes : nil
  }

  /// Whether the whole of a record is too large for a store, though each part is not.
  private func exceedsLimit(_ record: NodeRecord, _ node: LiveNode) -> Bool {
    let limit = settings.limits.bytesPerNode
    let size = record.body.count + ArchiveFormat.itemOverhead
    guard size > limit else { return false }
    report(
      .limitExceeded,
      at: node.path,
      "The node was not saved. Its record takes \(size) bytes, and the limit is "
        + "\(limit).",
      remedy: "Its state as it was saved last is kept; write less, or raise the limit."
    )
    node.mark()
    return true
  }

  private func isWithinLimits(_ bytes: [UInt8], _ node: LiveNode) -> Bool {
    let limits = settings.limits
    var excess: String?
    if bytes.count > limits.bytesPerNode {
      excess = "Its state has \(bytes.count) bytes, and the limit is \(limits.bytesPerNode)."
    } else if bytes.count > min(limits.stringLength, limits.depth) {
      // Only so many bytes can hold a string that is too long or a value that is too deep.
      excess = CBORReader.firstExcess(in: bytes, limits: limits)
    }
    guard let excess else { return true }
    report(
      .limitExceeded,
      at: node.path,
      "The node was not saved. \(excess)",
      remedy: "Its state as it was saved last is kept; write less, or raise the limit."
    )
    node.mark()
    return false
  }
}

extension RecordParts {
  /// Takes the bodies of another record of the node, or none.
  fileprivate mutating func takeBodies(from record: NodeRecord?) {
    let saved = record?.parts ?? RecordParts(identifier: identifier)
    state = saved.state
    containerState = saved.containerState
    presentation = saved.presentation
    guard record != nil else { return }
    className = saved.className
    classVersion = saved.classVersion
  }
}
