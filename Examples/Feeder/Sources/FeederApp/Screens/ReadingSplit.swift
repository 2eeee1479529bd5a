import NavContainer
import RestorationCore
import SplitContainer

/// A list of articles, and the article that was chosen from it, each in a stack.
final class ReadingSplit: SplitController {
  let lists: NavigationController
  let articles: NavigationController

  init(identifier: String, list: ArticleList) {
    lists = NavigationController(restorationIdentifier: "lists", root: list)
    // A deleted article costs its own screen, and not those that were opened from it.
    articles = NavigationController(
      restorationIdentifier: "articles",
      root: EmptyScreen(),
      stackHolePolicy: .skip
    )
    super.init(restorationIdentifier: identifier, primary: lists, secondary: articles)
    topSplitColumn = .primary
  }

  override class var tracksChanges: Bool { true }

  /// Whether nothing was chosen yet: it follows from the stack, whatever of it came back.
  override var isSplitSecondaryPlaceholder: Bool {
    get { articles.restorableStack.count < 2 }
    set {}
  }

  /// The stack that the user is in; a placeholder is nowhere to be.
  var focusedStack: NavigationController {
    let column = isSplitCollapsed ? shownTopSplitColumn : topSplitColumn
    return column == .primary || isSplitSecondaryPlaceholder ? lists : articles
  }
}
