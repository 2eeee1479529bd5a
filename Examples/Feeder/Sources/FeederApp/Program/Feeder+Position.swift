import DrawerContainer
import NavContainer
import RestorationCore
import SplitContainer
import TabContainer

extension Feeder {
  /// Everything that has to be the same after a restart, one line for each thing.
  ///
  /// What belongs to a screen stands below it and is indented further.
  var position: [String] {
    var lines = ["tab \(tabs.selectedRestorableTab?.restorationIdentifier ?? "-")"]
    lines.append("drawer \(drawer.openDrawerSide == nil ? "closed" : "open")")
    lines += position(of: drawer.restorableLeading)
    lines += presentedLines(by: drawer, indent: "  ")
    for split in [reading, starred] {
      lines.append("\(split.restorationIdentifier ?? "-") on top \(split.topSplitColumn)")
      lines += split.lists.restorableStack.flatMap(position(of:))
      lines += split.articles.restorableStack.flatMap(position(of:))
    }
    return lines + ["search"] + search.restorableStack.flatMap(position(of:))
  }

  private func position(of node: (any Restorable)?) -> [String] {
    guard let screen = node as? any Screen else { return ["  nothing"] }
    return ["  \(line(for: screen))"] + presentedLines(by: screen, indent: "    ")
  }

  private func presentedLines(by node: RestorableController, indent: String) -> [String] {
    guard let presentation = node.restorablePresentation,
      let screen = presentation.presented as? any Screen
    else { return [] }
    let transition = presentation.transitionDelegate.map { $0 === slide ? ", slides" : ", lost" }
    let style = presentation.style.rawValue
    return ["\(indent)\(line(for: screen)) \(style)\(transition ?? "")"]
      + presentedLines(by: screen, indent: indent + "  ")
  }

  private func line(for screen: any Screen) -> String {
    screen.loadRestorableStateIfNeeded()  // it may stand in a tab that was not shown yet
    switch screen {
    case let list as ArticleList:
      return "list \(list.source?.description ?? "of all") \(text(list.rows)), "
        + "\(list.order.rawValue)\(list.isUnreadOnly ? ", unread" : "")"
    case let article as ArticleScreen:
      return "article \(article.article) part \(article.place.part) offset "
        + "\(article.place.offset) link \(article.link)"
    case let search as SearchScreen:
      return "query \(text(search.query)) \(text(search.rows))\(search.isEditing ? ", edited" : "")"
    case let sources as SourceList: return "sources \(text(sources.rows))"
    case let note as NoteSheet:
      let isLinked = note.screen != nil && note.screen === note.presentingRestorable
      return "note \(text(note.draft))\(isLinked ? "" : ", link lost")"
    case let tags as TagPicker:
      return "tags \(text(tags.draft)) row \(tags.row)\(tags.screen == nil ? ", link lost" : "")"
    case let form as AddFeedForm:
      let drafts = [form.address, form.name, form.folder].map(text).joined(separator: " ")
      return "add-feed \(form.field.rawValue) \(drafts)"
    default: return screen.restorationIdentifier ?? "-"
    }
  }

  private func text(_ rows: RowSelection) -> String {
    "row \(rows.index) from \(rows.top) \(rows.selected?.description ?? "-")"
  }

  private func text(_ draft: TextDraft) -> String {
    "\(draft.text.debugDescription)@\(draft.caret)"
  }
}
