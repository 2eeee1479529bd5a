import RestorationCore

/// The rows of a list of articles, as they are drawn.
@MainActor
struct ArticleTable {
  let articles: ArticleRows
  let rows: RowSelection

  func draw(empty: String, on canvas: inout Canvas, in area: Area, _ drawing: Drawing) {
    do {
      let top = try rows.top(in: articles, height: area.height)
      let selected = try rows.index(in: articles)
      let headlines = try articles.headlines(from: top, limit: area.height)
      if headlines.isEmpty { canvas.write(empty, in: area, line: 1, style: .dim) }
      for (line, headline) in headlines.enumerated() {
        draw(headline, on: &canvas, in: area, line)
        if top + line == selected {
          canvas.write("›", in: area, line: line, style: .accented)
          canvas.add(drawing.isFocused ? .reversed : .underlined, toLine: line, of: area)
        }
      }
    } catch {
      canvas.write("\(error)", in: area, line: 1, style: .accented)
    }
  }

  private func draw(_ headline: Headline, on canvas: inout Canvas, in area: Area, _ line: Int) {
    let mark = headline.isRead ? " " : "●"
    let star = headline.isStarred ? "★" : headline.hasNote ? "✎" : " "
    canvas.write(" \(mark)\(star)", in: area, line: line, style: .accented)
    let date = headline.date.map(ArticleDate.short) ?? ""
    var text = area
    text.width -= date.columns + 1
    let style: Style = headline.isRead ? [] : .bold
    canvas.write(headline.title, in: text, line: line, column: 4, style: style)
    if text.width > 0 {
      canvas.write(date, in: area, line: line, column: text.width + 1, style: .dim)
    }
  }
}
