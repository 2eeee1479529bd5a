/// A weak reference that many hold: closures, nodes, coders.
///
/// One in each of them would cost more, and so would each comparison.
@MainActor
final class SharedWeakReference<Object: AnyObject> {
  private var reference: WeakReference<Object>?

  /// The object, unless it is gone.
  var object: Object? { reference?.object }

  /// Leads to an object from now on.
  func lead(to object: Object) {
    reference = WeakReference(object)
  }
}
