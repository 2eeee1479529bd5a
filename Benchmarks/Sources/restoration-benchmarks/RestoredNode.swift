import RestorationCore

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
