internal import RestorationCore

/// The way to a store for what is done in the background, which does not keep the store alive.
final class StoreReference: Sendable {
  private let reference: WeakReference<FileStateStore>

  init(to store: FileStateStore) {
    reference = WeakReference(store)
  }

  /// The store, unless it is gone.
  var store: FileStateStore? { reference.object }
}
