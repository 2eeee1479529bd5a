internal import Foundation

/// What an archive says of a scene, its nodes aside.
package struct SceneItem: Sendable {
  /// Who saved the scene, and when.
  package var header: ArchiveHeader

  /// The number of the root node, if there is a tree.
  package var root: NodeNumber?

  /// The next number to be given to a node.
  package var nextNumber: UInt64

  /// State of the app that belongs to no node.
  package var appState: [UInt8]

  /// Entries that are unknown, and those of the header.
  package var unknown: [UInt8] = []
  package var unknownHeader: [UInt8] = []

  /// Describes a scene.
  package init(
    header: ArchiveHeader,
    root: NodeNumber? = nil,
    nextNumber: UInt64 = 1,
    appState: [UInt8] = NodeRecord.emptyState
  ) {
    self.header = header
    self.root = root
    self.nextNumber = nextNumber
    self.appState = appState
  }

  /// The scene of an archive whose records are still to come.
  package var archive: StateArchive {
    StateArchive(header: header, root: root, appState: appState, nextNumber: nextNumber)
  }

  /// Takes the time of a save.
  mutating func take(seconds: Double) {
    if seconds.isFinite { header.date = Date(timeIntervalSinceReferenceDate: seconds) }
  }
}

// MARK: - Coding

extension SceneItem {
  func write(to writer: inout CBORWriter) {
    let count = CBORReader(unknown).countOfEntries ?? 0
    writer.writeMapHeader(4 + count)
    writer.writeUnsigned(0)
    header.write(to: &writer, unknown: unknownHeader)
    writer.writeUnsigned(1)
    writer.writeUnsignedOrNull(root?.rawValue)
    writer.writeUnsigned(2)
    writer.writeUnsigned(nextNumber)
    writer.writeUnsigned(3)
    writer.writeEmbedded(appState)
    if count > 0 { writer.writeRaw(unknown) }
  }

  /// Reads the body of a scene's item.
  package init(body: ArraySlice<UInt8>, limits: RestorationLimits) throws(CBORError) {
    self.init(header: .unread)
    var reader = CBORReader(archived: body, limits: limits)
    var hasHeader = false
    unknown = try reader.readFields { (key, reader) throws(CBORError) in
      switch key {
      case 0:
        (header, unknownHeader) = try ArchiveHeader.read(from: &reader)
        hasHeader = true
      case 1: root = try reader.readUnsignedOrNull().map { NodeNumber($0) }
      case 2: nextNumber = try reader.readUnsigned()
      case 3: appState = try reader.readEmbedded()
      default: return false
      }
      return true
    }
    guard hasHeader else {
      throw CBORError(.malformed, at: body.startIndex, "A scene has no header.")
    }
  }
}

extension SceneItem {
  /// Reads a scene from its item, or gives `nil` if it is none that can be used.
  package init?(_ item: ArchiveItem, limits: RestorationLimits) {
    guard item.kind == ArchiveFormat.Kind.scene else { return nil }
    do {
      try self.init(body: item.body, limits: limits)
    } catch {
      return nil  // Whoever asks reads the file whole then, and reports what is wrong.
    }
  }
}
