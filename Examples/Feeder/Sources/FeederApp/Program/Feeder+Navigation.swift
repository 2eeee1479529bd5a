import DrawerContainer
import NavContainer
import RestorationCore
import SplitContainer
import TabContainer

extension Feeder {
  /// Opens an article from a list, in place of the one that was open.
  func open(_ article: ModelIdentifier) throws {
    let current = split?.articles.restorableStack.dropFirst().first as? ArticleScreen
    guard let split, current?.article == article else {
      return try place(ArticleScreen(article: article))
    }
    try library.setRead(true, article)
    split.show(.secondary)
  }

  /// Puts an article beside its list, in place of the one that was open, or on top of the results.
  func place(_ screen: ArticleScreen) throws {
    try library.setRead(true, screen.article)
    guard let split else { return say(search.push(screen)) }
    split.articles.setStack([split.articles.restorableStack[0], screen])
    split.show(.secondary)
  }

  /// Opens the article that a link leads to, on top of the one that has the link.
  func follow(_ number: Int, in content: ArticleContent) throws {
    guard content.links.indices.contains(number - 1) else {
      return say(content.links.isEmpty ? "This article has no links." : "] chooses a link.")
    }
    let link = content.links[number - 1]
    guard let article = try library.article(at: link) else {
      return say("Not in the library: \(link)")
    }
    try library.setRead(true, article)
    say(focusedStack.push(ArticleScreen(article: article)))
  }

  /// Changes what is kept of an article, if the key is one that does.
  func mark(_ article: ModelIdentifier, with key: Key) throws -> Bool {
    guard let headline = try library.headline(of: article) else { return false }
    switch key {
    case .character("s"): try library.setStarred(!headline.isStarred, article)
    case .character("m"): try library.setRead(!headline.isRead, article)
    default: return false
    }
    return true
  }

  /// Lists the articles of a feed or a folder.
  func show(_ source: ModelIdentifier) {
    drawer.close()
    tabs.select(reading)
    let list = ArticleList(source: source)
    answerUnwinds(by: list)
    reading.lists.setStack([reading.lists.restorableStack[0], list])
    reading.show(.primary)
  }

  /// Presents a note on an article.
  func writeNote(on screen: ArticleScreen, _ content: ArticleContent) {
    let sheet = NoteSheet(on: screen)
    sheet.draft = TextDraft(content.note)
    say(screen.present(sheet, style: .custom, transitionDelegate: slide))
  }

  /// Presents the tags of the article that a note is about.
  func pickTags(for note: NoteSheet) {
    say(note.present(TagPicker(for: note.screen), style: .formSheet))
  }
}
