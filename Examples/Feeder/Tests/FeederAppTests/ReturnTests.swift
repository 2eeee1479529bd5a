import NavContainer
import RestorationCore
import Testing

@testable import FeederApp

@Suite("Coming back") @MainActor
struct ReturnTests {
  @Test("After random keys, a restart shows the same screen and stands in the same position.")
  func journeys() throws {
    for seed in UInt64(1)...60 {
      var random = SeededGenerator(seed: seed)
      let rig = Rig(size: Journey.size(&random))
      for line in Journey.lines(&random) { try rig.type(line) }
      let (position, screen) = (rig.feeder.position, bare(rig.screen))
      rig.restart()
      let shown = bare(rig.screen)
      rig.restart()  // what was not shown has slept through it
      #expect(rig.feeder.position == position, "seed \(seed)")
      #expect(shown == screen, "seed \(seed)")
      #expect(rig.feeder.session.save().outcome == .nothingChanged, "seed \(seed)")
    }
  }

  /// The screen without its last line, where only a message differs.
  private func bare(_ screen: String) -> [Substring] {
    let lines = screen.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.filter { $0.hasPrefix("caret") } + lines.dropLast(3)
  }

  @Test("Each screen comes back in a window of another size, and back again.")
  func sizes() throws {
    for screen in GoldenTests.screens {
      let rig = Rig()
      try rig.type(screen.keys)
      let position = rig.feeder.position
      rig.restart(size: Size(width: 60, height: 24))
      rig.restart(size: Size(width: 100, height: 30))
      #expect(rig.feeder.position == position, "\(screen.name)")
    }
  }

  @Test("A deleted article costs its own screen and nothing else.")
  func deletion() throws {
    let rig = Rig()
    try rig.type("j<Enter>]<Enter>]<Enter>jj/Article<Enter><Enter>1")
    let before = rig.feeder.position
    rig.library.delete(.article(3))
    rig.restart()
    let stack = rig.feeder.reading.articles.restorableStack
    #expect(stack.compactMap { ($0 as? ArticleScreen)?.article } == [.article(2), .article(4)])
    let gone = before.filter { $0.contains("article \(ModelIdentifier.article(3))") }
    #expect(gone.count == 1)
    #expect(rig.feeder.position == before.filter { !gone.contains($0) })
  }

  @Test("With the only open article deleted the list is shown, wide and narrow.")
  func lastDeletion() throws {
    for width in [60, 100] {
      let rig = Rig(size: Size(width: width, height: 24))
      try rig.type("<Enter>nA thought")
      rig.library.delete(.article(1))
      rig.restart()
      #expect(rig.feeder.reading.isSplitSecondaryPlaceholder)
      #expect(rig.feeder.focusedScreen is ArticleList)
      #expect(rig.feeder.message.isEmpty == false)
      try rig.type("j")
      #expect(rig.feeder.message.isEmpty)
    }
  }

  @Test("What a launch does not show stays asleep, and comes back when it is shown.")
  func sleep() throws {
    let rig = Rig()
    try rig.type("<Enter>jjjj3")
    rig.restart()
    let article = try #require(rig.feeder.reading.articles.topRestorable as? ArticleScreen)
    #expect(article.restorationTracker?.isAsleep == true)
    rig.restart()
    rig.restart()
    try rig.type("<Esc>1")
    let shown = try #require(rig.feeder.reading.articles.topRestorable as? ArticleScreen)
    #expect(shown.place != TextPlace())
  }
}
