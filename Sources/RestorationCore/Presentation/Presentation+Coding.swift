extension Presentation {
  private static var styleKey: StateKey<String> { "style" }
  private static var statusBarKey: StateKey<Bool> { "capturesStatusBar" }
  private static var delegateKey: ReferenceKey { "transitionDelegate" }
  private static var replyNameKey: StateKey<String> { "replyName" }
  private static var receiverKey: ReferenceKey { "replyReceiver" }

  /// Writes how the node is presented; the node itself has a record of its own.
  func encode(to encoder: StateEncoder) {
    encoder.encode(style.rawValue, forKey: Self.styleKey)
    encoder.encode(capturesStatusBarAppearance, forKey: Self.statusBarKey)
    if let transitionDelegate {
      encoder.encodeReference(transitionDelegate, forKey: Self.delegateKey)
    }
    if let replyAddress, let receiver = replyAddress.receiver {
      encoder.encode(replyAddress.name, forKey: Self.replyNameKey)
      encoder.encodeReference(receiver, forKey: Self.receiverKey)
    }
  }

  /// Reads how the node was presented; what cannot be read stays as it is.
  mutating func decodeAppearance(from decoder: StateDecoder) throws {
    if let name = try decoder.decodeIfPresent(forKey: Self.styleKey) {
      style = PresentationStyle(rawValue: name)
    }
    if let captures = try decoder.decodeIfPresent(forKey: Self.statusBarKey) {
      capturesStatusBarAppearance = captures
    }
  }

  /// Reads to whom the presented node replies.
  mutating func decodeReplyAddress(from decoder: StateDecoder) throws {
    if let name = try decoder.decodeIfPresent(forKey: Self.replyNameKey),
      let receiver: any Restorable = try decoder.decodeReference(forKey: Self.receiverKey)
    {
      replyAddress = ReplyAddress(receiver, name: name)
    }
  }

  /// Reads who animates the presentation; it stays as it is if that cannot be read.
  mutating func decodeDelegate(from decoder: StateDecoder) throws {
    transitionDelegate = try decoder.decodeReference(forKey: Self.delegateKey)
  }
}
