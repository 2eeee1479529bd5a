import RestorationCore

/// A container of several children of which the first is shown, with one thing wrong, or nothing.
final class Row: RestorableController, RestorableContainer {
  /// What a container's author may get wrong.
  enum Fault: CaseIterable {
    case forgetsHiddenChildren
    case reversesOnRestore
    case appendsOnRestore
    case replacesWhatIsInPlace
    case ignoresEmptiedSlot
    case takesFirstChildOnly
    case shiftsNamesOverHoles
    case fillsHoles
    case showsWhatItDoesNotList
    case showsWhatIsHidden
  }

  private let fault: Fault?
  private let decoration = RestorableController(restorationIdentifier: "decoration")

  var children: [any Restorable] = [] {
    didSet { invalidateRestorableState() }
  }

  init(_ fault: Fault? = nil) {
    self.fault = fault
    super.init(restorationIdentifier: "row")
  }

  func encodeChildren(to encoder: ChildEncoder) {
    encoder.encode(fault == .forgetsHiddenChildren ? Array(children.prefix(1)) : children)
  }

  func restoreChildren(from decoder: ChildDecoder) {
    guard let saved = decoder.children() else { return }
    let restored = saved.compactMap(\.object)
    switch fault {
    case .reversesOnRestore:
      children = restored.reversed()
    case .appendsOnRestore:
      children += restored
    case .replacesWhatIsInPlace:
      children = saved.compactMap { $0.wasBuiltByLaunch ? newChild($0.identifier) : $0.object }
    case .ignoresEmptiedSlot:
      if !restored.isEmpty { children = restored }
    case .takesFirstChildOnly:
      children = Array(restored.prefix(1))
    case .shiftsNamesOverHoles:
      children = restored
      for (child, record) in zip(restored, saved) {
        (child as? RestorableController)?.restorationIdentifier = record.identifier
      }
    case .fillsHoles:
      children = saved.map { $0.object ?? newChild($0.identifier) }
    default:
      children = restored
    }
  }

  var visibleRestorableChildren: [any Restorable] {
    switch fault {
    case .showsWhatItDoesNotList: [decoration]
    default: Array(children.prefix(1))
    }
  }

  override func willAppear() {
    guard fault == .showsWhatIsHidden else { return }
    for child in children.dropFirst() {
      (child as? RestorableController)?.beginAppearanceTransition(isAppearing: true)
    }
  }

  private func newChild(_ identifier: String) -> RestorableController {
    RestorableController(restorationIdentifier: identifier)
  }
}
