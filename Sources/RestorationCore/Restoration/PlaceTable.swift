/// The places of records that have others below them, from which paths are put together if somebody
/// asks.
///
/// A path costs as much as its node is deep, and hardly ever anybody reads one: an archive of a
/// million siblings at the depth of the limit would take gigabytes of them.
@MainActor
package final class PlaceTable {
  private struct Entry {
    let parent: Int
    let component: IdentifierPath.Component
  }

  private var entries: [Entry] = []

  init() {}

  /// Adds a place below another one, or the root's, and gives the number that others stand below it
  /// by.
  func add(_ component: IdentifierPath.Component, below parent: Int?) -> Int {
    entries.append(Entry(parent: parent ?? -1, component: component))
    return entries.count - 1
  }

  /// The path of a place.
  ///
  /// - Complexity: O(*n*) in its depth.
  func path(_ place: Int) -> IdentifierPath {
    let entry = entries[place]
    var components = [entry.component]
    var next = entry.parent
    while next >= 0 {
      components.append(entries[next].component)
      next = entries[next].parent
    }
    components.reverse()
    return IdentifierPath(components: components) ?? IdentifierPath(root: entry.component)
  }
}
