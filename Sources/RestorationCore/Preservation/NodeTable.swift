/// The nodes of a scene by their numbers.
///
/// Numbers are given in order, so nearly all of them find their node in a page of an array, without
/// being hashed. Those of an archive may be anything: what lies far above the number of nodes goes
/// into a dictionary, so that no number can claim more memory than the nodes do.
///
/// It is not isolated: it knows nothing of what nodes are.
struct NodeTable<Node: AnyObject> {
  /// Nodes whose numbers differ in the last bits only.
  private struct Page {
    private(set) var nodes = [Node?](repeating: nil, count: NodeTable.pageLength)
    private(set) var count = 0

    /// Puts a node at an index, and tells whether none stood there.
    mutating func put(_ node: Node, at index: Int) -> Bool {
      let isNew = nodes[index] == nil
      nodes[index] = node
      if isNew { count += 1 }
      return isNew
    }

    /// Removes the node at an index, where one stands.
    mutating func remove(at index: Int) {
      nodes[index] = nil
      count -= 1
    }
  }

  private static var pageLength: Int { 64 }

  /// How many nodes there are.
  private(set) var count = 0

  /// The highest number that any node ever had.
  private(set) var highest: UInt64 = 0

  private var pages: [Page?] = []

  /// Nodes whose numbers were too high for a page when they came.
  private var outliers: [UInt64: Node] = [:]

  /// The node with a number.
  ///
  /// Setting it to `nil` removes the node.
  subscript(number: NodeNumber) -> Node? {
    get {
      let (page, index) = Self.place(of: number)
      if page < pages.count, let node = pages[Int(page)]?.nodes[index] { return node }
      return outliers.isEmpty ? nil : outliers[number.rawValue]
    }
    set {
      if let newValue {
        set(newValue, at: number)
      } else {
        remove(number)
      }
    }
  }

  private static func place(of number: NodeNumber) -> (page: UInt64, index: Int) {
    let length = UInt64(pageLength)
    return (number.rawValue / length, Int(truncatingIfNeeded: number.rawValue % length))
  }

  /// Puts a node in its place, which retains it once, as the subscript's setter does not.
  mutating func set(_ node: Node, at number: NodeNumber) {
    let (place, index) = Self.place(of: number)
    highest = max(highest, number.rawValue)
    if !outliers.isEmpty, outliers.updateValueIfPresent(node, forKey: number.rawValue) { return }
    guard place < pages.count || number.rawValue < highestPaged else {
      outliers[number.rawValue] = node
      count += 1
      return
    }
    let page = Int(place)
    while pages.count <= page { pages.append(nil) }
    if pages[page] == nil { pages[page] = Page() }
    if pages[page]?.put(node, at: index) == true { count += 1 }
  }

  /// The number from which on nodes are outliers, as long as there are no more of them.
  private var highestPaged: UInt64 { 16 * (UInt64(count) + 64) }

  private mutating func remove(_ number: NodeNumber) {
    let (place, index) = Self.place(of: number)
    if place < pages.count, pages[Int(place)]?.nodes[index] != nil {
      count -= 1
      pages[Int(place)]?.remove(at: index)
      if pages[Int(place)]?.count == 0 { pages[Int(place)] = nil }
    } else if outliers.removeValue(forKey: number.rawValue) != nil {
      count -= 1
    }
  }
}

extension NodeTable {
  /// All nodes, in the order of their numbers.
  ///
  /// - Complexity: O(*n*), and O(*m* log *m*) in the number of outliers.
  var inOrder: [Node] {
    var nodes: [Node] = []
    nodes.reserveCapacity(count)
    if outliers.isEmpty {
      for page in pages {
        for node in page?.nodes ?? [] { if let node { nodes.append(node) } }
      }
      return nodes
    }
    return merged
  }

  /// The nodes of pages and the outliers; a page may have come to lie beyond an outlier.
  private var merged: [Node] {
    var nodes: [(number: UInt64, node: Node)] = outliers.map { ($0.key, $0.value) }
    for (place, page) in pages.enumerated() {
      for (index, node) in (page?.nodes ?? []).enumerated() {
        if let node { nodes.append((UInt64(place * Self.pageLength + index), node)) }
      }
    }
    return nodes.sorted { $0.number < $1.number }.map(\.node)
  }
}

extension Dictionary {
  /// Replaces the value of a key, if it has one.
  fileprivate mutating func updateValueIfPresent(_ value: Value, forKey key: Key) -> Bool {
    guard let index = index(forKey: key) else { return false }
    values[index] = value
    return true
  }
}
