import Foundation

/// A folder of text files, by paths relative to it.
struct TextFolder {
  let root: URL

  /// The names in a folder, sorted: folders first, hidden files left out.
  func entries(of path: String) -> [String] {
    let url = root.appending(path: path)
    // A folder that cannot be read has nothing to show; the reader stays usable.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
    return names.filter { !$0.hasPrefix(".") }.sorted {
      let (first, second) = (isFolder(join(path, $0)), isFolder(join(path, $1)))
      return first == second ? $0 < $1 : first
    }
  }

  func lines(of path: String) -> [String] {
    // A file that cannot be read as text has no lines to show; the reader stays usable.
    let text = (try? String(contentsOf: root.appending(path: path), encoding: .utf8)) ?? ""
    return text.components(separatedBy: "\n")
  }

  func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(
      atPath: root.appending(path: path).path,
      isDirectory: &isFolder
    )
    return exists && isFolder.boolValue
  }

  func isFile(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: root.appending(path: path).path) && !isFolder(path)
  }

  func join(_ path: String, _ name: String) -> String {
    path.isEmpty ? name : "\(path)/\(name)"
  }
}
