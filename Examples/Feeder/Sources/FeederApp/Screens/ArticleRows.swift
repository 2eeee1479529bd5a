import RestorationCore

/// The rows of a list, which is read as far as it is needed.
@MainActor
protocol Rows {
  func count() throws -> Int
  func position(of identifier: ModelIdentifier) throws -> Int?
  func identifier(at index: Int) throws -> ModelIdentifier?
}

/// The articles of a list.
struct ArticleRows: Rows {
  let library: any ReadingLibrary

  /// Which articles; `nil` is none.
  let query: ListQuery?

  func count() throws -> Int { try query.map(library.count(matching:)) ?? 0 }

  func position(of identifier: ModelIdentifier) throws -> Int? {
    try query.flatMap { try library.position(of: identifier, in: $0) }
  }

  func identifier(at index: Int) throws -> ModelIdentifier? {
    try headlines(from: index, limit: 1).first?.identifier
  }

  func headlines(from offset: Int, limit: Int) throws -> [Headline] {
    try query.map { try library.headlines(matching: $0, offset: offset, limit: limit) } ?? []
  }
}

/// The folders and feeds of the drawer.
struct SourceRows: Rows {
  let sources: [Source]

  func count() -> Int { sources.count }

  func position(of identifier: ModelIdentifier) -> Int? {
    sources.firstIndex { $0.identifier == identifier }
  }

  func identifier(at index: Int) -> ModelIdentifier? {
    sources.indices.contains(index) ? sources[index].identifier : nil
  }
}
