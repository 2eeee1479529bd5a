/// A column of a split container.
public enum SplitColumn: String, Hashable, Sendable, Codable, CaseIterable {
  /// The first column: a list of accounts or folders.
  case primary
  /// The column between the two others, in a container of three: a list of what is in a folder.
  case supplementary
  /// The last column: what was chosen in the others.
  case secondary
}
