import Foundation
import RestorationCore
import Testing

@testable import FeederApp

@Suite("Screens as text") @MainActor
struct GoldenTests {
  /// Where each screen is reached from a first launch.
  static let screens: [(name: String, keys: String)] = [
    ("list", "jj"), ("article", "jj<Enter>jj"), ("note", "jj<Enter>nA thought\nof two lines<Up>"),
    ("tags", "j<Enter>n<C-t>later<Enter><C-t>"), ("drawer", "fj"), ("starred", "jsjs2j"),
    ("search", "/Article 1"), ("results", "/Article 1<Enter>jj<Enter>"),
    ("add-feed", "aplanet.rss<Tab>A planet"), ("help", "?"), ("feed", "fj<Enter>ju"),
    ("linked", "<Enter>]<Enter>"),
  ]

  nonisolated static let sizes = ["100x30", "80x24", "60x24", "34x10"].compactMap { Size($0) }

  @Test("Each screen is drawn as it was, at each size.", arguments: sizes)
  func golden(_ size: Size) throws {
    for screen in Self.screens {
      let rig = Rig(size: size)
      try rig.type(screen.keys)
      try compare(rig.screen, with: "\(screen.name)-\(size.width)x\(size.height)")
    }
  }

  @Test("Drawing is a pure function: it changes no tree, and draws the same twice.")
  func purity() throws {
    for screen in Self.screens {
      let rig = Rig()
      try rig.type(screen.keys)
      rig.feeder.session.save()
      let first = rig.screen
      #expect(rig.screen == first, "\(screen.name)")
      #expect(rig.feeder.session.save().outcome == .nothingChanged, "\(screen.name)")
    }
  }

  @Test("Every line is as wide as the window, whatever its size.")
  func widths() throws {
    for screen in Self.screens {
      let rig = Rig()
      try rig.type(screen.keys)
      for width in stride(from: 1, through: 130, by: 7) {
        for height in [1, 2, 5, 24] {
          rig.feeder.take(.resize(Size(width: width, height: height)))
          let lines = rig.feeder.picture().lines
          #expect(lines.count == height)
          for line in lines { #expect(line.parts.map(\.text).joined().columns == width) }
        }
      }
    }
  }

  /// Compares a screen with the one on file; with `RECORD_GOLDENS` set it is put there first.
  private func compare(_ screen: String, with name: String) throws {
    if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] != nil {
      let folder = URL(filePath: #filePath).deletingLastPathComponent()
      let file = folder.appending(path: "Goldens/\(name).txt")
      try screen.write(to: file, atomically: true, encoding: .utf8)
      return
    }
    let file = try #require(
      Bundle.module.url(forResource: name, withExtension: "txt", subdirectory: "Goldens"),
      "There is no golden for \(name); RECORD_GOLDENS=1 swift test makes one."
    )
    #expect(screen == (try String(contentsOf: file, encoding: .utf8)), "\(name)")
  }
}
