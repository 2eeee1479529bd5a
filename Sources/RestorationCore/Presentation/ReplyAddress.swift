/// Where the reply of a presented node goes: which node gets it, and under which name.
///
/// It is saved with the presentation, the receiver as a reference: after a restore, the reply reaches
/// the handler that the receiver has set up for the name by then.
@MainActor
public struct ReplyAddress {
  /// The node that gets the reply, while it lives.
  public private(set) weak var receiver: (any Restorable)?

  /// The name of the ``ReplyKey``.
  public let name: String

  /// Makes an address.
  public init<Value>(_ receiver: any Restorable, for key: ReplyKey<Value>) {
    self.init(receiver, name: key.name)
  }

  init(_ receiver: any Restorable, name: String) {
    self.receiver = receiver
    self.name = name
  }
}
