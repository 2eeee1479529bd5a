import Foundation
import NavContainer
import RestorationCore
import RestorationStore

final class NoteScreen: RestorableController, RestorationClass {
  @Restored("draft") var draft = ""
  @Restored("scroll") var scrollOffset = 0.0

  static func makeRestorable(
    for request: RestorationRequest,
    from decoder: StateDecoder
  ) throws -> (any Restorable)? {
    NoteScreen(restorationIdentifier: request.identifier)
  }
}

var registry = RestorationClassRegistry()
registry.register(NoteScreen.self, named: "note")

let folder = FileManager.default.temporaryDirectory.appending(path: "readme-program")
let session = RestorationSession(store: FileStateStore(directory: folder), registry: registry)

// Built in code, as on every launch; then everything goes back to where it was.
let list = NoteScreen(restorationIdentifier: "list")
let root = NavigationController(restorationIdentifier: "root", root: list)
print(session.restore(root, in: "main"))
session.markStable()  // all of it stands; Ctrl-C from now on is no death of what was restored

if let note = root.topRestorable as? NoteScreen, note !== list {
  print("Welcome back to '\(note.draft)', at \(note.scrollOffset).")
  note.scrollOffset += 120
} else {
  let note = NoteScreen(restorationIdentifier: "note")
  root.push(note)
  note.draft = "Milk, bread"
}
print(session.save())
