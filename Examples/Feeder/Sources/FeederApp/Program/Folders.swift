import Foundation

/// Where the program keeps things, by the XDG Base Directory Specification unless it is told.
struct Folders: Equatable {
  /// The database.
  let library: URL

  /// The folder of where the user stands.
  let state: URL

  init(home: URL?, environment: [String: String] = ProcessInfo.processInfo.environment) {
    if let home {
      library = home.appending(path: "library.sqlite")
      state = home.appending(path: "state")
      return
    }
    library = Self.folder("XDG_DATA_HOME", or: ".local/share", environment)
      .appending(path: "library.sqlite")
    state = Self.folder("XDG_STATE_HOME", or: ".local/state", environment).appending(path: "state")
  }

  private static func folder(
    _ variable: String,
    or standard: String,
    _ environment: [String: String]
  ) -> URL {
    // The specification has relative paths ignored.
    let set = environment[variable].flatMap { $0.hasPrefix("/") ? URL(filePath: $0) : nil }
    let home = environment["HOME"].map { URL(filePath: $0) } ?? .homeDirectory
    return (set ?? home.appending(path: standard)).appending(path: "feeder")
  }
}
