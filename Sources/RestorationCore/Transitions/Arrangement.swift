/// What a node contains, shows and presents at one moment.
@MainActor
struct Arrangement {
  let children: [any Restorable]
  let visible: [any Restorable]
  let presentation: Presentation?

  init(of node: any Restorable) {
    let container = node as? any RestorableContainer
    children = container?.restorableChildren ?? []
    visible = container?.visibleRestorableChildren ?? []
    presentation = (node as? any Presenting)?.restorablePresentation
  }

  var presented: (any Restorable)? { presentation?.presented }

  /// Returns what gives a node this arrangement again.
  func takeBack(to node: any Restorable) -> @MainActor () -> Void {
    let restoreChildren = (node as? any RestorableContainer)?.captureArrangement()
    return {
      restoreChildren?()
      guard let presenter = node as? any Presenting,
        presenter.restorablePresentation?.presented !== presented
      else { return }
      guard presented?.canJoin(presenter) ?? true else { return }
      presenter.restorablePresentation = presentation
    }
  }
}

extension Restorable {
  /// Whether the node stands in `parent` or nowhere, so that it can be put back there.
  package func canJoin(_ parent: any Restorable) -> Bool {
    guard let controller = self as? RestorableController else { return true }
    let present = controller.enclosingRestorable ?? controller.presentingRestorable
    return present == nil || present === parent
  }
}

extension [any Restorable] {
  /// The nodes that are not among others.
  @MainActor
  func without(_ others: [any Restorable]) -> [any Restorable] {
    let known = Set(others.map { ObjectIdentifier($0) })
    return filter { !known.contains(ObjectIdentifier($0)) }
  }
}
