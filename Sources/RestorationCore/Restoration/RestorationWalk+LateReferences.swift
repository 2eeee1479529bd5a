// MARK: - References to what is made later

extension RestorationWalk {
  /// A container whose state refers to nodes that were not in the tree when it was read.
  struct WaitingContainer {
    let container: any RestorableContainer
    let node: Pending
    let children: ChildDecoder

    /// The nodes that it asked for in vain.
    let wanted: [NodeNumber]

    /// What came of the first reading.
    let reading: ContainerReading
  }

  /// What came of reading the state of a container.
  struct ContainerReading {
    var failure: (any Error)?
    var missing: [(key: String, number: NodeNumber)] = []
  }

  /// Lets a container read its state, which tells what of it is visible.
  func decodeContainerState(
    of container: any RestorableContainer,
    _ parent: Pending,
    _ children: ChildDecoder
  ) {
    var wanted: [NodeNumber] = []
    let reading = read(container, parent, children, &wanted)
    guard wanted.isEmpty else {
      waitingContainers.append(
        WaitingContainer(
          container: container,
          node: parent,
          children: children,
          wanted: wanted,
          reading: reading
        )
      )
      return
    }
    note(reading, of: parent)
  }

  /// Lets those containers read their state once more that asked for nodes which were made later.
  ///
  /// All nodes are there now, and none of them is read yet.
  func decodeContainerStateAgain() {
    let waiting = waitingContainers
    waitingContainers = []
    for entry in waiting {
      guard entry.wanted.contains(where: { scene.node($0) != nil }) else {
        note(entry.reading, of: entry.node)
        continue
      }
      scene.watch?.note = LaunchNote(entry.node.record.number, .container)
      var wanted: [NodeNumber] = []
      note(read(entry.container, entry.node, entry.children, &wanted), of: entry.node)
    }
  }

  private func read(
    _ container: any RestorableContainer,
    _ parent: Pending,
    _ children: ChildDecoder,
    _ wanted: inout [NodeNumber]
  ) -> ContainerReading {
    var decoder = reader.containerDecoder(of: parent)
    defer { reader.pool.giveBack(&decoder) }
    decoder.restoredChildren = children
    var reading = ContainerReading()
    do {
      try container.decodeContainerState(from: decoder)
    } catch {
      reading.failure = error
    }
    wanted = decoder.numbersAskedInVain
    reading.missing = decoder.missingReferences
    return reading
  }

  private func note(_ reading: ContainerReading, of parent: Pending) {
    if let failure = reading.failure {
      note(
        .failed,
        at: path(of: parent),
        "The container failed to read its state: \(failure)",
        remedy: "It keeps what the launch set; mend what it threw."
      )
    }
    guard !reading.missing.isEmpty else { return }
    report.diagnostics += reader.diagnostics(
      on: reading.missing,
      of: "The container",
      at: path(of: parent)
    )
  }
}

// MARK: - Factories

extension RestorationWalk {
  /// Notes what was asked for in vain when a node was made; the node may ask again.
  func noteAskedInVain(_ decoder: StateDecoder, for number: NodeNumber) {
    guard !decoder.missingReferences.isEmpty else { return }
    askedByFactories[number] = decoder.missingReferences
  }

  /// Lets a node read its state, and reports what its factory asked for in vain and it does not ask
  /// for again.
  func read(_ node: LiveNode, with decoder: inout StateDecoder) -> [RestorationDiagnostic] {
    guard !askedByFactories.isEmpty,
      let missing = askedByFactories.removeValue(forKey: node.number)
    else { return reader.read(node, with: &decoder) }
    scene.askedNumbers = []
    var diagnostics = reader.read(node, with: &decoder)
    let asked = scene.askedNumbers ?? []
    scene.askedNumbers = nil
    let unread = missing.filter { !asked.contains($0.number) }
    let lost = unread.filter { scene.node($0.number) == nil }
    diagnostics += reader.diagnostics(on: lost, of: "The factory of the node", at: node.path)
    for (key, number) in unread {
      guard let target = scene.node(number) else { continue }
      diagnostics.append(
        RestorationDiagnostic(
          .referenceNotRestored,
          at: node.path,
          "The factory asked, under the key '\(key)', for '\(target.identifier)' (\(number)), which "
            + "is made after this node, and read nil.",
          remedy: "Read the reference in decodeRestorableState(from:), when every node is there."
        )
      )
    }
    return diagnostics
  }
}
