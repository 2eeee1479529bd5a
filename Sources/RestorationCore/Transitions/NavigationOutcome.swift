/// What became of a step of navigation that was asked for.
public enum NavigationOutcome: Hashable, Sendable {
  /// It was carried out.
  case performed
  /// It runs later: a restore or another step is under way.
  case deferred
  /// It could not be, and nothing changed; the text says why.
  case refused(String)
}
