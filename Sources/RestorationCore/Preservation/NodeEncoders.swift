/// The encoders for the three maps of a record, so that all of them are there before it is written.
///
/// They are kept from save to save with the room that they have.
@MainActor
final class NodeEncoders {
  let state: StateEncoder
  let containerState: StateEncoder
  let presentation: StateEncoder

  /// The record of a node that is saved alone.
  ///
  /// No access to it lasts while other code runs that could touch it.
  @exclusivity(unchecked) private(set) var record = CBORWriter(capacity: 512)

  /// The most bytes of room that an encoder keeps.
  private static let keptCapacity = 1 << 16

  init(links: any ReferenceLinks) {
    state = StateEncoder(context: RestorationContext(), links: links)
    containerState = StateEncoder(context: RestorationContext(), links: links)
    presentation = StateEncoder(context: RestorationContext(), links: links)
  }

  /// Whether the node that was saved alone last wrote anything.
  @exclusivity(unchecked) private(set) var hasState = false

  /// Makes the encoder of state ready for a node that is saved alone.
  func beginRecord(with settings: CodingSettings) {
    if settings.hasContext { state.context = settings.context }
    state.limits = settings.limits
    state.reset()
  }

  /// Lets go of the context after a node was saved alone.
  func endRecord(with settings: CodingSettings) {
    hasState = !state.isEmpty
    if settings.hasContext { state.context = RestorationContext() }
    state.reset(keepingCapacity: Self.keptCapacity)
  }

  @exclusivity(unchecked) private var isPreparedForContainers = false

  /// Hands the context and the limits of a save to the encoders that few nodes need.
  func prepareForContainers(_ settings: CodingSettings) {
    guard !isPreparedForContainers else { return }
    isPreparedForContainers = true
    containerState.context = settings.context
    containerState.limits = settings.limits
    presentation.context = settings.context
    presentation.limits = settings.limits
  }

  /// Lets go of the context, and of what a very large node needed.
  func end() {
    end(state)
    guard isPreparedForContainers else { return }
    isPreparedForContainers = false
    end(containerState)
    end(presentation)
  }

  /// Writes the record of a node, whose encoders have what it wrote.
  ///
  /// - Returns: Whether it differs from what was saved last.
  func writeRecord(
    of node: LiveNode,
    _ content: borrowing NodeContent,
    _ settings: CodingSettings
  ) -> Bool {
    record.removeAll()
    content.write(of: node, self, settings, to: &record)
    guard let saved = node.body else { return true }
    return !record.buffer.isEqual(from: 0, to: saved)
  }

  private func end(_ encoder: StateEncoder) {
    encoder.context = RestorationContext()
    encoder.reset(keepingCapacity: Self.keptCapacity)
  }
}
