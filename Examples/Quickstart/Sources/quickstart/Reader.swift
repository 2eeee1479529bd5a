import DrawerContainer
import Foundation
import NavContainer
import RestorationCore
import RestorationStore
import SplitContainer
import TabContainer

/// The app: a tree of screens that is built in code at each launch, and the commands that change it.
@MainActor
final class Reader {
  let session: RestorationSession
  let folder: TextFolder

  let folders = NavigationController(
    restorationIdentifier: "folders",
    root: FolderScreen(path: "")
  )
  let pages = NavigationController(restorationIdentifier: "pages", root: WelcomeScreen())
  let recentFiles = ListScreen(restorationIdentifier: "recent-list")
  let bookmarks = ListScreen(restorationIdentifier: "bookmarks")
  let files: SplitController
  let recent: NavigationController
  let tabs: TabController
  let drawer: DrawerController
  let slide = SlideTransition()

  init(folder: TextFolder, store: any StateStore) {
    self.folder = folder
    files = SplitController(restorationIdentifier: "files", primary: folders, secondary: pages)
    files.isSplitSecondaryPlaceholder = true
    recent = NavigationController(restorationIdentifier: "recent", root: recentFiles)
    tabs = TabController(restorationIdentifier: "tabs", tabs: [files, recent])
    drawer = DrawerController(restorationIdentifier: "reader", center: tabs, leading: bookmarks)

    var registry = RestorationClassRegistry()
    registry.register(FolderScreen.self, named: "folder")
    registry.register(FileScreen.self, named: "file")
    registry.register(NoteSheet.self, named: "note") { _, _ in NoteSheet() }
    registry.register(TagSheet.self, named: "tag") { _, _ in TagSheet() }
    var context = RestorationContext()
    context.folder = folder
    var configuration = SessionConfiguration()
    configuration.savesAutomatically = false  // the command loop saves after each command
    session = RestorationSession(
      store: store,
      registry: registry,
      context: context,
      configuration: configuration
    )
    session.register(slide, under: drawer)
    folders.restorableStack.first?.onUnwind(.home) { _, _ in }  // being there is all it does
  }

  /// Brings everything back, and shows it.
  func launch() -> RestorationReport {
    let report = session.restore(drawer, in: "main")
    if pages.restorableStack.count == 1 { files.isSplitSecondaryPlaceholder = true }
    drawer.beginAppearanceTransition(isAppearing: true)
    drawer.endAppearanceTransition()
    return report
  }
}

// MARK: - Where the user is

extension Reader {
  var isBookmarksOpen: Bool { drawer.openDrawerSide == .leading }

  var isRecentSelected: Bool { tabs.selectedRestorableTab === recent }

  /// The stack that `back` and `open` work on.
  var stack: NavigationController {
    if isRecentSelected { return recent }
    return files.isSplitCollapsed && files.shownTopSplitColumn == .primary ? folders : pages
  }

  /// The file on the screen, if one is.
  var file: FileScreen? {
    (isRecentSelected ? recent : pages).topRestorable as? FileScreen
  }

  var note: NoteSheet? { file?.presentedRestorable as? NoteSheet }

  var tag: TagSheet? { note?.presentedRestorable as? TagSheet }

  /// Where the user is: the topmost sheet, the open drawer, or the screen that is shown.
  var deepestNode: RestorableController {
    if isBookmarksOpen { return bookmarks }
    if let sheet = tag ?? note { return sheet }
    return (stack.topRestorable as? RestorableController) ?? drawer
  }

  /// The paths that `open` counts.
  var choices: [String] {
    if isBookmarksOpen { return bookmarks.paths }
    if isRecentSelected { return recentFiles.paths }
    let path = (folders.topRestorable as? FolderScreen)?.path ?? ""
    return folder.entries(of: path).map { folder.join(path, $0) }
  }
}

// MARK: - Commands

extension Reader {
  static let help = """
    open N         open entry N of the list       back           go back
    scroll N       scroll the text by N lines     tab NAME       files or recent
    drawer         open or close the bookmarks    bookmark       keep this file there
    note TEXT      write a note on the file       tag WORD       tag the note, in a second sheet
    dismiss        close the topmost sheet        keep           keep note and tag, close both sheets
    next           keep, then note the next file  home           back to the first list, from anywhere
    size WxH       change the size of the window  tree           print the tree
    help, quit     and die: end by SIGKILL
    """

