/// After how many deaths what is held back, and when an app counts as well.
public struct LaunchLimits: Hashable, Sendable {
  /// How many deaths in a row at one node hold back that node: 2.
  public var deathsBeforeNode = 2

  /// How many deaths in a row hold back the container of that node: 3.
  public var deathsBeforeContainer = 3

  /// How many deaths in a row hold back the scene: 4.
  public var deathsBeforeScene = 4

  /// How many deaths in a row, each at another node, hold back the scene: 12.
  public var deathsInRestore = 12

  /// How many deaths in a row after the restore, before the app was well, hold back the scene: 2.
  public var deathsUnsettled = 2

  /// How long after a restore a save shows that the app is well: 5 s.
  public var settlingTime = Duration.seconds(5)

  /// Makes the default limits.
  public init() {}
}
