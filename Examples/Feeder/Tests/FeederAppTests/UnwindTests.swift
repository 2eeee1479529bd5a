import DrawerContainer
import NavContainer
import RestorationCore
import SplitContainer
import TabContainer
import Testing

@testable import FeederApp

@Suite("Unwinding") @MainActor
struct UnwindTests {
  nonisolated static let sizes = ["100x30", "60x24"].compactMap { Size($0) }

  /// Keys that lead somewhere, from where each unwind is asked for.
  static let places =
    GoldenTests.screens.map(\.keys) + [
      "<Enter>]<Enter>]<Enter>nA<C-t>b", "fj<Enter>j<Enter>]<Enter>nA thought", "s2<Enter>n", "f?",
      "fa", "jss2<Enter>]<Enter>fj", "/Article 1<Enter><Enter>]<Enter>n",
      "s2<Enter>]<Enter>1<Enter>n",
    ]

  @Test(
    "Unwinds lead to the screen that they name, wide and narrow, before and after a restart.",
    arguments: [
      ("<Enter>nA<C-t>", "<C-l>", "articles"), ("<Enter>nA", "<C-l>", "articles"),
      ("fj<Enter><Enter>]<Enter>nA<C-t>", "<C-l>", "source"),
      ("/Article 1<Enter><Enter>nA<C-t>", "<C-l>", "search"),
      ("<Enter>]<Enter>", "F", "article"), ("<Enter>]<Enter>]<Enter>]<Enter>", "F", "article"),
      ("/Article 1<Enter><Enter>]<Enter>]<Enter>", "F", "article"),
      ("f", "H", "articles"), ("2f", "H", "articles"), ("f?", "<C-g>", "articles"),
      ("fa", "<C-g>", "articles"), ("?", "<C-g>", "articles"), ("3a", "<C-g>", "articles"),
      ("/Article", "<C-g>", "articles"), ("<Enter>]<Enter>]<Enter>", "H", "articles"),
      ("fj<Enter><Enter>nA<C-t>", "<C-g>", "articles"), ("s2<Enter>nA", "<C-g>", "articles"),
      ("<Enter>nA", "<C-n>", "note"), ("<Enter>]<Enter>nA<C-t>", "<C-n>", "note"),
      ("fj<Enter><Enter>nA", "<C-n>", "note"), ("/Article 1<Enter><Enter>nA", "<C-n>", "note"),
    ]
  )
  func targets(keys: String, unwind: String, identifier: String) throws {
    for size in Self.sizes {
      for restarts in [false, true] {
        let rig = Rig(size: size)
        try rig.type(keys)
        if restarts { rig.restart() }
        try rig.type(unwind)
        #expect(rig.feeder.message.isEmpty)
        #expect(rig.feeder.focusedScreen?.restorationIdentifier == identifier)
        #expect(rig.feeder.focusedScreen?.presentedRestorable == nil)
        #expect(rig.feeder.drawer.openDrawerSide == nil)
        let position = rig.feeder.position
        rig.restart()
        #expect(rig.feeder.position == position)
      }
    }
  }

  @Test("Home is the list of all articles in the first tab, with nothing over it.")
  func home() throws {
    for size in Self.sizes {
      for keys in Self.places {
        let rig = Rig(size: size)
        try rig.type(keys + "<C-g>")
        #expect(rig.feeder.tabs.selectedRestorableTab === rig.feeder.reading, "\(keys)")
        let list = try #require(rig.feeder.focusedScreen as? ArticleList)
        #expect(list === rig.feeder.reading.lists.restorableStack[0], "\(keys)")
        #expect(list.presentedRestorable == nil && rig.feeder.drawer.presentedRestorable == nil)
        try rig.type("<C-g>")
        #expect(rig.feeder.message == "There is nothing to go back to; you are there.")
      }
    }
  }

  @Test("From the tags straight to the list, the note and its tags are kept.")
  func keeping() throws {
    for size in Self.sizes {
      let rig = Rig(size: size)
      try rig.type("j<Enter>nWell said.<C-t>wise<Enter><C-l>")
      let content = try #require(rig.library.content(of: .article(2)))
      #expect(content.note == "Well said." && content.tags == ["wise"])
      #expect(rig.feeder.reading.articles.topRestorable is ArticleScreen)
    }
  }

