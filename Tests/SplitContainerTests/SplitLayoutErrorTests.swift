import RestorationCore
import RestorationTestSupport
import SplitContainer
import Testing

@MainActor @Suite("A split whose layout is damaged")
struct SplitLayoutErrorTests {
  @Test("A part of the layout that cannot be read costs no other part, and is reported.")
  func damagedPart() throws {
    let harness = RestorationHarness { _ in
      SplitController(
        restorationIdentifier: "split",
        primary: RestorableController(restorationIdentifier: "list"),
        secondary: RestorableController(restorationIdentifier: "detail")
      )
    }
    harness.root.preferredSplitDisplayMode = .secondaryOnly
    harness.root.topSplitColumn = .primary
    var archive = try harness.archive()
    let root = try #require(archive.root)
    let state = try #require(archive.records[root]?.containerState)
    guard case .map(var entries) = try StateValue(decoding: state) else {
      Issue.record("The layout is no map.")
      return
    }
    let index = try #require(entries.firstIndex { $0.key == .text("secondaryIsPlaceholder") })
    entries[index].value = .text("perhaps")
    archive.records[root]?.containerState = StateValue.map(entries).encoded()
    let report = try harness.restore(from: archive.encoded())
    #expect(report.outcome == .partial)
    #expect(report.diagnostics.map(\.reason) == [.failed])
    #expect(harness.root.preferredSplitDisplayMode == .secondaryOnly)
    #expect(harness.root.topSplitColumn == .primary)
  }
}
