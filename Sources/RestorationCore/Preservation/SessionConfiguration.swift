public import Foundation

/// What a session does by itself, what it allows, and what it asks the app.
@MainActor
public struct SessionConfiguration {
  /// The version of the app, written into headers.
  public var appVersion = ""

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

  /// Whether a change that is marked is saved by itself, ``saveDelay`` later.
  ///
  /// The default is `true`.
  public var savesAutomatically = true

  /// How long after the first change the session saves by itself: 100 ms.
  ///
  /// Changes that follow do not put it off.
  public var saveDelay = Duration.milliseconds(100)

  /// Who wakes delayed saves.
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
