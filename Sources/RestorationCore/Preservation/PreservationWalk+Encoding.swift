// MARK: - Encoding

extension PreservationWalk {
  func encode(_ node: LiveNode) {
    guard let object = node.object, node.encodedPass != pass else { return }
    node.encodedPass = pass
    node.unmark()
    var record = record(of: node)
    if !node.isAsleep {
      let state = encodeState(of: node, object)
      if let state { record.state = state }
      // State that was kept is told from new state by the class version that it was saved with.
      if state != nil || node.record == nil { describeClass(of: object, in: &record) }
    }
    if let state = encodeContainerState(of: node, object) { record.containerState = state }
    if let state = encodePresentation(of: node, object) { record.presentation = state }
    node.hasMoved = false
    if exceedsLimit(record, node) { record.takeBodies(from: node.record) }
    guard record != node.record else { return }
    node.record = record
    result.updated.append(record)
  }

  /// The record with everything but the bodies, which are those saved last.
  private func record(of node: LiveNode) -> NodeRecord {
    var record =
      node.record
      ?? NodeRecord(number: node.number, parent: nil, identifier: node.identifier)
    record.parent = node.parent?.number
    record.slot = node.slot
    record.identifier = node.identifier
    record.children = node.slots.map { slot in
      SlotRecord(slot: slot.slot, children: slot.children.map(\.number))
    }
    return record
  }

  private func describeClass(of object: any Restorable, in record: inout NodeRecord) {
    let type = type(of: object)
    record.className = settings.registry.registeredName(of: type)?.name
    record.classVersion = settings.registry.registeredVersion(of: type) ?? 0
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
    guard record.largestSize > limit else { return false }
    report(
      .limitExceeded,
      at: node.path,
      "The node was not saved. Its record may take \(record.largestSize) bytes, and the limit is "
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

extension NodeRecord {
  /// The most bytes that the record can take in a file.
  fileprivate var largestSize: Int {
    // Numbers take 9 bytes at the most, as do the heads of texts, maps and bodies.
    let names = identifier.utf8.count + (className?.utf8.count ?? 0) + slot.name.utf8.count
    let lists = children.reduce(0) { $0 + 32 + $1.slot.name.utf8.count + 9 * $1.children.count }
    return state.count + containerState.count + presentation.count + unknown.count + names + lists
      + 256
  }

  /// Takes the bodies of another record of the node, or none.
  fileprivate mutating func takeBodies(from record: NodeRecord?) {
    state = record?.state ?? Self.emptyState
    containerState = record?.containerState ?? Self.emptyState
    presentation = record?.presentation ?? Self.emptyState
    className = record?.className ?? className
    classVersion = record?.classVersion ?? classVersion
  }
}
