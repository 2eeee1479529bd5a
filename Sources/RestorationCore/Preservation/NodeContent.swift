/// What the record of a node has besides the node's place: its class and three maps.
@MainActor
struct NodeContent {
  /// Where one of the maps comes from.
  enum Source {
    /// The node wrote it just now.
    case written

    /// The node has nothing to write.
    case empty

    /// The node could not write it, so that what was saved last stays.
    case saved

    /// The node has no such map; what an object of another class saved stays.
    case kept
  }

  var state = Source.saved
  var containerState = Source.kept
  var presentation = Source.kept

  /// Whether the class is named as the settings do it, and not as what was saved last does.
  var namesClass = false

  /// What was saved last, if something of it stays.
  var saved: SavedParts?

  /// Whether something of the record that was saved last has to be looked at.
  func needsSaved(of node: LiveNode) -> Bool {
    guard node.body != nil else { return false }
    return !node.hasPlainRecord || state == .saved || containerState == .saved
      || presentation == .saved
  }

  /// Whether nothing is in the record that the node would not write again.
  var isPlain: Bool {
    guard let saved = saved?.parts else { return true }
    let empty = NodeRecord.emptyState[...]
    return saved.unknown.isEmpty
      && (containerState == .written || saved.containerState == empty)
      && (presentation == .written || presentation == .empty || saved.presentation == empty)
  }
}

/// The parts of the record of a node that was saved last.
///
/// They are few times looked at, so they do not lie in each content.
final class SavedParts {
  let parts: RecordParts

  /// Reads the parts of a node's record, if it has one.
  @MainActor
  init?(of node: LiveNode) {
    guard let record = node.record else { return nil }
    parts = record.parts
  }
}

// MARK: - Writing

extension NodeContent {
  /// Writes the body of a node's record, as `RecordParts` does.
  ///
  /// - Complexity: O(*n*) in the number of children and of bytes.
  borrowing func write(
    of node: LiveNode,
    _ encoders: NodeEncoders,
    _ settings: CodingSettings,
    to writer: inout CBORWriter
  ) {
    let number = node.parentNumber
    let count = (number == nil ? 0 : 1) + countOfEntries(of: node, encoders, settings)
    writer.writeMapHeader(count + (saved?.countOfUnknown ?? 0))
    writer.writePlace(slot: node.slot, identifier: node.identifier)
    if namesClass {
      writer.writeRaw(0..<settings.classEntries.count, of: settings.classEntries)
    } else if let saved {
      _ = writer.writeClass(saved.parts.className, version: saved.parts.classVersion)
    }
    writer.writeParent(number)
    if !node.presentsNothingAlone { writeChildren(of: node, to: &writer) }
    write(6, state, encoders.state, \.state, to: &writer)
    write(7, containerState, encoders.containerState, \.containerState, to: &writer)
    write(8, presentation, encoders.presentation, \.presentation, to: &writer)
    if let saved { writer.writeRaw(saved.parts.unknown) }
  }

  private func countOfEntries(
    of node: LiveNode,
    _ encoders: NodeEncoders,
    _ settings: CodingSettings
  ) -> Int {
    var count = 1
    if !node.presentsNothingAlone { count += 1 }
    if !node.slot.name.isEmpty { count += 1 }
    if has(state, encoders.state, \.state) { count += 1 }
    if has(containerState, encoders.containerState, \.containerState) { count += 1 }
    if has(presentation, encoders.presentation, \.presentation) { count += 1 }
    return count + (namesClass ? settings.countOfClassEntries : saved?.countOfClass ?? 0)
  }

  /// Whether there is anything in a map.
  private func has(
    _ source: Source,
    _ encoder: StateEncoder,
    _ savedPart: (RecordParts) -> ArraySlice<UInt8>
  ) -> Bool {
    switch source {
    case .written: !encoder.isEmpty
    case .empty: false
    case .saved, .kept: saved.map { savedPart($0.parts) != NodeRecord.emptyState[...] } ?? false
    }
  }

  private func write(
    _ key: UInt64,
    _ source: Source,
    _ encoder: StateEncoder,
    _ savedPart: (RecordParts) -> ArraySlice<UInt8>,
    to writer: inout CBORWriter
  ) {
    guard has(source, encoder, savedPart) else { return }
    if source == .written {
      writer.writeEmbeddedHeader(key, count: encoder.length)
      encoder.writeMap(to: &writer)
    } else if let saved {
      let part = savedPart(saved.parts)
      writer.writeEmbeddedHeader(key, count: part.count)
      writer.writeRaw(part)
    }
  }

  private func writeChildren(of node: LiveNode, to writer: inout CBORWriter) {
    writer.writeUnsigned(5)
    writer.writeArrayHeader(node.slots.count)
    for slot in node.slots {
      writer.writeSlotHeader(slot.slot, count: slot.children.count)
      var last: UInt64 = 0
      // By index, since an iterator would retain each child.
      for index in slot.children.indices {
        writer.writeChild(slot.children[index].number, after: &last)
      }
    }
  }
}

extension SavedParts {
  /// How many entries name the class.
  fileprivate var countOfClass: Int {
    (parts.className == nil ? 0 : 1) + (parts.classVersion == 0 ? 0 : 1)
  }

  /// How many entries of a newer version there are.
  fileprivate var countOfUnknown: Int { CBORReader(parts.unknown).countOfEntries ?? 0 }
}
