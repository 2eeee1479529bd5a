#if !canImport(ObjectiveC)
internal import ReferenceCount
#endif

/// A weak reference to a node's object, which is `nil` once that is gone.
///
/// It does what `weak var` does, and costs less where there are many. The runtime gives an object to
/// which a weak reference leads a side table: 48 bytes, an allocation, and a slower way for each
/// reference that is counted from then on. This one counts as unowned instead, which takes nothing
/// besides the object, and asks the runtime for the object as a weak reference does. In exchange the
/// memory of an object that is gone, though nothing that it referred to, stays until this is gone too.
///
/// Where there is an Objective-C runtime it is a `weak` variable. Elsewhere these are the invariants,
/// which this file alone has to keep:
/// - `address` is that of an object of Swift's own runtime, as every object is there, and
///   `conformance` is its conformance: the two words of which a reference consists.
/// - One unowned reference is counted for it from `init` to `deinit`, so that the count of references,
///   which tells whether the object is gone, may be looked at.
/// - The object is used only after the runtime has counted a strong reference, which it does in one
///   step, in whatever thread the object is let go of, and refuses once that has begun.
struct WeakObject: ~Copyable {
  #if canImport(ObjectiveC)
  private(set) weak var object: (any Restorable)?

  init(_ object: any Restorable) {
    self.object = object
  }

  /// Whether this leads to an object.
  func isReference(to other: any Restorable) -> Bool { object === other }
  #else
  private let address: UnsafeMutableRawPointer
  private let conformance: UnsafeRawPointer

  init(_ object: any Restorable) {
    // In a tuple, since it would be taken as one of its own class otherwise.
    let words = unsafeBitCast((object, ()), to: Words.self)
    address = words.address
    conformance = words.conformance
    withExtendedLifetime(object) { reference_count_unowned(words.address) }
  }

  deinit {
    reference_uncount_unowned(address)
  }

  /// The object, unless it is gone.
  var object: (any Restorable)? {
    guard let counted = reference_count_strong(address) else { return nil }
    let object = Unmanaged<AnyObject>.fromOpaque(counted).takeRetainedValue()
    return unsafeBitCast(
      Reference(object: object, conformance: conformance),
      to: (any Restorable).self
    )
  }

  /// Whether this leads to an object, which has no other one's address as long as this counts it.
  func isReference(to other: any Restorable) -> Bool {
    UnsafeMutableRawPointer(Unmanaged.passUnretained(other as AnyObject).toOpaque()) == address
  }

  /// Of what a reference to an object with a conformance consists.
  private struct Words {
    let address: UnsafeMutableRawPointer
    let conformance: UnsafeRawPointer
  }

  /// The same, with the object counted.
  private struct Reference {
    let object: AnyObject
    let conformance: UnsafeRawPointer
  }
  #endif
}
