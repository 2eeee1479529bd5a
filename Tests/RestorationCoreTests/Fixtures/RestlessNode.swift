import RestorationCore

/// A node that does something now and then when its world lets it.
@MainActor
protocol RestlessNode: Restorable {
  var number: Int { get set }
  var world: RestlessWorld? { get }
}

extension RestlessNode {
  fileprivate func write(to encoder: StateEncoder) throws {
    encoder.encode(number, forKey: "number")
    try world?.actOrFail()
  }

  fileprivate func read(from decoder: StateDecoder) throws {
    number = try decoder.decode(forKey: "number")
    world?.act()
  }
}

extension RestlessNode {
  /// What stands directly below this node.
  private var below: [any RestlessNode] {
    let items = (self as? RestlessRow)?.items ?? []
    let presented = (self as? RestorableController)?.presentedRestorable as? any RestlessNode
    return items + [presented].compactMap { $0 }
  }

  /// This node and all that stand below it.
  var withDescendants: [any RestlessNode] { [self] + below.flatMap(\.withDescendants) }

  /// One line for each node, with its depth, its identifier and its number.
  var outline: [String] { outline(depth: 0) }

  private func outline(depth: Int) -> [String] {
    ["\(depth) \(type(of: self)) \(restorationIdentifier ?? "") \(number)"]
      + below.flatMap { $0.outline(depth: depth + 1) }
  }
}

final class RestlessLeaf: RestorableController, RestlessNode {
  var number = 0
  weak var world: RestlessWorld?

  convenience init(_ identifier: String?, in world: RestlessWorld?) {
    self.init(restorationIdentifier: identifier)
    self.world = world
  }

  override class var tracksChanges: Bool { true }

  override func encodeRestorableState(to encoder: StateEncoder) throws {
    try write(to: encoder)
  }

  override func decodeRestorableState(from decoder: StateDecoder) throws {
    try read(from: decoder)
  }
}

/// One without a tracker.
final class BareRestlessLeaf: RestlessNode {
  let restorationIdentifier: String?
  var number = 0
  weak var world: RestlessWorld?

  init(_ identifier: String?, in world: RestlessWorld?) {
    restorationIdentifier = identifier
    self.world = world
  }

  func encodeRestorableState(to encoder: StateEncoder) throws {
    try write(to: encoder)
  }

  func decodeRestorableState(from decoder: StateDecoder) throws {
    try read(from: decoder)
  }
}

final class RestlessRow: RestorableController, RestorableContainer, RestlessNode {
  var items: [any RestlessNode] = []
  var number = 0
  weak var world: RestlessWorld?

  convenience init(_ identifier: String?, in world: RestlessWorld?) {
    self.init(restorationIdentifier: identifier)
    self.world = world
  }

  override class var tracksChanges: Bool { true }

  func encodeChildren(to encoder: ChildEncoder) {
    encoder.encode(items)
    world?.act()
  }

  func restoreChildren(from decoder: ChildDecoder) {
    guard let children = decoder.objects() else { return }
    updateChildren { items = children.compactMap { $0 as? any RestlessNode } }
    world?.act()
  }

  override func didFinishRestoring() { world?.act() }

  func encodeContainerState(to encoder: StateEncoder) throws {
    try write(to: encoder)
  }

  func decodeContainerState(from decoder: StateDecoder) throws {
    try read(from: decoder)
  }

  var visibleRestorableChildren: [any Restorable] { items }
}

extension RestorationClassRegistry {
  static func restless(in world: RestlessWorld?) -> RestorationClassRegistry {
    var registry = RestorationClassRegistry()
    registry.register(RestlessLeaf.self, named: "leaf") { [weak world] request, _ in
      world?.act()
      return RestlessLeaf(request.identifier, in: world)
    }
    registry.register(BareRestlessLeaf.self, named: "bare") { [weak world] request, _ in
      world?.act()
      return BareRestlessLeaf(request.identifier, in: world)
    }
    registry.register(RestlessRow.self, named: "row") { [weak world] request, _ in
      world?.act()
      return RestlessRow(request.identifier, in: world)
    }
    return registry
  }
}
