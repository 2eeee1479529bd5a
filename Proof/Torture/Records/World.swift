import Foundation
import RestorationCore
import RestorationTestSupport

/// All that a store holds after a number of saves, which follows from a seed and that number alone.
///
/// Child and parent each work it out, so that whatever is found can be compared whole. Time is cut
/// into eras: the first save of each replaces everything, so that a world far away is soon reached.
struct World: Equatable {
  /// The names of the scenes, two of which are told apart by their bytes alone.
  static let names = ["main", "zweites Fenster", "e\u{301}", "\u{E9}"]

  /// How many saves an era has.
  static let eraLength = 50

  let seed: UInt64

  /// How many saves were made.
  private(set) var step = 0

  /// The scenes in the order of ``names``; `nil` for those that there are not.
  private(set) var scenes = [StateArchive?](repeating: nil, count: names.count)

  /// Makes the world of an empty store.
  init(seed: UInt64) {
    self.seed = seed
  }

  /// Makes the world after a number of saves.
  init(seed: UInt64, step: Int) {
    self.init(seed: seed)
    guard step > 0 else { return }
    self.step = (step - 1) / Self.eraLength * Self.eraLength
    while self.step < step { advance() }
  }
}

/// One call that changes what a store holds.
enum Save {
  case commit([SceneChanges])
  case discard(String)
}

extension World {
  /// Goes on by one save, and returns it.
  @discardableResult
  mutating func advance() -> Save {
    step += 1
    var random = SeededGenerator(seed: seed ^ UInt64(step) &* 0xA24B_AED4_963E_E407)
    if step % Self.eraLength == 1 { return beginEra(&random) }
    let present = scenes.indices.filter { scenes[$0] != nil }
    switch random.below(40) {
    case 0 where present.count > 1: return discard(present[random.below(present.count)])
    case 1, 2:
      if let missing = scenes.indices.first(where: { scenes[$0] == nil }) {
        return replace([missing], &random)
      }
      return change(present, &random)
    case 3: return replace([present[random.below(present.count)]], &random)
    case 4...9: return change(present, &random)
    default: return change([present[random.below(present.count)]], &random)
    }
  }

  /// The number of the first node that an era makes, above all before it.
  private var firstNumber: UInt64 {
    UInt64((step - 1) / Self.eraLength) * 1_000_000 + UInt64((step - 1) % Self.eraLength) * 5_000
      + 1
  }

  private mutating func beginEra(_ random: inout SeededGenerator) -> Save {
    scenes = scenes.map { _ in nil }
    return replace(Array(scenes.indices), &random)
  }

  private mutating func replace(_ indices: [Int], _ random: inout SeededGenerator) -> Save {
    let reason = random.below(8) == 0 ? "vetoed" : nil
    return .commit(
      indices.map { index in
        let planted = SceneGarden(planting: header(of: index), from: firstNumber, &random)
        scenes[index] = planted.archive
        var changes = SceneChanges(replacingWith: planted.archive)
        changes.setsAside = reason
        return changes
      }
    )
  }

  private mutating func change(_ indices: [Int], _ random: inout SeededGenerator) -> Save {
    .commit(
      indices.compactMap { index in
        guard let old = scenes[index] else { return nil }
        var garden = SceneGarden(old, header: header(of: index), from: firstNumber)
        garden.work(&random)
        scenes[index] = garden.archive
        return SceneChanges(from: old, to: garden.archive)
      }
    )
  }

  private mutating func discard(_ index: Int) -> Save {
    scenes[index] = nil
    return .discard(Self.names[index])
  }

  private func header(of index: Int) -> ArchiveHeader {
    ArchiveHeader(
      scene: Self.names[index],
      date: Date(timeIntervalSinceReferenceDate: Double(step)),
      appVersion: "step \(step)",
      schema: step,
      system: "torture",
      layoutClass: step % 2 == 0 ? "compact" : nil
    )
  }
}

extension SceneChanges {
  /// The changes that make one archive of another.
  fileprivate init(from old: StateArchive, to new: StateArchive) {
    self.init(
      header: new.header,
      root: new.root,
      updated: new.records.values.filter { old.records[$0.number] != $0 }
        .sorted { $0.number < $1.number },
      removed: old.records.keys.filter { new.records[$0] == nil }.sorted(),
      appState: new.appState == old.appState ? nil : new.appState,
      nextNumber: new.nextNumber
    )
  }
}
