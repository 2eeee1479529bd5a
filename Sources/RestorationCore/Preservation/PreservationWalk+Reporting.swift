extension PreservationWalk {
  func report(
    _ reason: RestorationDiagnostic.Reason,
    at path: IdentifierPath?,
    _ message: String,
    remedy: String
  ) {
    result.diagnostics.append(RestorationDiagnostic(reason, at: path, message, remedy: remedy))
  }

  func report(_ issue: StateEncoder.Issue, of node: LiveNode) {
    if case .referenceOutsideTree = issue { node.mark() }
    result.diagnostics.append(RestorationDiagnostic(issue, at: node.path))
  }

  func reportTwoPlaces(_ node: LiveNode, at place: LiveNode.Place) {
    report(
      .nodeInTwoPlaces,
      at: node.path,
      "The node is listed a second time, in '\(place.slot.name)' of "
        + "\(place.parent?.path.description ?? "the root").",
      remedy: "Only the first place is saved; take the node out of one of the two."
    )
  }

  /// Reports a node without identifier, if nodes that have one are cut off with it.
  func reportCutOff(_ child: any Restorable, below parent: LiveNode) {
    guard let identifier = identifierOfFirstDescendant(of: child) else { return }
    report(
      .noIdentifier,
      at: parent.path,
      "A \(type(of: child)) here has no restoration identifier, so '\(identifier)' and what else "
        + "stands below it is left out.",
      remedy: "Give the \(type(of: child)) a restoration identifier."
    )
  }

  private func identifierOfFirstDescendant(of object: any Restorable) -> String? {
    var pending = [object]
    var seen: Set<ObjectIdentifier> = []
    while let next = pending.popLast() {
      guard seen.insert(ObjectIdentifier(next)).inserted else { continue }
      if next !== object, let identifier = next.restorationIdentifier, !identifier.isEmpty {
        return identifier
      }
      if let container = next as? any RestorableContainer {
        pending += container.restorableChildren
      }
      if let presenter = next as? any Presenting, let sheet = presenter.restorablePresentation {
        pending.append(sheet.presented)
      }
    }
    return nil
  }

  func describe(_ error: any Error) -> String {
    if let error = error as? StateCodingError { return error.message }
    return String(describing: error)
  }
}

extension RestorationDiagnostic {
  /// Describes what went wrong while an encoder was used, without an error.
  @MainActor
  init(_ issue: StateEncoder.Issue, at path: IdentifierPath?, in place: String = "") {
    switch issue {
    case .duplicateKey(let key):
      self.init(
        .duplicateKey,
        at: path,
        "\(place)The key '\(key)' was written twice.",
        remedy: "The value written last is kept; give one of the two another name."
      )
    case .referenceOutsideTree(let key, let target) where target.isRestorationTransient:
      self.init(
        .referenceOutsideTree,
        at: path,
        "\(place)The key '\(key)' refers to a \(type(of: target)) that is transient, so that no "
          + "archive has it.",
        remedy: "Let the target take part, or write what finds or makes it in place of a reference."
      )
    case .referenceOutsideTree(let key, let target):
      self.init(
        .referenceOutsideTree,
        at: path,
        "\(place)The key '\(key)' refers to a \(type(of: target)) that is not in the tree; it "
          + "would come back as a second instance.",
        remedy: "Attach the target, or register it as a plain object; it is written then."
      )
    }
  }
}
