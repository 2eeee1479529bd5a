import RestorationCore
import Testing

/// A class of a toolkit that has a method of the package's name, for purposes of its own.
@MainActor
class ToolkitResponder {
  private(set) var timesInvalidated = 0

  func invalidateRestorableState() { timesInvalidated += 1 }
}

final class AppResponder: ToolkitResponder, Restorable {
  let restorationIdentifier: String? = "responder"
  let restorationTracker: RestorationTracker? = RestorationTracker()
  static let tracksChanges = true
  var text = ""

  func encodeRestorableState(to encoder: StateEncoder) { encoder.encode(text, forKey: "text") }

  override func invalidateRestorableState() {
    super.invalidateRestorableState()
    restorationTracker?.markChanged()
  }
}

@MainActor @Suite("A toolkit's own invalidateRestorableState()")
struct ToolkitInvalidationTests {
  @Test("A class whose toolkit has a method of that name marks its node with its tracker.")
  func marks() {
    let responder = AppResponder()
    let session = RestorationSession(store: .inMemory)
    session.restore(responder, in: "main")
    session.save()
    responder.text = "changed"
    #expect(session.save().outcome == .nothingChanged)
    responder.invalidateRestorableState()
    #expect(session.save().updatedRecords == 1)
    #expect(responder.timesInvalidated == 1)
  }

  @Test("A tracker of an object that stands in no scene marks nothing.")
  func outside() {
    let tracker = RestorationTracker()
    tracker.markChanged()
    #expect(!tracker.isAsleep)
  }
}