  /// Carries out a command, and returns what to say about it.
  func perform(_ command: String) -> String {
    let words = command.split(separator: " ", maxSplits: 1).map(String.init)
    let argument = words.count > 1 ? words[1] : ""
    switch words.first {
    case "open": return open(argument)
    case "back": return back()
    case "scroll": return scroll(argument)
    case "tab": return say(tabs.select(identifier: argument))
    case "drawer": return say(isBookmarksOpen ? drawer.close() : drawer.open(.leading))
    case "bookmark": return bookmark()
    case "note": return write(argument)
    case "tag": return writeTag(argument)
    case "dismiss": return dismiss()
    case "keep": return unwind(.keepNote)
    case "next": return noteNextFile()
    case "home": return unwind(.home)
    case "tree": return session.treeDescription(scene: "main") ?? ""
    case "help", nil: return Self.help
    default: return "There is no command '\(command)'; try help."
    }
  }

  private func open(_ argument: String) -> String {
    guard let number = Int(argument), choices.indices.contains(number - 1) else {
      return "Open what? Give a number from 1 to \(choices.count)."
    }
    let path = choices[number - 1]
    if folder.isFolder(path) { return say(folders.push(FolderScreen(path: path))) }
    guard folder.isFile(path) else { return "\(path) is gone." }
    if isBookmarksOpen { drawer.close() }
    recentFiles.paths = [path] + recentFiles.paths.filter { $0 != path }.prefix(8)
    if isRecentSelected { return say(recent.push(FileScreen(path: path))) }
    files.isSplitSecondaryPlaceholder = false
    files.show(.secondary)
    return say(pages.push(FileScreen(path: path)))
  }

  private func back() -> String {
    if isBookmarksOpen { return say(drawer.close()) }
    if stack.restorableStack.count > 1 {
      let outcome = stack.pop()
      if pages.restorableStack.count == 1 {
        files.isSplitSecondaryPlaceholder = true
        files.show(.primary)
      }
      return say(outcome)
    }
    if isRecentSelected { return say(tabs.select(identifier: "files")) }
    return say(folders.pop())
  }

  private func scroll(_ argument: String) -> String {
    guard let file, let lines = Int(argument) else { return "Open a file and give a number." }
    file.scroll = max(0, min(file.scroll + lines, folder.lines(of: file.path).count - 1))
    return ""
  }

  private func bookmark() -> String {
    guard let file else { return "Open a file first." }
    guard !bookmarks.paths.contains(file.path) else { return "It is a bookmark already." }
    bookmarks.paths.append(file.path)
    return ""
  }

  private func write(_ text: String) -> String {
    guard let file else { return "Open a file first." }
    if let note {
      note.draft = text
      return ""
    }
    let sheet = NoteSheet(on: file)
    sheet.draft = text.isEmpty ? file.note : text
    return say(file.present(sheet, style: .custom, transitionDelegate: slide))
  }

  private func writeTag(_ word: String) -> String {
    guard let note else { return "Write a note first." }
    if tag == nil { note.present(TagSheet(), style: .formSheet) }
    tag?.tag = word
    return ""
  }

  private func dismiss() -> String {
    if let note, let tag {
      note.file?.tag = tag.tag
      return say(note.dismissPresented())
    }
    guard let file, let note else { return "No sheet is open." }
    note.file?.note = note.draft
    return say(file.dismissPresented())
  }

  private func unwind(_ action: UnwindAction) -> String {
    switch deepestNode.unwind(action) {
    case .performed, nil: ""
    case let result?: "\(result)"
    }
  }

  /// Keeps the note, opens the file that comes after this one, and presents a note on that.
  private func noteNextFile() -> String {
    guard let file, note != nil else { return "Write a note first." }
    let parent = file.path.split(separator: "/").dropLast().joined(separator: "/")
    let files = folder.entries(of: parent).map { folder.join(parent, $0) }.filter(folder.isFile)
    guard let index = files.firstIndex(of: file.path), index + 1 < files.count else {
      return "It is the last file of its folder."
    }
    let answer = unwind(.keepNote)
    // Runs when the sheets are gone, in whatever layout.
    file.afterTransitions { [self] in
      let next = FileScreen(path: files[index + 1])
      stack.push(next)
      next.present(NoteSheet(on: next), style: .custom, transitionDelegate: slide)
    }
    return answer
  }

  private func say(_ outcome: NavigationOutcome) -> String {
    switch outcome {
    case .performed: ""
    case .deferred: "A moment."
    case .refused(let reason): reason
    }
  }
}
