import DrawerContainer
import NavContainer
import RestorationCore
import SplitContainer
import TabContainer
import Testing

@testable import FeederApp

@Suite("From keys to the tree") @MainActor
struct KeysToTreeTests {
  @Test(
    "Keys lead to the screen that they are for.",
    arguments: [
      ("", "articles"), ("<Enter>", "article"), ("<Enter><Esc>", "articles"),
      ("<Enter><Tab>", "articles"), ("<Enter><Tab><Tab>", "article"), ("<Enter>n", "note"),
      ("<Enter>n<C-t>", "tags"), ("<Enter>n<C-t><Esc>", "note"), ("<Enter>n<Esc>", "article"),
      ("f", "sources"), ("f<Esc>", "articles"), ("fj<Enter>", "source"),
      ("fj<Enter><Esc>", "articles"), ("3", "search"), ("/x<Enter>1", "articles"),
      ("a", "add-feed"),
      ("a<Esc>", "articles"), ("?", "help"), ("?x", "articles"), ("f?", "help"), ("fa", "add-feed"),
      ("/Article<Enter><Enter>", "article"), ("2", "articles"), ("<BackTab>", "articles"),
    ]
  )
  func focus(keys: String, identifier: String) throws {
    for size in [Size(width: 100, height: 30), Size(width: 100, height: 5)] {
      let rig = Rig(size: size)
      try rig.type(keys)
      #expect(rig.feeder.focusedScreen?.restorationIdentifier == identifier, "\(keys)")
    }
  }

  @Test("A narrow window shows one column, and Tab goes to the next tab.")
  func narrow() throws {
    let rig = Rig(size: Size(width: 60, height: 24))
    try rig.type("<Enter>")
    #expect(rig.feeder.focusedScreen is ArticleScreen)
    try rig.type("h")
    #expect(rig.feeder.focusedScreen is ArticleList)
    try rig.type("<Tab>")
    #expect(rig.feeder.tabs.selectedRestorableTab === rig.feeder.starred)
  }

  @Test("The split follows the window with an article open, a sheet up or the drawer open.")
  func resizing() throws {
    for keys in ["<Enter>", "<Enter>nA thought<Left>", "<Enter>f", "<Enter>n<C-t>word", "a", "?"] {
      let rig = Rig()
      try rig.type(keys)
      let (position, screen) = (rig.feeder.position, rig.screen)
      try rig.type("<Resize 60x24>")
      #expect(rig.feeder.reading.isSplitCollapsed)
      #expect(rig.feeder.position == position)
      try rig.type("<Resize 100x30>")
      #expect(rig.screen == screen, "\(keys)")
    }
  }

  @Test("A link to an article in the library pushes it; another one says where it leads.")
  func links() throws {
    let rig = Rig()
    try rig.type("<Enter>]<Enter>")
    let stack = rig.feeder.reading.articles.restorableStack
    #expect(stack.compactMap { ($0 as? ArticleScreen)?.article } == [.article(1), .article(2)])
    try rig.type("]]<Enter>")
    #expect(rig.feeder.message == "Not in the library: https://example.org/elsewhere")
    #expect(rig.feeder.reading.articles.restorableStack.count == 3)
  }

  @Test("What is done to an article is kept of it.")
  func marks() throws {
    let rig = Rig()
    try rig.type("js<Enter>nWell said.<C-t>wise<Enter><Esc><Esc>")
    let content = try #require(rig.library.content(of: .article(2)))
    #expect(content.headline.isStarred && content.headline.isRead)
    #expect(content.note == "Well said." && content.tags == ["wise"])
    try rig.type("n and more<C-x>")
    #expect(rig.library.content(of: .article(2))?.note == "Well said.")
  }

  @Test("While text is written, letters and digits are text.")
  func text() throws {
    let rig = Rig()
    try rig.type("<Enter>nq1?/f")
    let note = try #require(rig.feeder.focusedScreen as? NoteSheet)
    #expect(note.draft.text == "q1?/f")
    #expect(!rig.feeder.isDone)
    try rig.type("<Esc>q")
    #expect(rig.feeder.isDone)
  }

  @Test("A key that does nothing changes nothing and says so.")
  func nothing() throws {
    let rig = Rig()
    rig.feeder.session.save()
    try rig.type("z")
    #expect(rig.feeder.message == "That key does nothing here; ? shows those that do.")
    #expect(rig.feeder.session.save().outcome == .nothingChanged)
  }

  @Test("The session uses the registrations without a warning.")
  func registry() {
    #expect(Rig().feeder.session.registry.diagnostics.isEmpty)
  }
}

extension ModelIdentifier {
  /// An article of the library in memory.
  @MainActor
  static func article(_ number: Int) -> Self { SampleLibrary.identifier("article", number) }
}
