/// The plain objects that are registered under nodes and live as long as these do.
///
/// Those of a node with a tracker lie in the tracker, and go with it. Those of other nodes lie in a
/// table that holds the nodes weakly and is cleared of dead ones at each save and registration.
@MainActor
package final class ObjectRegistrations {
  private struct Entry {
    weak var parent: (any Restorable)?
    var objects: [any Restorable]
  }

  private var entries: [ObjectIdentifier: Entry] = [:] {
    didSet { isEmpty = entries.isEmpty }
  }

  /// Whether no objects are registered under nodes without a tracker, as each save asks.
  @exclusivity(unchecked) private(set) var isEmpty = true

  /// Registers an object under a node.
  ///
  /// Registering it again changes nothing.
  func register(_ object: any Restorable, under parent: any Restorable) {
    var objects = objects(under: parent)
    guard !objects.contains(where: { $0 === object }) else { return }
    objects.append(object)
    set(objects, under: parent)
  }

  /// Lets go of an object.
  func remove(_ object: any Restorable, under parent: any Restorable) {
    set(objects(under: parent).filter { $0 !== object }, under: parent)
  }

  /// The objects that are registered under a node, in the order in which they were.
  func objects(under parent: any Restorable) -> [any Restorable] {
    if let tracker = parent.restorationTracker { return tracker.registeredObjects }
    guard let entry = entries[ObjectIdentifier(parent)], entry.parent === parent else { return [] }
    return entry.objects
  }

  /// Lets go of the objects whose nodes are gone.
  func removeOrphans() {
    guard entries.contains(where: { $0.value.parent == nil }) else { return }
    entries = entries.filter { $0.value.parent != nil }
  }

  private func set(_ objects: [any Restorable], under parent: any Restorable) {
    if let tracker = parent.restorationTracker {
      tracker.registeredObjects = objects
    } else {
      removeOrphans()
      let entry = objects.isEmpty ? nil : Entry(parent: parent, objects: objects)
      entries[ObjectIdentifier(parent)] = entry
    }
  }
}
