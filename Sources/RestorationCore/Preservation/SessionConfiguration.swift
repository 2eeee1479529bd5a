public import Foundation

/// What a session does by itself, what it allows, and what it asks the app.
@MainActor
public struct SessionConfiguration {
  /// The version of the app, written into headers.
  public var appVersion = ""

  /// What tells this build of the app from others, together with ``appVersion``: another build tries
  /// again what is held back.
  ///
  /// The default is the path, size, time and file number of the running program.
  public var buildIdentifier = SessionConfiguration.executableIdentity

  /// After how many deaths what is held back; `nil` watches no launch.
  ///
  /// It matters only with a store that has a ``StateStore/launchGuard``.
  public var launchLimits: LaunchLimits? = LaunchLimits()

  /// The version of the app's state.
  ///
  /// An archive with a higher one is not restored.
  public var schema = 0

  /// The layout that the app has now (such as `compact`), written into headers; asked at each save.
  public var layoutClass: (@MainActor () -> String?)?

  /// How old an archive may be and still be restored, in seconds; `nil`, the default, is any age.
  public var maximumAge: TimeInterval?

  /// Asked before a scene is saved; returning `false` leaves what is saved as it is.
  public var shouldSave: (@MainActor (ArchiveHeader) -> Bool)?

  /// Asked before a scene is restored; returning `false` lets it start afresh.
  public var shouldRestore: (@MainActor (ArchiveHeader) -> Bool)?

  /// Makes nodes for which no class is registered.
  public var fallback: RestorationClassRegistry.Factory?

  /// Writes state of the app that belongs to no node, for the scene with the given name.
  public var encodeAppState: (@MainActor (StateEncoder, String) throws -> Void)?

  /// Reads what ``encodeAppState`` wrote, after the tree was restored.
  public var decodeAppState: (@MainActor (StateDecoder, String) throws -> Void)?

  /// What a tree and its archive may measure.
  public var limits = RestorationLimits()

  /// Whether a change that is marked is saved by itself, once no other follows.
  ///
  /// The default is `true`. An app with a timer of its own sets it to `false`.
  public var savesAutomatically = true

  /// How long no change may come before the session saves by itself: 100 ms.
  public var saveDelay = Duration.milliseconds(100)

  /// How long after the first change the session saves by itself, though others keep coming: 1 s.
  public var maximumSaveDelay = Duration.seconds(1)

  /// How long after a save that failed it is tried again, if no change comes before: 1 s.
  ///
  /// It doubles with each failure in a row, up to ``maximumRetryDelay``.
  public var retryDelay = Duration.seconds(1)

  /// The longest time between two tries of a save that keeps failing: 1 minute.
  public var maximumRetryDelay = Duration.seconds(60)

  /// Who wakes delayed saves, and delivers the answers to them.
  ///
  /// The default is the main actor.
  public var scheduling: any SaveScheduling = MainActorScheduling()

  /// What animates the transitions of a scene that is opened; by default nothing does.
  ///
  /// The scene's ``TransitionQueue`` can be given another one later.
  public var transitionCoordinator: any TransitionCoordinator = ImmediateTransitionCoordinator()

  /// What time it is, for headers and ages.
  public var now: @MainActor () -> Date = { Date() }

  /// Makes the default configuration.
  public init() {}
}
