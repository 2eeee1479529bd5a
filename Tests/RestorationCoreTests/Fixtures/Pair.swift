import RestorationCore

extension ContainerSlot {
  static let left = ContainerSlot("left")
  static let right = ContainerSlot("right")
}

/// A container with two slots that keep what the launch built where there is a hole.
final class Pair: RestorableController, RestorableContainer {
  private(set) var left: (any Restorable)?
  private(set) var right: (any Restorable)?

  convenience init(_ identifier: String?, _ left: (any Restorable)?, _ right: (any Restorable)?) {
    self.init(restorationIdentifier: identifier)
    set(left, right)
  }

  override class var tracksChanges: Bool { true }

  func set(_ left: (any Restorable)?, _ right: (any Restorable)?) {
    updateChildren {
      self.left = left
      self.right = right
    }
  }

  func encodeChildren(to encoder: ChildEncoder) {
    encoder.encode(left, in: .left)
    encoder.encode(right, in: .right)
  }

  func restoreChildren(from decoder: ChildDecoder) {
    func restored(_ slot: ContainerSlot, _ built: (any Restorable)?) -> (any Restorable)? {
      guard let child = decoder.child(in: slot) else {
        return decoder.wasEmpty(slot) ? nil : built
      }
      return child.object ?? built
    }
    set(restored(.left, left), restored(.right, right))
  }
}
