/// A class that makes restorable nodes when an archive asks for them.
///
/// A node that the launch did not build is made by the class registered for it in a
/// ``RestorationClassRegistry``:
///
/// ```swift
/// extension ArticleScreen: RestorationClass {
///   static func makeRestorable(
///     for request: RestorationRequest, from decoder: StateDecoder
///   ) throws -> (any Restorable)? {
///     ArticleScreen(restorationIdentifier: request.identifier)
///   }
/// }
/// ```
///
/// Give the node the identifier of the request: it is the one under which its state was saved.
///
/// A subclass inherits the factory, and would be made as its superclass: register it with a factory
/// of its own, `register(_:named:aliases:version:factory:)`.
@MainActor public protocol RestorationClass: AnyObject {
  /// Makes the node that a record describes.
  ///
  /// - Parameters:
  ///   - request: Where the node stands and what its record says of its class.
  ///   - decoder: The node's own state.
  /// - Returns: The node, not yet decoded, or `nil` to decline: then the node and all below it are
  ///   skipped, and nobody else is asked.
  /// - Throws: Any error; it declines as `nil` does, and the report shows the error.
  static func makeRestorable(
    for request: RestorationRequest,
    from decoder: StateDecoder
  ) throws -> (any Restorable)?
}
