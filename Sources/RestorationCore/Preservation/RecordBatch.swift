/// The records that a walk finds to differ, encoded one after the other.
///
/// They become slices of arrays of some size: one array for each would cost an allocation each, and
/// one array for all would be kept whole by the last node that does not change.
@MainActor
struct RecordBatch: ~Copyable {
  private struct Waiting {
    let number: NodeNumber
    let end: Int
    let isPlain: Bool
  }

  private let scene: LiveScene

  /// The records so far.
  private(set) var records: [NodeRecord] = []

  private var writer = CBORWriter(capacity: 512)
  private var waiting: [Waiting] = []

  /// From how many bytes on an array is made of them.
  private static var arrayLength: Int { 1 << 15 }

  /// Makes an empty batch for nodes of a scene.
  init(of scene: LiveScene) {
    self.scene = scene
  }

  /// Makes room for a number of records.
  mutating func reserve(_ count: Int) {
    records.reserveCapacity(count)
  }

  /// Encodes the record of a node, and keeps it if it differs from what was saved last.
  ///
  /// - Returns: The size of the body, if it exceeds the limit; it is not kept then.
  mutating func add(
    _ node: LiveNode,
    _ content: borrowing NodeContent,
    _ encoders: NodeEncoders,
    _ settings: CodingSettings,
    sizeLimit: Int
  ) -> Int? {
    let start = writer.count
    content.write(of: node, encoders, settings, to: &writer)
    let size = writer.count - start
    guard size <= sizeLimit else {
      writer.truncate(to: start)
      return size
    }
    if !node.isUnsaved, let saved = node.body, writer.buffer.isEqual(from: start, to: saved) {
      writer.truncate(to: start)
      return nil
    }
    node.isInBatch = true
    node.isUnsaved = false
    waiting.append(Waiting(number: node.number, end: writer.count, isPlain: content.isPlain))
    if writer.count >= Self.arrayLength { cutOut() }
    return nil
  }

  /// Cuts the records out of what was written, and hands them to their nodes.
  ///
  /// A node that left the scene meanwhile, as one that another session restored, has none any more.
  mutating func cutOut() {
    guard !waiting.isEmpty else { return }
    let bytes = writer.bytes()[...]
    var start = 0
    for index in waiting.indices {
      let (number, end) = (waiting[index].number, waiting[index].end)
      defer { start = end }
      guard let node = scene.node(number), node.isInBatch else { continue }
      let body = bytes[start..<end]
      node.take(body, isPlain: waiting[index].isPlain)
      records.append(NodeRecord(number: number, encoded: body))
    }
    waiting.removeAll(keepingCapacity: true)
    writer.removeAll()
  }
}
