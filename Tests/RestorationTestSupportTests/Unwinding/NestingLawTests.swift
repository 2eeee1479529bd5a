import Foundation
import RestorationCore
import RestorationTestSupport
import Testing

/// The laws of unwinding, in every nesting of the four containers.
///
/// All nestings are gone through in one filling, with some of the requests, and every third of the
/// deepest ones is restored. With the environment variable `UNWIND_FILLINGS` set to a number, as `Scripts/unwinds` does, there
/// are that many fillings, all requests, and a restore of each nesting.
@MainActor @Suite("Unwinding in all nestings")
struct NestingLawTests {
  nonisolated static let blocks = 16

  nonisolated static let fillings = ProcessInfo.processInfo.environment["UNWIND_FILLINGS"]
    .flatMap(Int.init)

  nonisolated static let isFull = fillings != nil

  @Test(
    "Every search agrees with the reference, in both layouts and after a restore.",
    arguments: 0..<blocks
  )
  func searches(block: Int) throws {
    try forEachNesting(of: block) { tree, index in
      let isRestored = Self.isFull || index < Nestings.firstDeepest || index % 3 == 0
      let stride = Self.isFull ? 1 : 29
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
      guard Self.isFull || (index / Self.blocks).isMultiple(of: 3) else { return }
      let isRestored = Self.isFull || (index / Self.blocks).isMultiple(of: 9)
      let stride = Self.isFull ? 7 : 601
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
    for filling in 0..<(Self.fillings ?? 1) {
      for index in stride(from: block, to: Nestings.chains.count, by: Self.blocks) {
        try body(Nestings.blueprint(of: index, filling: filling), index)
      }
    }
  }
}
