/// Takes the list of a container's children, slot by slot.
@MainActor
public final class ChildEncoder {
  /// The children of one slot.
  package struct Slot {
    package let slot: ContainerSlot
    package var children: [any Restorable]
    package let identifiersAreUnique: Bool
  }

  /// The slots in the order in which the container listed them.
  package private(set) var slots: [Slot] = []

  /// Makes an encoder that has no slots yet.
  package init() {}

  /// Lists the children of a slot, in order.
  ///
  /// An empty list is recorded too, and empties the slot when it is restored. Listing a slot twice
  /// adds to it.
  ///
  /// - Parameters:
  ///   - children: The children, shown or not.
  ///   - slot: The place where they stand; by default the only one.
  ///   - identifiersAreUnique: Whether two children of the slot may not share an identifier, as
  ///     among tabs, which the user can reorder. If two do, they are diagnosed, and neither is
  ///     matched with what the launch built.
  public func encode(
    _ children: [any Restorable],
    in slot: ContainerSlot = .only,
    identifiersAreUnique: Bool = false
  ) {
    if let index = slots.firstIndex(where: { $0.slot == slot }) {
      slots[index].children += children
    } else {
      slots.append(
        Slot(slot: slot, children: children, identifiersAreUnique: identifiersAreUnique)
      )
    }
  }

  /// Lists the one child of a slot, or that it has none.
  public func encode(_ child: (any Restorable)?, in slot: ContainerSlot) {
    encode(child.map { [$0] } ?? [], in: slot)
  }
}
