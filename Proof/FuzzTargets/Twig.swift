import Foundation
import RestorationCore

/// A node that takes whatever an archive gives it: children in any slot, and values of many types.
final class Twig: RestorableController, RestorableContainer {
  @Restored("text") var text = ""
  @Restored("list") var list: [Int] = []
  @Restored("date") var date: Date?
  private var number: Int?
  private weak var friend: (any Restorable)?
  private var slots: [(slot: ContainerSlot, children: [any Restorable])] = []

  func encodeChildren(to encoder: ChildEncoder) {
    for (slot, children) in slots { encoder.encode(children, in: slot) }
  }

  func restoreChildren(from decoder: ChildDecoder) {
    updateChildren {
      slots = [.only, ContainerSlot("s"), ContainerSlot("t")].compactMap { slot in
        guard let children = decoder.children(in: slot) else { return nil }
        return (slot, children.compactMap(\.object))
      }
    }
  }

  /// The last child of each slot is hidden.
  var visibleRestorableChildren: [any Restorable] {
    slots.flatMap { $0.children.count > 1 ? Array($0.children.dropLast()) : $0.children }
  }

  override func encodeRestorableState(to encoder: StateEncoder) throws {
    encoder.encode(number, forKey: "number")
    if let friend { encoder.encodeReference(friend, forKey: "friend") }
  }

  override func decodeRestorableState(from decoder: StateDecoder) throws {
    number = try decoder.decodeIfPresent(forKey: "number")
    friend = try decoder.decodeReference(forKey: "friend")
  }

  func encodeContainerState(to encoder: StateEncoder) throws {
    encoder.encode(number, forKey: "number")
  }

  func decodeContainerState(from decoder: StateDecoder) throws {
    number = try decoder.decodeIfPresent(forKey: "number") ?? number
  }
}
