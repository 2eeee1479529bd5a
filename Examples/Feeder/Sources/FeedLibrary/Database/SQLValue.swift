/// A value that is bound to a statement.
enum SQLValue {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
}

extension SQLValue {
  init(_ text: String?) { self = text.map { .text($0) } ?? .null }

  init<Object>(_ id: LibraryID<Object>?) { self = id.map { .integer($0.rawValue) } ?? .null }

  init(_ flag: Bool) { self = .integer(flag ? 1 : 0) }

  init(_ number: Int) { self = .integer(Int64(number)) }
}
