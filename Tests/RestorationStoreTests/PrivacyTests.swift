import Foundation
import RestorationCore
import RestorationStore
import Testing

@MainActor @Suite("What the app keeps to itself is in no file")
struct PrivacyTests {
  private static let secret = "a secret that is for nobody's eyes"
  private static let known = "what everybody may know"

  /// Saves some scenes, and looks whether any file has the one text and the other.
  private func check(
    without scene: String? = nil,
    restore: (RestorationSession) -> Void,
    change: () -> Void
  ) throws {
    try withTemporaryFolder { folder in
      let store = FileStateStore(directory: folder)
      defer { store.close() }
      var configuration = SessionConfiguration()
      configuration.savesAutomatically = false
      configuration.shouldSave = { $0.scene != scene }
      let session = RestorationSession(store: store, configuration: configuration)
      restore(session)
      #expect(session.save().outcome == .saved)
      try store.compact()
      change()
      session.save()
      try store.keep(as: "snapshot")
      let files = try folder.snapshot.values
      #expect(files.contains { $0.range(of: Data(Self.known.utf8)) != nil })
      #expect(!files.contains { $0.range(of: Data(Self.secret.utf8)) != nil })
    }
  }

  @Test("P228: a form that is transient is not saved, nor what it presents.")
  func transient() throws {
    let root = Page("root", Self.known)
    let form = Page("form", Self.secret)
    form.isRestorationTransient = true
    form.present(Page("sheet", Self.secret))
    try check { session in
      root.present(form)
      session.restore(root, in: "main")
    } change: {
      root.text += "!"
      form.text += "!"
    }
  }

  @Test("P257: a window that the app does not let be saved is not saved beside the others.")
  func privateWindow() throws {
    let roots = [Page("root", Self.known), Page("root", Self.secret)]
    try check(without: "private") { session in
      session.restore(roots[0], in: "main")
      session.restore(roots[1], in: "private")
    } change: {
      for root in roots { root.text += "!" }
    }
  }
}

private final class Page: RestorableController {
  @Restored("text") var text = ""

  init(_ identifier: String, _ text: String) {
    super.init(restorationIdentifier: identifier)
    self.text = text
  }
}
