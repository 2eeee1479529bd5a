/// What an archive says of one node: where it stands, how to make it again, and its state.
///
/// Records are flat: a node names its parent by number, and lists its children by number and slot.
/// A record is kept as it is encoded, so that it is compared, saved and carried along without being
/// read: each property reads its part of the bytes, and setting one writes them anew.
public struct NodeRecord: Hashable, Sendable {
  /// The node's number, unique in its scene.
  public var number: NodeNumber

  /// The encoded map of everything but the number, a part of a greater array as a rule.
  ///
  /// It is sound: who makes a record of bytes that were read has checked them.
  package private(set) var body: ArraySlice<UInt8>

  /// Makes a record.
  public init(
    number: NodeNumber,
    parent: NodeNumber?,
    slot: ContainerSlot = .only,
    identifier: String,
    className: String? = nil,
    classVersion: Int = 0,
    children: [SlotRecord] = [],
    state: [UInt8] = NodeRecord.emptyState,
    containerState: [UInt8] = NodeRecord.emptyState,
    presentation: [UInt8] = NodeRecord.emptyState
  ) {
    let parts = RecordParts(
      parent: parent,
      slot: slot,
      identifier: identifier,
      className: className,
      classVersion: classVersion,
      children: children,
      state: state[...],
      containerState: containerState[...],
      presentation: presentation[...]
    )
    self.init(number: number, encoded: parts.encoded())
  }

  /// Makes a record of an encoded body that is known to be sound.
  package init(number: NodeNumber, encoded body: ArraySlice<UInt8>) {
    self.number = number
    self.body = body
  }

  /// An empty CBOR map, which is what a node that wrote nothing has.
  public static let emptyState: [UInt8] = [0xA0]
}

// MARK: - Parts

extension NodeRecord {
  /// The number of the node that contains, presents or owns this one; `nil` for the root.
  public var parent: NodeNumber? {
    get { layout.parent.map { NodeNumber($0) } }
    set { update { $0.parent = newValue } }
  }

  /// The slot of the parent in which the node stands.
  public var slot: ContainerSlot {
    get { layout.slot.map { ContainerSlot(recorded: text($0)) } ?? .only }
    set { update { $0.slot = newValue } }
  }

  /// The node's restoration identifier, never empty.
  public var identifier: String {
    get { layout.identifier.map(text) ?? "" }
    set { update { $0.identifier = newValue } }
  }

  /// The name under which the node's class was registered, if it was.
  public var className: String? {
    get { layout.className.map(text) }
    set { update { $0.className = newValue } }
  }

  /// The version that the class was registered with.
  public var classVersion: Int {
    get { layout.classVersion }
    set { update { $0.classVersion = newValue } }
  }

  /// The node's children, slot by slot, in the order in which the node listed them.
  ///
  /// A slot with no children was recorded as empty; a slot that is missing was not recorded. What
  /// most nodes list, ``ContainerSlot/presented`` alone and empty, takes no byte.
  ///
  /// - Complexity: O(*n*) in the number of children.
  public var children: [SlotRecord] {
    get { children(layout) }
    set { update { $0.children = newValue } }
  }

  /// The node's own keys, one CBOR map: what it wrote by hand and its restored properties.
  public var state: [UInt8] {
    get { layout.state.map { Array(body[$0]) } ?? Self.emptyState }
    set { update { $0.state = newValue[...] } }
  }

  /// What the node's container kind wrote (a selection, an open side), one CBOR map.
  public var containerState: [UInt8] {
    get { layout.containerState.map { Array(body[$0]) } ?? Self.emptyState }
    set { update { $0.containerState = newValue[...] } }
  }

  /// How the node's presented child is presented, one CBOR map; empty if it presents nothing.
  public var presentation: [UInt8] {
    get { layout.presentation.map { Array(body[$0]) } ?? Self.emptyState }
    set { update { $0.presentation = newValue[...] } }
  }

  /// Map entries of a newer version, carried along unread: the encoded key, then the value.
  package var unknown: [UInt8] {
    get { Array(body[layout.unknown]) }
    set { update { $0.unknown = newValue[...] } }
  }
}

// MARK: - Reading and writing parts

extension NodeRecord {
  /// Where the parts lie.
  var layout: RecordLayout {
    do {
      return try RecordLayout(sound: body)
    } catch {
      // Nothing but a sound body is ever taken; this is what one with nothing in it looks like.
      return RecordLayout(emptyAt: body.startIndex)
    }
  }

  /// The state of a body, which stays where it is, and the version of the class.
  static func stateAndVersion(
    of body: borrowing ArraySlice<UInt8>
  ) -> (state: ArraySlice<UInt8>, classVersion: Int) {
    guard let extent = body.withUnsafeBytes({ StateExtent($0) }) else {
      let record = NodeRecord(number: NodeNumber(0), encoded: copy body)
      let layout = record.layout
      return (record.bytes(layout.state), layout.classVersion)
    }
    guard let state = extent.state else { return (emptyState[...], extent.classVersion) }
    let start = body.startIndex
    return (body[start + state.lowerBound..<start + state.upperBound], extent.classVersion)
  }

  func text(_ range: Range<Int>) -> String {
    body[range].withUnsafeBytes { RawBytes.text($0) }
  }

  /// The bytes of a part, which stay where they are; an empty map if it is absent.
  func bytes(_ range: Range<Int>?) -> ArraySlice<UInt8> {
    range.map { body[$0] } ?? Self.emptyState[...]
  }

  /// Whether a part has the bytes of a text.
  func holds(_ text: String, in range: Range<Int>?) -> Bool {
    guard let range else { return text.isEmpty }
    var text = text
    return text.withUTF8 { text in
      body[range].withUnsafeBytes { RawBytes.isSame(UnsafeRawBufferPointer(text), $0) }
    }
  }

  /// Whether no slot was recorded, as of a node that cannot have children.
  func recordsNoSlot(_ layout: RecordLayout) -> Bool {
    layout.children.map { body[$0].elementsEqual(Self.noSlots) } ?? false
  }

  /// The lists of children of a node that has no slots, encoded.
  private static let noSlots: [UInt8] = {
    var writer = CBORWriter()
    SlotRecord.write([], to: &writer)
    return writer.bytes()
  }()

  /// The lists of children; a record that has none is that of a node that presents nothing.
  func children(_ layout: RecordLayout) -> [SlotRecord] {
    layout.children.map(lists) ?? SlotRecord.nothingPresented
  }

  private func lists(_ range: Range<Int>) -> [SlotRecord] {
    do {
      var reader = CBORReader(body[range], limits: .unbounded)
      return try SlotRecord.readLists(from: &reader)
    } catch {
      return []  // As above.
    }
  }

  /// All parts, to be written anew.
  var parts: RecordParts {
    let layout = layout
    return RecordParts(
      parent: layout.parent.map { NodeNumber($0) },
      slot: layout.slot.map { ContainerSlot(recorded: text($0)) } ?? .only,
      identifier: layout.identifier.map(text) ?? "",
      className: layout.className.map(text),
      classVersion: layout.classVersion,
      children: children(layout),
      state: layout.state.map { body[$0] } ?? Self.emptyState[...],
      containerState: layout.containerState.map { body[$0] } ?? Self.emptyState[...],
      presentation: layout.presentation.map { body[$0] } ?? Self.emptyState[...],
      unknown: body[layout.unknown]
    )
  }

  private mutating func update(_ change: (inout RecordParts) -> Void) {
    var parts = parts
    change(&parts)
    body = parts.encoded()
  }
}
