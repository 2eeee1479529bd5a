import Foundation
import RestorationCore
import RestorationTestSupport
import Testing

/// The laws of unwinding, in every nesting of the four containers.
///
/// All nestings are gone through, with one request of 29, and every third of the deepest ones is
/// restored. With the environment variable `UNWIND_STRIDE` set to a number, as `Scripts/unwinds` does,
/// it is one request of as many, and each nesting is restored.
@MainActor @Suite("Unwinding in all nestings")
struct NestingLawTests {
  nonisolated static let blocks = 16

  nonisolated static let stride = ProcessInfo.processInfo.environment["UNWIND_STRIDE"]
    .flatMap(Int.init)

  nonisolated static let isLong = stride != nil

  @Test(
    "Every search agrees with the reference, in both layouts and after a restore.",
    arguments: 0..<blocks
  )
  func searches(block: Int) throws {
    try forEachNesting(of: block) { tree, index in
      let isRestored = Self.isLong || index < Nestings.firstDeepest || index % 3 == 0
      let stride = Self.stride ?? 29
      try NestingCheck(tree, index: index, stride: stride, isRestored: isRestored).searches()
    }
  }

  @Test(
    "Carried out, a plan leads where the reference says, whenever the layout changes.",
    arguments: 0..<blocks
  )
  func performances(block: Int) throws {
    try forEachNesting(of: block) { tree, index in
      // Blocks take turns, so that a third of all nestings is gone through.
      guard Self.isLong || (index / Self.blocks).isMultiple(of: 3) else { return }
      let isRestored = Self.isLong || (index / Self.blocks).isMultiple(of: 9)
      let stride = 601
      try NestingCheck(tree, index: index, stride: stride, isRestored: isRestored).performances()
    }
  }

  @Test("There are all nestings, with all presentations between them.")
  func enumeration() {
    // Each of n links is a presentation or not, and of four at the most three are.
    #expect(Nestings.chains.count == 1 + 4 * 2 + 16 * 4 + 64 * 8 + 256 * 15)
    let first = Nestings.blueprint(of: Nestings.chains.count - 1, filling: 0)
    #expect(first == Nestings.blueprint(of: Nestings.chains.count - 1, filling: 0))
    #expect(Set(first.labels).count == first.labels.count)
  }

  private func forEachNesting(
    of block: Int,
    _ body: (Blueprint, Int) throws -> Void
  ) throws {
    for index in Swift.stride(from: block, to: Nestings.chains.count, by: Self.blocks) {
      try body(Nestings.blueprint(of: index, filling: 0), index)
    }
  }
}
