import RestorationCore

/// A container that holds all nodes of a benchmark.
final class Shelf: RestorableController, RestorableContainer {
  var books: [any Restorable] = []

  override class var tracksChanges: Bool { true }

  func encodeChildren(to encoder: ChildEncoder) {
    encoder.encode(books)
  }

  func restoreChildren(from decoder: ChildDecoder) {
    guard let children = decoder.objects() else { return }
    updateChildren { books = children }
  }
}
