public import RestorationCore

/// A child with a text, put into a container that is checked with ``ContainerLaws``.
///
/// The laws have children of their own. A toolkit's container that takes nothing but the toolkit's
/// own classes is checked with one of those:
///
/// ```swift
/// final class LawPage: ToolkitPage, ContainerLawChild {
///   @Restored("text") var text = ""
/// }
/// ```
@MainActor
public protocol ContainerLawChild: Restorable {
  /// State that is saved and restored, empty at first.
  var text: String { get set }
}
