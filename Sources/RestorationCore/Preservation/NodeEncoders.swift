/// The encoders for the three maps of a record, so that all of them are there before it is written.
///
/// They are kept from save to save with the room that they have.
@MainActor
final class NodeEncoders {
  let state: StateEncoder
  let containerState: StateEncoder
  let presentation: StateEncoder

  /// The most bytes of room that an encoder keeps.
  private static let keptCapacity = 1 << 16

  init(links: any ReferenceLinks) {
    state = StateEncoder(context: RestorationContext(), links: links)
    containerState = StateEncoder(context: RestorationContext(), links: links)
    presentation = StateEncoder(context: RestorationContext(), links: links)
  }

  private var isPreparedForContainers = false

  /// Hands the context of a save to the encoders that few nodes need.
  func prepareForContainers(_ context: RestorationContext) {
    guard !isPreparedForContainers else { return }
    isPreparedForContainers = true
    containerState.context = context
    presentation.context = context
  }

  /// Lets go of the context, and of what a very large node needed.
  func end() {
    end(state)
    guard isPreparedForContainers else { return }
    isPreparedForContainers = false
    end(containerState)
    end(presentation)
  }

  private func end(_ encoder: StateEncoder) {
    encoder.context = RestorationContext()
    encoder.reset(keepingCapacity: Self.keptCapacity)
  }
}
