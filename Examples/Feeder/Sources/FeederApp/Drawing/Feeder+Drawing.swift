import DrawerContainer
import NavContainer
import RestorationCore
import SplitContainer
import TabContainer

extension Feeder {
  /// What the user sees: a function of the tree and the size, which changes neither.
  func picture() -> Canvas {
    var canvas = Canvas(size)
    drawTabs(on: &canvas)
    drawBody(on: &canvas, in: body)
    if drawer.openDrawerSide != nil { drawDrawer(on: &canvas, in: body) }
    drawPresented(by: drawer, on: &canvas, in: body)
    drawStatus(on: &canvas)
    return canvas
  }

  private var body: Area {
    Area(x: 0, y: 1, width: size.width, height: max(0, size.height - 2))
  }

  private var listWidth: Int {
    size.isCompact ? size.width : max(30, min(52, size.width * 2 / 5))
  }

  /// How many rows of a list are shown.
  var listHeight: Int { max(1, size.height - 3) }

  /// How much of an article is shown.
  var articleSize: Size {
    let hasList = split?.isSplitCollapsed == false
    let width = size.width - (hasList ? listWidth + 3 : 2)
    return Size(width: ArticleScreen.textWidth(in: width), height: max(1, size.height - 2))
  }

  private func drawing(_ screen: any Screen) -> Drawing {
    Drawing(library: library, size: size, isFocused: focusedScreen === screen)
  }

  private func drawTabs(on canvas: inout Canvas) {
    let line = Area(x: 0, y: 0, width: size.width, height: 1)
    var column = 0
    for (index, name) in ["1 Reading", "2 Starred", "3 Search"].enumerated() {
      let isSelected = tabs.selectedIndex == index
      let label = isSelected ? "[\(name)]" : " \(name) "
      let style: Style = isSelected ? [.reversed, .bold] : []
      column += canvas.write(label, in: line, column: column, style: style) + 1
    }
    let name = "Feeder "
    if column + name.columns < size.width {
      canvas.write(name, in: line, column: size.width - name.columns, style: .dim)
    }
  }

  private func drawBody(on canvas: inout Canvas, in area: Area) {
    guard let split else { return draw(search.topRestorable, on: &canvas, in: area.inset(1, 0)) }
    if split.isSplitCollapsed {
      return draw(split.focusedStack.topRestorable, on: &canvas, in: area.inset(1, 0))
    }
    var list = area
    list.width = listWidth
    draw(split.lists.topRestorable, on: &canvas, in: list, presented: area)
    for line in 0..<area.height {
      canvas.write("│", in: area, line: line, column: listWidth, style: .dim)
    }
    var article = area
    article.x = listWidth + 2
    article.width = area.width - listWidth - 3
    draw(split.articles.topRestorable, on: &canvas, in: article, presented: area)
  }

  private func draw(
    _ node: (any Restorable)?,
    on canvas: inout Canvas,
    in area: Area,
    presented: Area? = nil
  ) {
    guard let screen = node as? any Screen else { return }
    screen.draw(on: &canvas, in: area, drawing(screen))
    drawPresented(by: screen, on: &canvas, in: presented ?? area)
  }

  private func drawPresented(
    by node: RestorableController,
    on canvas: inout Canvas,
    in area: Area
  ) {
    var node = node
    while let presented = node.presentedRestorable as? any Screen {
      presented.draw(on: &canvas, in: area, drawing(presented))
      node = presented
    }
  }

  private func drawDrawer(on canvas: inout Canvas, in area: Area) {
    var panel = area
    panel.width = min(34, max(1, size.width - 6))
    canvas.clear(panel)
    for line in 0..<panel.height {
      canvas.write("┃", in: panel, line: line, column: panel.width - 1, style: .accented)
    }
    panel.width -= 1
    draw(drawer.restorableLeading, on: &canvas, in: panel.inset(1, 0), presented: area)
  }

  private func drawStatus(on canvas: inout Canvas) {
    let line = Area(x: 0, y: size.height - 1, width: size.width, height: 1)
    guard message.isEmpty else {
      canvas.write(" \(message)", in: line, style: .accented)
      return
    }
    let screen = focusedScreen
    var hints = screen?.hints(self) ?? []
    if screen?.isModal != true { hints += [Hint("?", "help"), Hint("q", "quit")] }
    var column = 1
    for hint in hints {
      guard column + hint.key.columns + hint.effect.columns + 1 < size.width else { break }
      column += canvas.write(hint.key, in: line, column: column, style: .bold) + 1
      column += canvas.write(hint.effect, in: line, column: column, style: .dim) + 2
    }
  }
}
