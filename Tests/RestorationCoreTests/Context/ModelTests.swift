import Foundation
import RestorationCore
import RestorationTestSupport
import Testing

private final class Shelf: ModelStore {
  var objects: [URL: Any] = [:]
  var error: Mishap?

  func model(for identifier: ModelIdentifier) throws -> Any? {
    if let error { throw error }
    return objects[identifier.uri]
  }
}

private struct Book: Equatable {
  var title: String
}

private final class BookScreen: RestorableController {
  let book: Book?
  var identifier: ModelIdentifier?

  init(_ book: Book?, _ identifier: ModelIdentifier?) {
    self.book = book
    self.identifier = identifier
    super.init(restorationIdentifier: "book")
  }

  override func encodeRestorableState(to encoder: StateEncoder) throws {
    encoder.encodeModel(identifier, forKey: "book")
  }
}

/// Contract 33: model objects are named by URIs, and read through the store in the context.
@MainActor
@Suite("Model objects")
struct ModelTests {
  private let shelf = Shelf()
  private let store = RecordingStore()
  private let identifier: ModelIdentifier

  init() throws {
    identifier = ModelIdentifier(uri: try #require(URL(string: "x-shelf:/book/7")))
    shelf.objects[identifier.uri] = Book(title: "Emma")
    let app = TestApp(store, registry: registry)
    app.restore(Row("root", [BookScreen(Book(title: "Emma"), identifier)]))
    app.save()
  }

  private var registry: RestorationClassRegistry {
    var registry = RestorationClassRegistry.fixtures()
    registry.register(BookScreen.self, named: "book") { _, decoder in
      guard let book = try decoder.decodeModel(Book.self, forKey: "book") else { return nil }
      return BookScreen(book, try decoder.decode(forKey: "book"))
    }
    return registry
  }

  private var context: RestorationContext {
    var context = RestorationContext()
    context.models = shelf
    return context
  }

  private func restore(_ context: RestorationContext) -> (report: RestorationReport, root: Row) {
    let root = Row("root")
    let report = TestApp(store, registry: registry, context: context).restore(root)
    return (report, root)
  }

  @Test("A model object comes back through the store in the context.")
  func found() throws {
    let (report, root) = restore(context)
    #expect(report.outcome == .restored)
    let screen = try #require(root.item("book", as: BookScreen.self))
    #expect(screen.book == Book(title: "Emma") && screen.identifier == identifier)
  }

  @Test(
    "B08, B12, B57, P351: a deleted object is nil, the factory declines, and the report names it."
  )
  func deleted() throws {
    shelf.objects = [:]
    let (report, root) = restore(context)
    #expect(report.reasons == [.declined])
    #expect(try #require(report.diagnostics.first).message.contains("x-shelf:/book/7 is gone"))
    #expect(root.items.isEmpty)
  }

  @Test("An object of the wrong kind is an error that names both kinds.")
  func wrongKind() throws {
    shelf.objects[identifier.uri] = "not a book"
    let (report, root) = restore(context)
    #expect(report.reasons == [.failed])
    let message = try #require(report.diagnostics.first).message
    #expect(message.contains("String") && message.contains("Book"))
    #expect(root.items.isEmpty)
  }

  @Test("No store in the context is an error that says so.")
  func noStore() throws {
    let (report, _) = restore(RestorationContext())
    #expect(report.reasons == [.failed])
    #expect(
      try #require(report.diagnostics.first).message.contains("the context has no model store")
    )
  }

  @Test("An error of the store reaches whoever asked.")
  func storeError() throws {
    shelf.error = Mishap()
    let (report, _) = restore(context)
    #expect(report.reasons == [.failed])
    #expect(try #require(report.diagnostics.first).message.contains("a mishap"))
  }

  @Test("B08: a temporary identifier is refused at save, and the node keeps its last record.")
  func temporary() throws {
    let screen = BookScreen(nil, identifier)
    let app = TestApp(store, registry: registry, context: context)
    app.restore(Row("root", [screen]))
    app.save()
    let good = try store.archive()?.record("book")
    screen.identifier = ModelIdentifier(uri: identifier.uri, isTemporary: true)
    let report = app.save()
    #expect(report.reasons == [.failed])
    #expect(
      try #require(report.diagnostics.first).message.contains("is temporary; save the object")
    )
    #expect(try store.archive()?.record("book") == good)
    screen.identifier = nil
    #expect(app.save().diagnostics.isEmpty)
  }

  @Test("A temporary identifier in a restored property is refused as well.")
  func temporaryProperty() throws {
    final class Node: RestorableController {
      @Restored("model") var model: ModelIdentifier?
    }
    let node = Node(restorationIdentifier: "root")
    node.model = ModelIdentifier(uri: identifier.uri, isTemporary: true)
    let app = TestApp(RecordingStore())
    app.restore(node)
    #expect(app.save().reasons == [.failed])
  }
}
