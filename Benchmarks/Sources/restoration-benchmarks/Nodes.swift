import RestorationCore

/// A container that holds all nodes of a benchmark.
final class Shelf: RestorableController, RestorableContainer {
  var books: [any Restorable] = []

  override class var tracksChanges: Bool { true }

  func encodeChildren(to encoder: ChildEncoder) {
    encoder.encode(books)
  }

  func restoreChildren(from decoder: ChildDecoder) {
    guard let children = decoder.children() else { return }
    updateChildren { books = children.compactMap(\.object) }
  }
}

/// A node that can be made for a benchmark.
@MainActor
protocol BenchmarkNode: RestorableController {
  init(_ values: Values)
  init(identifier: String)
  var pageNumber: Int { get set }
}

/// A node that writes its ten values by hand.
final class HandwrittenNode: RestorableController, BenchmarkNode {
  private var values: Values

  override class var tracksChanges: Bool { true }

  init(_ values: Values) {
    self.values = values
    super.init(restorationIdentifier: values.identifier)
  }

  init(identifier: String) {
    values = Values(0)
    super.init(restorationIdentifier: identifier)
  }

  var pageNumber: Int {
    get { values.page }
    set {
      values.page = newValue
      invalidateRestorableState()
    }
  }

  override func encodeRestorableState(to encoder: StateEncoder) throws {
    encoder.encode(values.identifier, forKey: "identifier")
    encoder.encode(values.position, forKey: "position")
    encoder.encode(values.count, forKey: "count")
    encoder.encode(values.offset, forKey: "offset")
    encoder.encode(values.zoom, forKey: "zoom")
    encoder.encode(values.title, forKey: "title")
    encoder.encode(values.query, forKey: "query")
    encoder.encode(values.isOpen, forKey: "isOpen")
    encoder.encode(values.isStarred, forKey: "isStarred")
    encoder.encode(values.page, forKey: "page")
  }

  override func decodeRestorableState(from decoder: StateDecoder) throws {
    values.identifier = try decoder.decode(forKey: "identifier")
    values.position = try decoder.decode(forKey: "position")
    values.count = try decoder.decode(forKey: "count")
    values.offset = try decoder.decode(forKey: "offset")
    values.zoom = try decoder.decode(forKey: "zoom")
    values.title = try decoder.decode(forKey: "title")
    values.query = try decoder.decode(forKey: "query")
    values.isOpen = try decoder.decode(forKey: "isOpen")
    values.isStarred = try decoder.decode(forKey: "isStarred")
    values.page = try decoder.decode(forKey: "page")
  }
}

/// A node that keeps its ten values in restored properties.
final class RestoredNode: RestorableController, BenchmarkNode {
  @Restored("identifier") private var name = ""
  @Restored("position") private var position = 0
  @Restored("count") private var count = 0
  @Restored("offset") private var offset = 0.0
  @Restored("zoom") private var zoom = 0.0
  @Restored("title") private var title = ""
  @Restored("query") private var query = ""
  @Restored("isOpen") private var isOpen = false
  @Restored("isStarred") private var isStarred = false
  @Restored("page") private var page = 0

  override class var tracksChanges: Bool { true }

  init(_ values: Values) {
    super.init(restorationIdentifier: values.identifier)
    name = values.identifier
    position = values.position
    count = values.count
    offset = values.offset
    zoom = values.zoom
    title = values.title
    query = values.query
    isOpen = values.isOpen
    isStarred = values.isStarred
    page = values.page
  }

  init(identifier: String) {
    super.init(restorationIdentifier: identifier)
  }

  var pageNumber: Int {
    get { page }
    set { page = newValue }
  }
}
