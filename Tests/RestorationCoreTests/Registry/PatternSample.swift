import RestorationCore
import RestorationTestSupport

/// Patterns and paths of a few names, and what is to be expected of them, worked out from their text
/// alone.
struct PatternSample {
  /// One component of a pattern or a path, as text.
  struct Piece {
    let name: String
    let slot: String?
    let ordinal: Int?

    var text: String {
      (slot.map { "\($0):" } ?? "") + name + (ordinal.map { "[\($0)]" } ?? "")
    }
  }

  /// A pattern of up to five pieces, with at most one `**`.
  static func randomPattern(using generator: inout SeededGenerator) -> [Piece] {
    var pieces = (0..<Int.random(in: 0...4, using: &generator)).map { _ in
      Piece(
        name: ["a", "b", "*"].randomElement(using: &generator) ?? "*",
        slot: [nil, nil, nil, "s", "t"].randomElement(using: &generator) ?? nil,
        ordinal: [nil, nil, nil, 0, 1].randomElement(using: &generator) ?? nil
      )
    }
    if pieces.isEmpty || Bool.random(using: &generator) {
      let index = Int.random(in: 0...pieces.count, using: &generator)
      pieces.insert(Piece(name: "**", slot: nil, ordinal: nil), at: index)
    }
    return pieces
  }

  /// A path of up to six pieces; one of its names, slots and ordinals is in no pattern.
  static func randomPath(using generator: inout SeededGenerator) -> [Piece] {
    (0..<Int.random(in: 1...6, using: &generator)).map { _ in
      Piece(
        name: ["a", "a", "b", "c"].randomElement(using: &generator) ?? "a",
        slot: [nil, nil, "s", "t", "u"].randomElement(using: &generator) ?? nil,
        ordinal: [nil, nil, 1, 2].randomElement(using: &generator) ?? nil
      )
    }
  }

  /// Whether a pattern matches a path, by trying every length of `**`.
  static func matches(_ pattern: ArraySlice<Piece>, _ path: ArraySlice<Piece>) -> Bool {
    guard let first = pattern.first else { return path.isEmpty }
    if first.name == "**" {
      return (path.startIndex...path.endIndex).contains {
        matches(pattern.dropFirst(), path[$0...])
      }
    }
    guard let component = path.first else { return false }
    return (first.name == "*" || first.name == component.name)
      && (first.slot == nil || first.slot == component.slot)
      && (first.ordinal == nil || first.ordinal == component.ordinal ?? 0)
      && matches(pattern.dropFirst(), path.dropFirst())
  }

  /// Whether a pattern is preferred to one that was registered before it.
  static func isPreferred(_ pattern: [Piece], to earlier: [Piece]) -> Bool {
    // The root end of a pattern counts as a piece of its own, between `**` and `*`.
    let end = Piece(name: "/", slot: nil, ordinal: nil)
    let kinds = ["**", "/", "*"]
    for (piece, other) in zip(pattern.reversed() + [end], earlier.reversed() + [end]) {
      let kind = kinds.firstIndex(of: piece.name) ?? 3
      let otherKind = kinds.firstIndex(of: other.name) ?? 3
      if kind != otherKind { return kind > otherKind }
      let parts = (piece.slot != nil, piece.ordinal != nil)
      let otherParts = (other.slot != nil, other.ordinal != nil)
      if parts.0 != otherParts.0 { return parts.0 }
      if parts.1 != otherParts.1 { return parts.1 }
    }
    return pattern.count >= earlier.count
  }
}

extension [PatternSample.Piece] {
  var text: String { map(\.text).joined(separator: "/") }
}
