/// Gives a container the children that were found or made for it, slot by slot.
@MainActor
public final class ChildDecoder {
  private let slots: [(slot: ContainerSlot, children: [RestoredChild])]

  package init(slots: [(slot: ContainerSlot, children: [RestoredChild])]) {
    self.slots = slots
  }

  /// The children of a slot, in the archive's order, with holes for those that did not come back.
  ///
  /// - Returns: `nil` if the archive says nothing of the slot: it keeps what the launch built. An
  ///   empty array if the slot was empty: it is to be emptied.
  public func children(in slot: ContainerSlot = .only) -> [RestoredChild]? {
    for known in slots where known.slot == slot { return known.children }
    return nil
  }

  /// The objects of a slot's children that were found or made, in the archive's order: its children
  /// without the holes.
  ///
  /// ```swift
  /// func restoreChildren(from decoder: ChildDecoder) {
  ///   guard let restored = decoder.objects() else { return }
  ///   updateChildren { pages = restored }
  /// }
  /// ```
  ///
  /// - Returns: `nil` if the archive says nothing of the slot: it keeps what the launch built.
  /// - Complexity: O(*n*) in the number of children.
  public func objects(in slot: ContainerSlot = .only) -> [any Restorable]? {
    guard let children = children(in: slot) else { return nil }
    var objects: [any Restorable] = []
    objects.reserveCapacity(children.count)
    // By index, since an iterator would retain each child.
    for index in children.indices {
      if let object = children[index].object { objects.append(object) }
    }
    return objects
  }

  /// The child of a slot that holds one at the most.
  ///
  /// - Returns: `nil` if the archive says nothing of the slot or it was empty; see
  ///   ``wasEmpty(_:)`` to tell these apart.
  public func child(in slot: ContainerSlot) -> RestoredChild? {
    children(in: slot)?.first
  }

  /// What a slot holds after the restore, for a container that lets the launch's child stand in for
  /// one that did not come back.
  ///
  /// - Parameters:
  ///   - slot: A slot that holds one child at the most.
  ///   - built: What stands there now.
  /// - Returns: The child that was found or made; `nil` if the slot was recorded as empty; otherwise
  ///   what was built.
  public func node(
    in slot: ContainerSlot,
    orKeep built: (any Restorable)?
  ) -> (any Restorable)? {
    wasEmpty(slot) ? nil : child(in: slot)?.object ?? built
  }

  /// Whether the archive recorded the slot as empty.
  public func wasEmpty(_ slot: ContainerSlot) -> Bool {
    children(in: slot)?.isEmpty ?? false
  }
}

/// A child that an archive knows, with the object that was found or made for it.
@MainActor
public struct RestoredChild {
  /// The child's identifier as it was recorded.
  public let identifier: String

  /// The object that the launch built or a factory made; `nil` for a hole.
  public let object: (any Restorable)?

  /// Whether the object was already in place before the restore.
  public let wasBuiltByLaunch: Bool

  /// The number of the child's record, to which a reference that was not restored leads; see
  /// ``ReferenceStatus/notRestored(_:)``.
  public let number: NodeNumber
}
