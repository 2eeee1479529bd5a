/// What a restored stack does where an entry cannot be made again.
public enum StackHolePolicy: Hashable, Sendable {
  /// The stack ends below the hole: what was pushed from a screen needs that screen.
  case cut
  /// The stack closes over the hole.
  case skip
}
