/// The app's say in every coder, of every node, whoever made it.
///
/// For each node that is saved, ``willEncode``, the node itself and ``didEncode`` run in this order.
/// For each record that is restored, ``willRestore`` runs before any factory is asked, then, when
/// the node is read, ``willDecode``, the node itself and ``didDecode``. An error that a hook throws
/// counts as the node's own.
@MainActor
public struct CoderHooks {
  /// Runs before a node writes its state; what it writes belongs to the node.
  public var willEncode: (@MainActor (any Restorable, StateEncoder) throws -> Void)?

  /// Runs after a node wrote its state.
  public var didEncode: (@MainActor (any Restorable, StateEncoder) throws -> Void)?

  /// Runs for each record before the object is looked for or made.
  public var willRestore: (@MainActor (RestorationRequest, StateDecoder) throws -> Void)?

  /// Runs before a node reads its state.
  public var willDecode: (@MainActor (any Restorable, StateDecoder) throws -> Void)?

  /// Runs after a node read its state.
  public var didDecode: (@MainActor (any Restorable, StateDecoder) throws -> Void)?

  /// Makes hooks that do nothing.
  public init() {}

  /// Whether something runs on a save, so that every node has to be asked.
  package var encodes: Bool { willEncode != nil || didEncode != nil }
}
