package import Foundation

/// What all headers of a scene say, the time aside.
///
/// It is one object as long as nothing of it changes, by which a store knows that it has it already.
package final class SceneHeader: Sendable {
  /// The header, at some time.
  package let text: ArchiveHeader

  /// Makes one of what a header says.
  package init(_ header: ArchiveHeader) {
    text = header
  }

  /// The header of an archive that was saved at a time.
  package func dated(_ date: Date) -> ArchiveHeader {
    var header = text
    header.date = date
    return header
  }
}
