extension Restorable {
  /// Says what the node does with a reply that it asked for.
  ///
  /// Set it up wherever the node is made, so that it is there after a restore:
  ///
  /// ```swift
  /// list.onReply(.color) { list, color in list.color = color }
  /// list.present(ColorPicker(), for: .color)
  /// ```
  ///
  /// It replaces a handler that was given for the key before. The node needs a
  /// ``restorationTracker``.
  ///
  /// - Parameters:
  ///   - key: The name of the reply.
  ///   - handler: Is given the node, so it need not capture it, and the value.
  public func onReply<Value>(
    _ key: ReplyKey<Value>,
    perform handler: @escaping @MainActor (Self, Value) -> Void
  ) {
    restorationTracker?.replyHandlers[key.name] = { node, value in
      guard let node = node as? Self, let value = value as? Value else { return false }
      handler(node, value)
      return true
    }
  }

  /// Replies to whoever had this node, or one that it stands in, presented for a result.
  ///
  /// The node stays presented.
  ///
  /// - Parameters:
  ///   - key: The name of the reply.
  ///   - value: The result.
  /// - Returns: Whether it was received; if not, why.
  @discardableResult
  public func reply<Value>(_ key: ReplyKey<Value>, with value: Value) -> NavigationOutcome {
    let scene = liveScene ?? .detached(from: self)
    var next: any Restorable = self
    while let (outer, isPresenter) = scene.enclosing(of: next) {
      let address = (outer as? any Presenting)?.restorablePresentation?.replyAddress
      if isPresenter, let address, address.name.hasSameBytes(as: key.name) {
        return address.deliver(value)
      }
      next = outer
    }
    return .refused("\(unwindName) was not presented for a reply '\(key.name)'.")
  }
}

extension ReplyAddress {
  fileprivate func deliver(_ value: Any) -> NavigationOutcome {
    guard let receiver else { return .refused("Who asked for the reply '\(name)' is gone.") }
    receiver.loadRestorableStateIfNeeded()
    guard let handler = receiver.restorationTracker?.replyHandlers[name] else {
      return .refused("\(receiver.unwindName) has no handler for the reply '\(name)'.")
    }
    guard handler(receiver, value) else {
      return .refused("\(receiver.unwindName) takes no \(type(of: value)) for '\(name)'.")
    }
    return .performed
  }
}

extension RestorableController {
  /// Presents a node for a result, in place of the one that is presented now, if there is one.
  ///
  /// - Parameters:
  ///   - node: The node to present, which stands nowhere in the tree.
  ///   - key: The name under which it calls ``Restorable/reply(_:with:)``.
  ///   - receiver: Who gets the reply; by default this controller. It is saved as a reference, so it
  ///     must stand in the tree.
  ///   - style: How it is presented.
  /// - Returns: Whether it was carried out.
  @discardableResult
  public func present<Value>(
    _ node: any Restorable,
    for key: ReplyKey<Value>,
    to receiver: (any Restorable)? = nil,
    style: PresentationStyle = .automatic
  ) -> NavigationOutcome {
    var presentation = Presentation(of: node, style: style)
    presentation.replyAddress = ReplyAddress(receiver ?? self, for: key)
    return performNavigation { [presentation] in
      self.restorablePresentation = presentation
      return .performed
    }
  }
}
