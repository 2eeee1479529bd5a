import Foundation
import RestorationCore

@testable import FeederApp

/// The app on a library and a store in memory, which outlive it.
@MainActor
final class Rig {
  let library: SampleLibrary
  let store = InMemoryStateStore()
  private(set) var feeder: Feeder

  init(articles: Int = 30, size: Size = Size(width: 100, height: 30)) {
    library = SampleLibrary(articles: articles)
    feeder = Self.launch(library, store, size)
  }

  /// Types keys in the notation of `--keys`.
  func type(_ keys: String) throws {
    for input in try KeyNotation.inputs(in: keys) { feeder.take(input) }
  }

  /// Saves, and starts the app again, without anything of the one that was.
  func restart(size: Size? = nil) {
    feeder.session.save()
    feeder = Self.launch(library, store, size ?? feeder.size)
  }

  private static func launch(
    _ library: SampleLibrary,
    _ store: InMemoryStateStore,
    _ size: Size
  ) -> Feeder {
    var configuration = SessionConfiguration()
    configuration.savesAutomatically = false
    let feeder = Feeder(
      library: library,
      store: store,
      size: size,
      configuration: configuration
    )
    feeder.welcome(feeder.launch())
    return feeder
  }

  /// The screen as text, with a mark where the user writes.
  var screen: String {
    let picture = feeder.picture()
    var lines = picture.lines.map(\.plain)
    if let caret = picture.caret { lines.append("caret \(caret.x),\(caret.y)") }
    return lines.joined(separator: "\n") + "\n"
  }
}
