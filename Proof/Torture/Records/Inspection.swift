import RestorationCore

/// Looks at everything that a store holds.
struct Inspection {
  let store: any StateStore

  /// Finds out how many saves the store holds, and that it holds nothing but what they left.
  ///
  /// - Throws: What is wrong, in one line.
  func step(seed: UInt64, in range: ClosedRange<Int>) throws -> Int {
    let found = try contents(try store.scenes()) { name in try store.load(scene: name) }
    var world = World(seed: seed, step: range.lowerBound)
    while world.scenes != found, world.step < range.upperBound { world.advance() }
    if world.scenes == found { return world.step }
    throw Loss(message: Self.explanation(of: found, seed: seed, expected: range))
  }

  /// What the snapshots are called.
  static let snapshot = "gehalten/é"

  /// Checks that a snapshot is there, and that it holds what one of some saves had left.
  func checkSnapshot(seed: UInt64, of steps: [Int], isSure: Bool) throws {
    let generations = try store.generations()
    let snapshots = generations.filter { $0.name == Self.snapshot }
    // The oldest snapshot leaves when there are too many.
    if isSure, generations.count < 4, snapshots.isEmpty {
      throw Loss(message: "The snapshot of save \(steps) is gone.")
    }
    let worlds = steps.map { World(seed: seed, step: $0).scenes }
    for snapshot in snapshots {
      let found = try contents(snapshot.scenes) { try store.load(scene: $0, from: snapshot) }
      guard worlds.contains(found) else {
        throw Loss(
          message: """
            The snapshot of save \(steps) holds something else. \
            \(Self.explanation(of: found, seed: seed, expected: 0...(steps.max() ?? 0)))
            """
        )
      }
    }
  }

  private func contents(
    _ headers: [ArchiveHeader],
    _ load: (String) throws -> LoadedArchive?
  ) throws -> [StateArchive?] {
    let names = headers.map(\.scene)
    let known = World.names.filter { name in names.contains { Array($0.utf8) == Array(name.utf8) } }
    guard known.count == names.count else {
      throw Loss(message: "There are scenes that nobody saved: \(names).")
    }
    return try World.names.map { name in
      let isListed = known.contains { Array($0.utf8) == Array(name.utf8) }
      guard let loaded = try load(name) else {
        guard isListed else { return nil }
        throw Loss(message: "The scene '\(name)' is listed, but not there.")
      }
      guard isListed else { throw Loss(message: "The scene '\(name)' is there, but not listed.") }
      guard loaded.damage.isEmpty else {
        throw Loss(message: "Damage in '\(name)': \(loaded.damage.map(\.message)).")
      }
      return loaded.archive
    }
  }

  /// Says which save each scene is of, as far as one of the last ones is known to have left it.
  private static func explanation(
    of found: [StateArchive?],
    seed: UInt64,
    expected: ClosedRange<Int>
  ) -> String {
    var worlds = [World(seed: seed, step: max(0, expected.lowerBound - 300))]
    while let last = worlds.last, last.step < expected.upperBound + 300 {
      var next = last
      next.advance()
      worlds.append(next)
    }
    worlds.reverse()
    if let world = worlds.first(where: { $0.scenes == found }) {
      return "Expected save \(expected), found save \(world.step)."
    }
    let parts = found.indices.map { index in
      let match = worlds.first { $0.scenes[index] == found[index] }
      let isThere = found[index] != nil
      let header = found[index]?.header.appVersion ?? "nothing"
      let whole = match.map { "as save \($0.step) left it" } ?? "as no save left it"
      return "'\(World.names[index])' is \(isThere ? "of \(header)" : "missing"), \(whole)"
    }
    return "Expected save \(expected), found a mix: \(parts.joined(separator: "; "))."
  }
}

/// Says in one line what was lost.
struct Loss: Error, CustomStringConvertible {
  let message: String

  var description: String { message }
}
