/// The two sides from which a drawer slides in.
///
/// Leading is the side on which a line of text begins: the left where people read from left to right.
public enum DrawerSide: String, Hashable, Sendable, Codable, CaseIterable {
  /// The side on which a line of text begins.
  case leading
  /// The side on which a line of text ends.
  case trailing
}
