/// What makes a snapshot complete: up to which save its files count, and what it is called.
package struct SnapshotEnd: Hashable, Sendable {
  /// The last save that counts.
  package var sequence: UInt64

  /// The name that the app gave it, if it did.
  package var name: String?

  /// Why it was kept, if the app did not ask for it.
  package var reason: String?

  /// Describes a snapshot.
  package init(sequence: UInt64, name: String? = nil, reason: String? = nil) {
    self.sequence = sequence
    self.name = name
    self.reason = reason
  }
}

// MARK: - Coding

extension SnapshotEnd {
  /// The bytes of its file, one item.
  package func encoded() -> [UInt8] {
    var items = ArchiveItemWriter(salt: 0)
    items.append(ArchiveFormat.Kind.snapshotEnd, flags: ArchiveFormat.Flag.critical) { writer in
      writer.writeMapHeader(2 + (name == nil ? 0 : 1) + (reason == nil ? 0 : 1))
      writer.writeUnsigned(0)
      writer.writeFixed(ArchiveFormat.version)
      writer.writeUnsigned(1)
      writer.writeFixed(sequence)
      if let name {
        writer.writeUnsigned(2)
        writer.writeText(name)
      }
      if let reason {
        writer.writeUnsigned(3)
        writer.writeText(reason)
      }
    }
    return items.writer.bytes()
  }

  /// Reads the file, or gives `nil` if it is not sound, or a newer version wrote it.
  package init?(_ bytes: [UInt8], limits: RestorationLimits) {
    self.init(sequence: 0)
    guard let item = ArchiveItem(sealed: bytes[...], salt: 0, limits: limits),
      item.kind == ArchiveFormat.Kind.snapshotEnd
    else { return nil }
    var reader = CBORReader(archived: item.body, limits: limits)
    var version: UInt32 = 0
    do {
      _ = try reader.readFields { (key, reader) throws(CBORError) in
        switch key {
        case 0: version = try reader.readFixed()
        case 1: sequence = try reader.readFixed()
        case 2: name = try reader.readText()
        case 3: reason = try reader.readText()
        default: return false
        }
        return true
      }
    } catch {
      return nil  // Without a sound end there is no snapshot.
    }
    guard version <= ArchiveFormat.version else { return nil }
  }
}
