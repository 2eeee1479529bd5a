import RestorationCore

/// A node that knows what it was made with.
@MainActor class Screen: Restorable {
  let restorationIdentifier: String?
  let kind: String

  init(_ request: RestorationRequest, kind: String) {
    restorationIdentifier = request.identifier
    self.kind = kind
  }
}

/// A class with a factory.
class Article: Screen, RestorationClass {
  static func makeRestorable(
    for request: RestorationRequest,
    from decoder: StateDecoder
  ) throws -> (any Restorable)? {
    Article(request, kind: "article")
  }
}

/// A class that inherits the factory of its superclass.
final class LongArticle: Article {}

/// Another class with a factory.
final class Person: Screen, RestorationClass {
  static func makeRestorable(
    for request: RestorationRequest,
    from decoder: StateDecoder
  ) throws -> (any Restorable)? {
    Person(request, kind: "person")
  }
}

/// A class without a factory.
final class Plain: Screen {}
