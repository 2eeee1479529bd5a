import Foundation
import RestorationCore

/// The folder that the reader shows, handed down to every factory.
enum FolderKey: RestorationContextKey {
  static var defaultValue: TextFolder { TextFolder(root: URL(filePath: ".")) }
}

extension RestorationContext {
  var folder: TextFolder {
    get { self[FolderKey.self] }
    set { self[FolderKey.self] = newValue }
  }
}

extension StateKey where Value == String {
  static var path: Self { "path" }
}

extension UnwindAction {
  /// Back to the first list of files, from wherever the user is.
  static let home: Self = "home"
  /// The note is done: keep it, and go back to the file.
  static let keepNote: Self = "keepNote"
}

/// The entries of a folder.
final class FolderScreen: RestorableController, RestorationClass {
  let path: String

  init(path: String) {
    self.path = path
    super.init(restorationIdentifier: "folder")
  }

  static func makeRestorable(
    for request: RestorationRequest,
    from decoder: StateDecoder
  ) throws -> (any Restorable)? {
    let path = try decoder.decode(forKey: .path)
    return decoder.context.folder.isFolder(path) ? FolderScreen(path: path) : nil
  }

  override func encodeRestorableState(to encoder: StateEncoder) throws {
    encoder.encode(path, forKey: .path)
  }
}

/// The text of a file.
final class FileScreen: RestorableController, RestorationClass {
  let path: String
  @Restored("scroll") var scroll = 0
  @Restored("note") var note = ""
  @Restored("tag") var tag = ""

  init(path: String) {
    self.path = path
    super.init(restorationIdentifier: "file")
  }

  static func makeRestorable(
    for request: RestorationRequest,
    from decoder: StateDecoder
  ) throws -> (any Restorable)? {
    let path = try decoder.decode(forKey: .path)
    return decoder.context.folder.isFile(path) ? FileScreen(path: path) : nil  // deleted: declined
  }

  override func encodeRestorableState(to encoder: StateEncoder) throws {
    encoder.encode(path, forKey: .path)
  }

  /// Takes over what was written in the sheets, which are taken down then.
  override var unwindActions: [UnwindAction: UnwindHandler] {
    [.keepNote: { [unowned self] _ in keepNote() }]
  }

  private func keepNote() {
    guard let sheet = presentedRestorable as? NoteSheet else { return }
    note = sheet.draft
    if let picker = sheet.presentedRestorable as? TagSheet { tag = picker.tag }
  }
}

/// What stands beside the folders until a file is chosen.
final class WelcomeScreen: RestorableController {
  init() {
    super.init(restorationIdentifier: "welcome")
  }
}

/// A list of files: the recent ones, or the bookmarks.
final class ListScreen: RestorableController {
  @Restored("paths") var paths: [String] = []
}

/// A note on a file, in a sheet of its own.
final class NoteSheet: RestorableController {
  @Restored("draft") var draft = ""
  weak var file: FileScreen?

  init(on file: FileScreen? = nil) {
    self.file = file
    super.init(restorationIdentifier: "note")
  }

  override func encodeRestorableState(to encoder: StateEncoder) throws {
    encoder.encodeReference(file, forKey: "file")
  }

  override func decodeRestorableState(from decoder: StateDecoder) throws {
    file = try decoder.decodeReference(forKey: "file")  // the one live screen, never a copy
  }
}

/// A tag for the note, in a second sheet above the first.
final class TagSheet: RestorableController {
  @Restored("tag") var tag = ""

  init() {
    super.init(restorationIdentifier: "tag")
  }
}

/// The transition that sheets slide in with; there is one for the whole app.
final class SlideTransition: TransitionDelegate {
  let restorationIdentifier: String? = "slide"
}
