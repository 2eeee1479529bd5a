import RestorationCore

/// A node that writes its ten values by hand.
final class HandwrittenNode: RestorableController, BenchmarkNode {
  private var values: Values

  override class var tracksChanges: Bool { true }

  init(_ values: Values) {
    self.values = values
    super.init(restorationIdentifier: values.identifier)
  }

  init(identifier: String) {
    values = Values()
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
