import Foundation
import NavContainer
import RestorationCore
import SplitContainer

extension Reader {
  /// What the user sees, as lines of a window of that size.
  func screen(width: Int, height: Int) -> [String] {
    let title =
      isBookmarksOpen ? "Bookmarks" : isRecentSelected ? "Files [Recent]" : "[Files] Recent"
    var lines = [title, String(repeating: "-", count: width)]
    let sheet = sheetLines()
    let room = max(1, height - lines.count - sheet.count)
    lines += body(width: width, height: room)
    return (lines + sheet).map { fit($0, width) }
  }

  private func body(width: Int, height: Int) -> [String] {
    if isBookmarksOpen { return list(height) }
    if isRecentSelected { return file.map { text(of: $0, height) } ?? list(height) }
    if files.isSplitCollapsed {
      return files.shownTopSplitColumn == .primary ? list(height) : secondary(height)
    }
    let (left, right) = (list(height), secondary(height))
    return (0..<height).map { row in
      fit(row < left.count ? left[row] : "", width / 3) + " | "
        + (row < right.count ? right[row] : "")
    }
  }

  private func secondary(_ height: Int) -> [String] {
    file.map { text(of: $0, height) } ?? ["Choose a file."]
  }

  private func list(_ height: Int) -> [String] {
    choices.prefix(height).enumerated().map { index, path in
      "\(index + 1). \(path.split(separator: "/").last ?? "")\(folder.isFolder(path) ? "/" : "")"
    }
  }

  private func text(of file: FileScreen, _ height: Int) -> [String] {
    let note = file.note.isEmpty ? "" : "  (note: \(file.note))"
    return ["\(file.path):\(file.scroll + 1)\(note)"]
      + folder.lines(of: file.path).dropFirst(file.scroll).prefix(height - 1)
  }

  private func sheetLines() -> [String] {
    guard let note, !isBookmarksOpen else { return [] }
    let sheet = ["+-- Note on \(note.file?.path ?? "nothing")", "|   \(note.draft)_"]
    return sheet + (tag.map { ["|   +-- Tag: \($0.tag)_"] } ?? [])
  }

  private func fit(_ line: String, _ width: Int) -> String {
    let plain = line.replacing("\t", with: "  ").prefix(width)
    return plain.padding(toLength: width, withPad: " ", startingAt: 0)
  }
}

// MARK: - Unwinds

extension Reader {
  /// Where each unwind from the topmost sheet or the open file would end; the same before a kill and
  /// after it, wide and narrow.
  var unwinds: [String] {
    guard let source = tag ?? note ?? file else { return [] }
    return [UnwindAction.home, .keepNote].map { action in
      "\(action) goes to \(source.unwindPlan(for: action)?.target.description ?? "nobody")"
    }
  }
}

// MARK: - The position

extension Reader {
  /// Everything that has to be the same after a restart, one line for each thing.
  var position: [String] {
    var lines = ["tab \(tabs.selectedRestorableTab?.restorationIdentifier ?? "-")"]
    lines.append("drawer \(isBookmarksOpen ? "open" : "closed")")
    lines.append(
      "on top \(files.topSplitColumn)\(files.isSplitSecondaryPlaceholder ? ", empty" : "")"
    )
    for stack in [folders, pages, recent] {
      lines.append("\(stack.restorationIdentifier ?? "-"):")
      lines += stack.restorableStack.flatMap(position(of:))
    }
    lines += recentFiles.paths.map { "recent \($0)" }
    lines += bookmarks.paths.map { "bookmark \($0)" }
    return lines
  }

  private func position(of screen: any Restorable) -> [String] {
    switch screen {
    case let folder as FolderScreen: return ["  folder '\(folder.path)'"]
    case let file as FileScreen: return [position(of: file)] + sheets(of: file)
    default: return ["  \(screen.restorationIdentifier ?? "-")"]
    }
  }

  private func position(of file: FileScreen) -> String {
    "  \(file.path) line \(file.scroll) '\(file.note)' '\(file.tag)'"
  }

  private func sheets(of file: FileScreen) -> [String] {
    guard let note = file.presentedRestorable as? NoteSheet else { return [] }
    note.loadRestorableStateIfNeeded()  // it may stand in a tab that was not shown yet
    let isSame = file.restorablePresentation?.transitionDelegate === slide && note.file === file
    let style = file.restorablePresentation?.style.rawValue ?? ""
    let lines = ["    note '\(note.draft)' \(style)\(isSame ? "" : ", links lost")"]
    guard let tag = note.presentedRestorable as? TagSheet else { return lines }
    return lines + ["    tag '\(tag.tag)' \(note.restorablePresentation?.style.rawValue ?? "")"]
  }
}
