/// Keeps a decoder that nobody holds on to, for the next node.
@MainActor
final class DecoderPool {
  private let settings: CodingSettings
  private let links: any ReferenceLinks
  // Each access is over before anything else can run.
  @exclusivity(unchecked) private var spare: StateDecoder?

  init(settings: CodingSettings, links: any ReferenceLinks) {
    self.settings = settings
    self.links = links
  }

  /// A decoder that nobody else has, to be turned to a state.
  func take() -> StateDecoder {
    guard let decoder = spare else {
      return StateDecoder(context: settings.context, limits: settings.limits, links: links)
    }
    spare = nil
    return decoder
  }

  /// Takes a decoder back, unless an app, or a node that is being read, still has it.
  func giveBack(_ decoder: inout StateDecoder) {
    if empty(&decoder) { spare = decoder }
  }

  /// Makes a decoder ready for the next node, or exchanges it if an app still has it.
  @inline(__always)
  func reuse(_ decoder: inout StateDecoder) {
    if !empty(&decoder) { decoder = take() }
  }

  /// Empties a decoder that nobody else has; any other one keeps what it has.
  @inline(__always)
  private func empty(_ decoder: inout StateDecoder) -> Bool {
    guard isKnownUniquelyReferenced(&decoder) else {
      decoder.keepPath()
      return false
    }
    decoder.leavePlace()
    if decoder.restoredChildren != nil { decoder.restoredChildren = nil }
    return true
  }
}
