import NavContainer
import RestorationCore
import SplitContainer
import TabContainer

extension Feeder {
  /// Unwinds from where the user is, and keeps a note that is taken down on the way.
  func unwind(_ action: UnwindAction) throws {
    guard let screen = focusedScreen else { return }
    try (screen as? NoteSheet ?? screen.presentingRestorable as? NoteSheet)?.keep(in: library)
    screen.unwind(action) { [weak self] result in self?.note(result) }
  }

  /// What an unwind from where the user is would do; `nil` if nobody answers.
  func plan(for action: UnwindAction) -> UnwindPlan? { focusedScreen?.unwindPlan(for: action) }

  private func note(_ result: UnwindResult) {
    switch result {
    case .performed: break
    case .notFound: say("There is nothing to go back to; you are there.")
    case .vetoed, .interrupted: say("\(result)")
    }
    didUnwind?(result)
  }
}

// MARK: - Answering

extension Feeder {
  /// Has each list that stands there go on to the next note; after a launch, those that came back.
  func answerUnwinds() {
    let stacks = [reading.lists, starred.lists, search]
    for case let list as any ArticleListing in stacks.flatMap(\.restorableStack) {
      answerUnwinds(by: list)
    }
  }

  func answerUnwinds(by list: some ArticleListing) {
    list.onUnwind(.nextNote) { [weak self] list, _ in
      list.afterTransitions { self?.openNextNote(from: list) }
    }
  }

  private func openNextNote(from list: some ArticleListing) {
    do {
      guard let article = try list.selectNext(self) else {
        return say("That was the last article.")
      }
      let screen = ArticleScreen(article: article)
      try place(screen)
      // The article comes when this follow-up has ended, and the note on it after that.
      list.afterTransitions { [weak self] in self?.openNote(on: screen) }
    } catch {
      say("\(error)")
    }
  }

  private func openNote(on screen: ArticleScreen) {
    do {
      if let content = try library.content(of: screen.article) { writeNote(on: screen, content) }
    } catch {
      say("\(error)")
    }
  }
}
