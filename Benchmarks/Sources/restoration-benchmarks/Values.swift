/// The ten values that every node of a benchmark has.
struct Values: Codable, Equatable {
  var identifier: String
  var position: Int
  var count: Int
  var offset: Double
  var zoom: Double
  var title: String
  var query: String
  var isOpen: Bool
  var isStarred: Bool
  var page: Int

  /// Makes what a node has before it reads its state.
  init() {
    identifier = ""
    position = 0
    count = 0
    offset = 0
    zoom = 1
    title = ""
    query = ""
    isOpen = false
    isStarred = false
    page = 0
  }

  /// Makes values that differ from node to node.
  init(_ index: Int) {
    identifier = "node-\(index)"
    position = index
    count = index * 31 % 1_000
    offset = Double(index) * 1.5 + 0.1
    zoom = 1 + Double(index % 7) / 8
    title = "The title of article \(index)"
    query = index.isMultiple(of: 3) ? "" : "swift"
    isOpen = index.isMultiple(of: 2)
    isStarred = index.isMultiple(of: 5)
    page = index / 100
  }
}
