import LookAlikeRestoration
import LookAlikeToolkit
import RestorationCore
import RestorationTestSupport

/// A screen with a restored property, and with code for the toolkit's own restoration.
class Screen: ViewController, ContainerLawChild {
  @Restored("text") var text = ""
  var note: String?
  private(set) var timesFinished = 0
  private(set) var timesAppeared = 0

  override func encodeRestorableState(with coder: Coder) { coder.encode(note, forKey: "note") }

  override func decodeRestorableState(with coder: Coder) {
    note = coder.decodeString(forKey: "note")
  }

  override func applicationFinishedRestoringState() { timesFinished += 1 }
  override func viewWillAppear(_ animated: Bool) { timesAppeared += 1 }
}

/// A screen that has a tracker.
final class TrackedScreen: Screen, TrackedViewController {
  let tracker = RestorationTracker()
}

/// Tabs that have a tracker, so that those that are not selected sleep.
final class TrackedTabs: TabBarController, TrackedViewController {
  let tracker = RestorationTracker()
}

/// A screen that has taken more names for types of its own.
final class PlayerScreen: Screen {
  enum State: String, Codable { case paused, playing }
  struct Presentation { var slides = 3 }

  @Restored("state") var state = State.paused
  var isTransient = "no"
  var presentation = Presentation()
  var container: [Int] = []
  var slot = 7
}

/// What animates a presentation.
final class ZoomTransition: ViewControllerTransitioningDelegate, TransitionDelegate {
  let restorationIdentifier: String? = "zoom"
  @Restored("duration") var duration = 0.25

  func transitionDuration() -> Double { duration }
}

/// An object of a window that does not override the toolkit's `invalidateRestorableState()`.
final class Panel: Responder, Restorable {
  let restorationIdentifier: String? = "panel"
  let restorationTracker: RestorationTracker? = RestorationTracker()
  var text = ""

  func encodeRestorableState(to encoder: StateEncoder) { encoder.encode(text, forKey: "text") }

  func decodeRestorableState(from decoder: StateDecoder) throws {
    text = try decoder.decode(forKey: "text")
  }
}
