/// What connects coders with the scene's table of nodes, so that references can be numbers.
@MainActor
package protocol ReferenceLinks: AnyObject {
  /// The number of an object that stands in the tree.
  func number(of object: any Restorable) -> NodeNumber?

  /// The object with a number, awake.
  func object(for number: NodeNumber) -> (any Restorable)?
}

/// What is known of a reference that was read.
public enum ReferenceStatus: Hashable, Sendable {
  /// The key was never written.
  case absent
  /// The reference was written as pointing to nothing.
  case null
  /// The target stands in the tree.
  case restored
  /// The target was saved, and is not in the tree: it did not come back, or is not made yet.
  case notRestored(NodeNumber)
}

/// The CBOR tags that the package gives a meaning of its own.
package enum StateTag {
  /// A reference: the tagged unsigned integer is the target's node number.
  package static let reference: UInt64 = 29_285
}
