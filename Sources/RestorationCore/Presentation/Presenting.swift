/// What a node needs that can present another one.
///
/// ``RestorableController`` adopts it. A toolkit's own class does so with one property:
///
/// ```swift
/// extension AppWindow: Presenting {
///   var restorablePresentation: Presentation? {
///     get { sheet.map { Presentation(of: $0, style: .formSheet) } }
///     set { replaceSheet(with: newValue?.presented) }
///   }
/// }
/// ```
@MainActor
public protocol Presenting: Restorable {
  /// What this very node presents now, or `nil`.
  ///
  /// The package sets it when it restores: to a presentation, or to `nil` if nothing was presented
  /// when the scene was saved, and only to something else than it is. A node that is presented
  /// already stays, in the style that it is given now. Nothing may be animated then.
  var restorablePresentation: Presentation? { get set }
}
