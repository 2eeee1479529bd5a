import FeedImport
import Foundation
import RestorationCore

/// What the screens ask of the database.
///
/// Screens hold identifiers alone; they reach the database through the context that they are
/// handed, never in another way.
@MainActor
protocol ReadingLibrary: ModelStore {
  /// Folders and feeds, in the order in which the user sees them.
  func sources() throws -> [Source]

  /// How many articles a list has.
  func count(matching query: ListQuery) throws -> Int

  /// A part of a list; one that reaches beyond its end is shorter.
  func headlines(
    matching query: ListQuery,
    offset: Int,
    limit: Int
  ) throws -> [Headline]

  /// The place of an article in a list, or `nil` if it is not in it.
  func position(of article: ModelIdentifier, in query: ListQuery) throws -> Int?

  /// The line of an article in a list, or `nil` if the article was deleted.
  func headline(of article: ModelIdentifier) throws -> Headline?

  /// The whole of an article, or `nil` if it was deleted.
  func content(of article: ModelIdentifier) throws -> ArticleContent?

  /// The article that a link leads to, if it is there.
  func article(at link: String) throws -> ModelIdentifier?

  func setRead(_ isRead: Bool, _ article: ModelIdentifier) throws
  func setStarred(_ isStarred: Bool, _ article: ModelIdentifier) throws
  func setNote(_ note: String, _ article: ModelIdentifier) throws
  func setTags(_ tags: [String], _ article: ModelIdentifier) throws

  /// All tags, sorted.
  func tags() throws -> [String]

  /// Imports a file, and says what came of it.
  func importFile(at path: String) throws -> String

  /// Subscribes to a feed, and says what came of it.
  func addFeed(_ feed: NewFeed) throws -> String
}

/// A feed that the user wants to add.
struct NewFeed: Equatable {
  var address: String
  var title: String
  var folder: String
}

/// A line of the drawer: a folder, or a feed.
struct Source: Equatable {
  let identifier: ModelIdentifier
  let title: String
  let unread: Int
  let isFolder: Bool

  /// How many folders it is within.
  let depth: Int
}

/// Which articles a list shows, and in which order.
struct ListQuery: Hashable {
  /// A feed or a folder; `nil` is all of them.
  var source: ModelIdentifier?
  var isStarredOnly = false
  var isUnreadOnly = false

  /// An article that stays in the list though it was read meanwhile.
  var kept: ModelIdentifier?

  /// What to search for, if it is a search.
  var text: String?
  var order = ArticleOrder.newestFirst
}

/// The order of a list.
enum ArticleOrder: String, Codable, CaseIterable {
  case newestFirst = "newest first"
  case oldestFirst = "oldest first"
  case byTitle = "by title"

  /// The order after this one.
  var next: Self {
    let all = Self.allCases
    return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
  }
}

/// The line of an article in a list.
struct Headline: Equatable {
  let identifier: ModelIdentifier
  var title: String
  var feed: String
  var date: Date?
  var isRead = false
  var isStarred = false
  var hasNote = false
}

/// The whole of an article.
struct ArticleContent: Equatable {
  var headline: Headline

  /// Readable text, in which `[1]` stands for the first link.
  var blocks: [TextBlock]
  var links: [String]
  var note = ""
  var tags: [String] = []
}
