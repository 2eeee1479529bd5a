import DrawerContainer
import RestorationCore

/// Folders and feeds, in the drawer.
final class SourceList: RestorableController, Screen {
  @Restored("rows") var rows = RowSelection()

  override class var tracksChanges: Bool { true }

  init() {
    super.init(restorationIdentifier: "sources")
  }

  func title(_ library: any ReadingLibrary) -> String { "Feeds" }

  func hints(_ feeder: Feeder) -> [Hint] {
    [Hint("Enter", "show"), Hint("a", "add a feed"), Hint("Esc", "close")]
  }

  func draw(on canvas: inout Canvas, in area: Area, _ drawing: Drawing) {
    canvas.write("Feeds", in: area, style: .bold)
    let list = area.below(1)
    do {
      let sources = try drawing.library.sources()
      let lines = SourceRows(sources: sources)
      let top = try rows.top(in: lines, height: list.height)
      let selected = try rows.index(in: lines)
      for line in 0..<max(0, min(list.height, sources.count - top)) {
        draw(sources[top + line], on: &canvas, in: list, line)
        if top + line == selected {
          canvas.write("›", in: list, line: line, style: .accented)
          canvas.add(drawing.isFocused ? .reversed : .underlined, toLine: line, of: list)
        }
      }
      if sources.isEmpty { canvas.write("No feeds yet; a adds one.", in: list, style: .dim) }
    } catch {
      canvas.write("\(error)", in: list, style: .accented)
    }
  }

  private func draw(_ source: Source, on canvas: inout Canvas, in area: Area, _ line: Int) {
    let count = source.unread > 0 ? "\(source.unread)" : ""
    var name = area
    name.width -= count.columns + 1
    let indent = String(repeating: "  ", count: min(source.depth, 5))
    let mark = source.isFolder ? "▾ " : "  "
    canvas.write(
      " " + indent + mark + source.title,
      in: name,
      line: line,
      style: source.isFolder ? .bold : []
    )
    canvas.write(count, in: area, line: line, column: area.width - count.columns, style: .dim)
  }

  func handle(_ key: Key, _ feeder: Feeder) throws -> Bool {
    let sources = SourceRows(sources: try feeder.library.sources())
    if try rows.handle(key, sources, page: feeder.listHeight) { return true }
    switch key {
    case .enter, .right, .character("l"):
      if let source = try rows.current(in: sources) { feeder.show(source) }
    case .left, .character("h"), .tab: feeder.drawer.close()
    default: return false
    }
    return true
  }
}
