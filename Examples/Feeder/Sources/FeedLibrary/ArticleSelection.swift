/// A query as SQL: what comes after `FROM`, with its values.
struct ArticleSelection {
  private static let feeds = " JOIN feeds AS f ON f.id = a.feed"

  private(set) var sql = "articles AS a" + Self.feeds

  /// The query for what asks nothing of feeds; an index alone can answer it then.
  var sqlWithoutFeeds: String { sql.replacing(Self.feeds, with: "") }

  private(set) var values: [SQLValue] = []

  /// The terms of `ORDER BY`.
  let order: String

  init(_ query: ArticleQuery) {
    order =
      switch query.order {
      case .newestFirst: "a.date DESC, a.id DESC"
      case .oldestFirst: "a.date, a.id"
      case .title: "a.title_key, a.id"
      case .feed: "f.title_key, f.id, a.date DESC, a.id DESC"
      }
    var conditions: [String] = []
    if let source = source(query.source) { conditions.append(source) }
    if let filter = filter(query) { conditions.append(filter) }
    conditions += words(query.text)
    if !conditions.isEmpty { sql += " WHERE " + conditions.joined(separator: " AND ") }
  }

  private mutating func source(_ source: ArticleQuery.Source) -> String? {
    switch source {
    case .all: return nil
    case .feed(let id):
      values.append(SQLValue(id))
      return "a.feed = ?"
    case .folder(let id):
      values.append(SQLValue(id))
      return """
        a.feed IN (
          WITH RECURSIVE inner_folders(id) AS (
            VALUES (?) UNION
            SELECT folders.id FROM folders JOIN inner_folders ON parent = inner_folders.id
          )
          SELECT feeds.id FROM feeds WHERE folder IN inner_folders
        )
        """
    }
  }

  private mutating func filter(_ query: ArticleQuery) -> String? {
    var filters: [String] = []
    if query.unreadOnly { filters.append("a.is_read = 0") }
    if query.starredOnly { filters.append("a.is_starred = 1") }
    if query.annotatedOnly { filters.append("a.note <> ''") }
    if let tag = query.tag {
      filters.append("a.id IN (SELECT article FROM tags WHERE name = ?)")
      values.append(.text(tag))
    }
    guard !filters.isEmpty else { return nil }
    let all = filters.joined(separator: " AND ")
    guard let kept = query.keeping else { return all }
    values.append(SQLValue(kept))
    return "((\(all)) OR a.id = ?)"
  }

  private mutating func words(_ text: String) -> [String] {
    let words = text.split(whereSeparator: \.isWhitespace).prefix(20).map(String.init)
    let (within, whole) = (
      words.filter(Self.isSoughtWithin), words.filter { !Self.isSoughtWithin($0) }
    )
    var conditions: [String] = []
    if !whole.isEmpty {
      let terms = whole.map { "\"" + $0.replacing("\"", with: "\"\"") + "\" *" }
      values.append(.text(terms.joined(separator: " AND ")))
      conditions.append("a.id IN (SELECT rowid FROM article_text WHERE article_text MATCH ?)")
    }
    for word in within {
      let pattern = "%" + word.replacing(/[\\%_]/) { "\\" + $0.0 } + "%"
      values += Array(repeating: .text(pattern), count: 4)
      conditions.append(Self.withinCondition)
    }
    return conditions
  }

  private static let withinCondition =
    "a.id IN (SELECT rowid FROM article_text WHERE "
    + ["title", "body", "author", "note"].map { "\($0) LIKE ? ESCAPE '\\'" }
    .joined(separator: " OR ") + ")"

  /// Whether a word is looked for anywhere in the text, not at the start of words.
  ///
  /// Chinese, Japanese, Thai and their like have no spaces to tell where words start, and a
  /// word of mere punctuation is none to the index.
  private static func isSoughtWithin(_ word: String) -> Bool {
    let hasNoLetter = !word.contains { $0.isLetter || $0.isNumber }
    return hasNoLetter
      || word.unicodeScalars.contains { scalar in
        switch scalar.value {
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x30FF,
          0x3400...0x9FFF, 0xF900...0xFAFF, 0xFF66...0xFF9F, 0x20000...0x3FFFF:
          true
        default: false
        }
      }
  }
}
