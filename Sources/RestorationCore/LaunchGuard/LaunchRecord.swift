/// What is remembered of the launches that restored a scene.
public struct LaunchRecord: Hashable, Sendable {
  /// How the last launch left it: closed, or what it was about when it died.
  public var note = LaunchNote.closed

  /// The node at which the last death happened.
  public var suspect: NodeNumber?

  /// How many launches in a row died at that node.
  public var deaths = 0

  /// How many launches in a row died while the scene was restored, at whatever node.
  public var deathsInRestore = 0

  /// How many launches in a row died after the restore, before they showed that they were well.
  public var deathsUnsettled = 0

  /// Whether the scene is held back until something was saved in its place.
  public var holdsScene = false

  /// Whether the system was started anew since.
  public var isFromOtherBoot = false

  /// Whether another build of the app left it.
  public var isFromOtherBuild = false

  /// Makes the record of a scene of which nothing is remembered.
  public init() {}
}
