#if !canImport(ObjectiveC)
internal import ReferenceCount
#endif

/// A weak reference, which leads to nothing once its object is gone.
///
/// It does what `weak var` does, and costs less where there are many, or where the object is used
/// often. The runtime gives an object to which a weak reference leads a side table: 48 bytes, an
/// allocation, and a slower way for each reference that is counted from then on. This one counts as
/// unowned instead, which takes nothing besides the object, and asks the runtime for the object as a
/// weak reference does. In exchange the memory of an object that is gone, though nothing that it
/// referred to, stays until this is gone too.
///
/// Where there is an Objective-C runtime it is a `weak` variable. Elsewhere these are the invariants,
/// which this type alone has to keep:
/// - `address` is that of an object of Swift's own runtime, as every object is there.
/// - One unowned reference is counted for it from `init` to `deinit`, so that the count of references,
///   which tells whether the object is gone, may be looked at.
/// - The object is used only after the runtime has counted a strong reference, which it does in one
///   step, in whatever thread the object is let go of, and refuses once that has begun.
package struct WeakReference<Object: AnyObject>: ~Copyable {
  #if canImport(ObjectiveC)
  package private(set) weak var object: Object?

  package init(_ object: Object) {
    self.object = object
  }

  /// Whether this leads to an object.
  func isReference(to other: AnyObject) -> Bool { object === other }
  #else
  private let address: UnsafeMutableRawPointer

  package init(_ object: borrowing Object) {
    let address = Unmanaged.passUnretained(copy object).toOpaque()
    // Nothing else may keep it from being let go of between the two.
    withExtendedLifetime(object) { reference_count_unowned(address) }
    self.address = address
  }

  deinit {
    reference_uncount_unowned(address)
  }

  /// The object, unless it is gone.
  package var object: Object? {
    guard let counted = reference_count_strong(address) else { return nil }
    return Unmanaged<Object>.fromOpaque(counted).takeRetainedValue()
  }

  /// Whether this leads to an object, which has no other one's address as long as this counts it.
  func isReference(to other: AnyObject) -> Bool {
    Unmanaged.passUnretained(other).toOpaque() == address
  }
  #endif
}

// The runtime counts references in one step each, from whatever thread; nothing else is changed after
// `init`, and no other thread uses this any more when `deinit` runs.
extension WeakReference: @unchecked Sendable where Object: Sendable {}
