import RestorationCore

/// A node that adopts the protocol alone, without a tracker.
final class BareLeaf: Restorable {
  var restorationIdentifier: String?
  @Restored("text") var text = ""
  var number = 0
  var isRestorationTransient = false
  private(set) var finishes = 0

  init(_ identifier: String?, number: Int = 0) {
    restorationIdentifier = identifier
    self.number = number
  }

  func encodeRestorableState(to encoder: StateEncoder) throws {
    encoder.encode(number, forKey: "number")
  }

  func decodeRestorableState(from decoder: StateDecoder) throws {
    number = try decoder.decode(forKey: "number")
  }

  func didFinishRestoring() { finishes += 1 }
}

/// A node that adopts the protocol alone, with a tracker.
final class TrackedLeaf: Restorable {
  let restorationIdentifier: String?
  let restorationTracker: RestorationTracker? = RestorationTracker()
  @Restored("text") var text = ""
  static var tracksChanges: Bool { true }

  init(_ identifier: String?) {
    restorationIdentifier = identifier
  }
}

/// A container that adopts the protocol alone, without a tracker.
final class BareBox: RestorableContainer {
  let restorationIdentifier: String?
  var items: [any Restorable]
  var shown: Int?

  init(_ identifier: String?, _ items: [any Restorable] = []) {
    restorationIdentifier = identifier
    self.items = items
  }

  func encodeChildren(to encoder: ChildEncoder) { encoder.encode(items) }

  func restoreChildren(from decoder: ChildDecoder) {
    items = decoder.objects() ?? items
  }

  var visibleRestorableChildren: [any Restorable] {
    shown.map { [items[$0]] } ?? items
  }
}

/// A presenter that adopts the protocol alone.
final class BarePresenter: Presenting {
  let restorationIdentifier: String?
  var restorablePresentation: Presentation?

  init(_ identifier: String?) {
    restorationIdentifier = identifier
  }
}

/// A plain object that animates presentations.
final class Animator: TransitionDelegate {
  let restorationIdentifier: String?
  @Restored("speed") var speed = 1.0

  init(_ identifier: String?) {
    restorationIdentifier = identifier
  }
}
