import RestorationCore

/// A controller whose say in its coders is given by closures.
final class Probe: RestorableController {
  typealias Writing = @MainActor (Probe, StateEncoder) throws -> Void
  typealias Reading = @MainActor (Probe, StateDecoder) throws -> Void

  @Restored("text") var text = ""
  var number = 0
  var friend: (any Restorable)?
  var encoding: Writing?
  var decoding: Reading?
  var finishing: (@MainActor (Probe) -> Void)?

  /// How often each hook of the node ran.
  private(set) var encodes = 0
  private(set) var decodes = 0
  private(set) var finishes = 0

  convenience init(_ identifier: String?, number: Int = 0) {
    self.init(restorationIdentifier: identifier)
    self.number = number
  }

  override func encodeRestorableState(to encoder: StateEncoder) throws {
    encodes += 1
    if let encoding { return try encoding(self, encoder) }
    encoder.encode(number, forKey: "number")
  }

  override func decodeRestorableState(from decoder: StateDecoder) throws {
    decodes += 1
    if let decoding { return try decoding(self, decoder) }
    number = try decoder.decodeIfPresent(forKey: "number") ?? 0
  }

  override func didFinishRestoring() {
    finishes += 1
    finishing?(self)
  }
}

/// A controller that promises to mark its changes.
final class Promising: RestorableController {
  @Restored("text") var text = ""
  var number = 0
  var friend: (any Restorable)?
  private(set) var encodes = 0

  override class var tracksChanges: Bool { true }

  override func encodeRestorableState(to encoder: StateEncoder) throws {
    encodes += 1
    encoder.encode(number, forKey: "number")
    if let friend { encoder.encodeReference(friend, forKey: "friend") }
  }

  override func decodeRestorableState(from decoder: StateDecoder) throws {
    number = try decoder.decode(forKey: "number")
    friend = try decoder.decodeReference(forKey: "friend")
  }
}
