import RestorationCore

/// A page that keeps a text and notes how it appears.
final class Page: RestorableController, RestorationClass {
  @Restored("text") var text = ""
  private(set) var callbacks: [String] = []

  override class var tracksChanges: Bool { true }

  /// Makes a page, unless its identifier begins with "gone".
  static func makeRestorable(
    for request: RestorationRequest,
    from decoder: StateDecoder
  ) throws -> (any Restorable)? {
    request.identifier.hasPrefix("gone") ? nil : Page(restorationIdentifier: request.identifier)
  }

  override func didAppear() { callbacks.append("didAppear") }
  override func didDisappear() { callbacks.append("didDisappear") }
}