  @Test("The first article is reached past all that links led to, and stays where it was read.")
  func first() throws {
    for size in Self.sizes {
      let rig = Rig(size: size)
      try rig.type("<Enter>jjj]<Enter>]<Enter>]<Enter>")
      rig.restart()
      try rig.type("F")
      let article = try #require(rig.feeder.focusedScreen as? ArticleScreen)
      #expect(article.article == .article(1) && article.place != TextPlace())
      #expect(rig.feeder.reading.articles.restorableStack.count == 2)
      try rig.type("F")
      #expect(rig.feeder.message == "No link led here; this is the first article.")
      #expect(rig.feeder.focusedScreen === article)
    }
  }

  @Test("The next note is presented once the list was reached, over the next article.")
  func next() throws {
    for size in Self.sizes {
      let rig = Rig(size: size)
      try rig.type("<Enter>nOne<C-n>Two")
      rig.restart()
      try rig.type("<C-t>wise<Enter><C-n>Three<Esc>")
      for (number, note) in [(1, "One"), (2, "Two"), (3, "Three")] {
        #expect(rig.library.content(of: .article(number))?.note == note)
      }
      #expect(rig.library.content(of: .article(2))?.tags == ["wise"])
      let article = try #require(rig.feeder.focusedScreen as? ArticleScreen)
      #expect(article.article == .article(3))
      #expect(rig.feeder.reading.articles.restorableStack.count == 2)
      let list = try #require(rig.feeder.reading.lists.topRestorable as? ArticleList)
      #expect(list.rows.selected == .article(3))
    }
  }

  @Test("After the note on the last article there is no next one: the list is shown, and says so.")
  func last() throws {
    let rig = Rig(articles: 2)
    try rig.type("G<Enter>nThe end<C-n>")
    #expect(rig.feeder.focusedScreen is ArticleList)
    #expect(rig.feeder.message == "That was the last article.")
    #expect(rig.library.content(of: .article(2))?.note == "The end")
  }

  @Test("The next note waits for every transition before it, and comes exactly once.")
  func transitions() throws {
    let rig = Rig(size: Size(width: 60, height: 24))
    try rig.type("<Enter>nOne<C-t>")
    let coordinator = ManualTransitionCoordinator()
    let queue = try #require(rig.feeder.session.transitionQueue(of: "main"))
    queue.coordinator = coordinator
    try rig.type("<C-n>")
    var steps: [String] = []
    while coordinator.running != nil, steps.count < 10 {
      steps.append(rig.feeder.focusedScreen?.restorationIdentifier ?? "-")
      coordinator.finish()
    }
    #expect(steps == ["article", "articles", "articles", "article", "note"])
    #expect(rig.feeder.focusedScreen is NoteSheet && queue.isIdle)
  }

  @Test("Each plan is the same after a restart, also in a window of another size.")
  func plans() throws {
    for size in Self.sizes {
      for other in Self.sizes {
        for keys in Self.places {
          let rig = Rig(size: size)
          try rig.type(keys)
          let plans = UnwindAction.all.map(rig.feeder.plan)
          #expect(plans.contains { $0 != nil }, "\(keys)")
          rig.restart(size: other)
          #expect(UnwindAction.all.map(rig.feeder.plan) == plans, "\(keys)")
        }
      }
    }
  }

  @Test("Looking at the plans changes nothing.")
  func looking() throws {
    for keys in Self.places {
      let rig = Rig()
      try rig.type(keys)
      rig.feeder.session.save()
      _ = UnwindAction.all.map(rig.feeder.plan)
      #expect(rig.feeder.session.save().outcome == .nothingChanged, "\(keys)")
    }
  }

  @Test("Random journeys with unwinds leave no sheet over a target, and plan the same afterwards.")
  func journeys() throws {
    for seed in UInt64(1)...40 {
      var random = SeededGenerator(seed: seed)
      let rig = Rig(size: Journey.size(&random))
      for _ in 0..<3 {
        let check = UnwindCheck(feeder: rig.feeder)
        rig.feeder.didUnwind = { result in
          #expect(check.fault(after: result) == nil, "seed \(seed)")
        }
        for line in Journey.unwindLines(&random) { try rig.type(line) }
        let stand = Stand(of: rig.feeder)
        rig.restart(size: Journey.size(&random))
        #expect(Stand(of: rig.feeder) == stand, "seed \(seed)")
      }
    }
  }

  @Test("A plan reads as what will happen.")
  func description() throws {
    let rig = Rig(size: Size(width: 60, height: 24))
    try rig.type("<Enter>]<Enter>nA<C-t>")
    let plans = UnwindAction.all.map { rig.feeder.plan(for: $0)?.description ?? "" }
    #expect(
      plans == [
        "dismiss note, show the primary column", "dismiss note, pop to article",
        "dismiss note, show the primary column", "dismiss note, show the primary column",
      ]
    )
  }
}
