import RestorationCore

/// A container with one slot, of which all or one is shown.
///
/// It closes over holes.
final class Row: RestorableController, RestorableContainer {
  private(set) var items: [any Restorable] = []
  private(set) var shown: Int?

  convenience init(_ identifier: String?, _ items: [any Restorable] = []) {
    self.init(restorationIdentifier: identifier)
    set(items)
  }

  override class var tracksChanges: Bool { true }

  func set(_ items: [any Restorable]) {
    updateChildren { self.items = items }
  }

  func add(_ item: any Restorable) {
    set(items + [item])
  }

  func show(_ index: Int?) {
    updateChildren { shown = index }
  }

  func encodeChildren(to encoder: ChildEncoder) {
    encoder.encode(items)
  }

  func restoreChildren(from decoder: ChildDecoder) {
    guard let children = decoder.children() else { return }
    let restored = children.compactMap(\.object)
    guard !restored.elementsEqual(items, by: { $0 === $1 }) else { return }
    set(restored)
  }

  func encodeContainerState(to encoder: StateEncoder) throws {
    encoder.encode(shown, forKey: "number")
  }

  func decodeContainerState(from decoder: StateDecoder) throws {
    shown = try decoder.decodeIfPresent(forKey: "number")
  }

  var visibleRestorableChildren: [any Restorable] {
    guard let shown else { return items }
    return items.indices.contains(shown) ? [items[shown]] : []
  }

  /// The first item with an identifier, as a given class.
  func item<Item>(_ identifier: String, as type: Item.Type = Item.self) -> Item? {
    items.first { $0.restorationIdentifier == identifier } as? Item
  }
}
