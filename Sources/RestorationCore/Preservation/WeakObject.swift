/// A weak reference to a node's object, which is `nil` once that is gone.
///
/// It is a ``WeakReference`` that keeps the object's conformance beside it: the two words of which a
/// reference to a node's object consists where there is no Objective-C.
struct WeakObject: ~Copyable {
  #if canImport(ObjectiveC)
  private(set) weak var object: (any Restorable)?

  init(_ object: any Restorable) {
    self.object = object
  }

  /// Whether this leads to an object.
  func isReference(to other: any Restorable) -> Bool { object === other }
  #else
  private let reference: WeakReference<AnyObject>
  private let conformance: UnsafeRawPointer

  init(_ object: any Restorable) {
    reference = WeakReference(object)
    // In a tuple, since it would be taken as one of its own class otherwise.
    conformance = unsafeBitCast((object, ()), to: Words.self).conformance
  }

  /// The object, unless it is gone.
  var object: (any Restorable)? {
    guard let object = reference.object else { return nil }
    return unsafeBitCast(
      Reference(object: object, conformance: conformance),
      to: (any Restorable).self
    )
  }

  /// Whether this leads to an object.
  func isReference(to other: any Restorable) -> Bool { reference.isReference(to: other) }

  /// Of what a reference to an object with a conformance consists.
  private struct Words {
    let address: UnsafeRawPointer
    let conformance: UnsafeRawPointer
  }

  /// The same, with the object counted.
  private struct Reference {
    let object: AnyObject
    let conformance: UnsafeRawPointer
  }
  #endif
}

extension WeakObject {
  /// Leads to an object, if there is one.
  ///
  /// A closure that a `map` calls would make sure of the actor each time.
  @inline(__always)
  init?(unlessNil object: (any Restorable)?) {
    guard let object else { return nil }
    self.init(object)
  }
}
