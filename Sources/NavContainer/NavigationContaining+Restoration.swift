public import RestorationCore

extension NavigationContaining {
  /// The topmost entry, or `nil` if the stack is empty.
  public var topRestorable: (any Restorable)? { restorableStack.last }

  /// Lists the entries.
  public func encodeChildren(to encoder: ChildEncoder) {
    encodeStack(to: encoder)
  }

  /// Takes the restored entries.
  public func restoreChildren(from decoder: ChildDecoder) {
    restoreStack(from: decoder)
  }

  /// The top alone.
  public var visibleRestorableChildren: [any Restorable] { visibleStack }
}

// MARK: - The work itself, for classes that override the above

extension NavigationContaining {
  /// Lists the entries from the root to the top.
  public func encodeStack(to encoder: ChildEncoder) {
    encoder.encode(restorableStack, in: .stack)
  }

  /// Makes the stack exactly the archive's entries, as far as the policy lets them.
  ///
  /// If a cut would leave nothing at all, the stack that the launch built stays.
  public func restoreStack(from decoder: ChildDecoder) {
    guard let entries = decoder.children(in: .stack) else { return }
    let stack = entriesToKeep(entries)
    guard !stack.isEmpty || entries.isEmpty else { return }
    guard !stack.elementsEqual(restorableStack, by: { $0 === $1 }) else { return }
    restorableStack = stack
  }

  /// The top alone, or nothing.
  public var visibleStack: [any Restorable] { topRestorable.map { [$0] } ?? [] }

  private func entriesToKeep(_ entries: [RestoredChild]) -> [any Restorable] {
    switch stackHolePolicy {
    case .cut: entries.prefix { $0.object != nil }.compactMap(\.object)
    case .skip: entries.compactMap(\.object)
    }
  }
}
