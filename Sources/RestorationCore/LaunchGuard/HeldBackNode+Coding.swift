internal import Foundation

extension HeldBackNode {
  /// What is held back as a sequence of CBOR items that stands alone.
  ///
  /// It is an archive whose root is the node; what is known of the node besides is the app's state.
  package func encoded() -> [UInt8] {
    var part = archive
    var writer = CBORWriter()
    writer.writeMapHeader(7)
    let texts: [UInt64: String] = [0: "\(path)", 1: build]
    let numbers: [UInt64: UInt64] = [
      2: id, 3: parent.rawValue, 4: UInt64(index), 5: UInt64(max(0, deaths)),
      6: UInt64(stage?.rawValue ?? 0),
    ]
    for key: UInt64 in 0...1 {
      writer.writeUnsigned(key)
      writer.writeText(texts[key] ?? "")
    }
    for key: UInt64 in 2...6 {
      writer.writeUnsigned(key)
      writer.writeUnsigned(numbers[key] ?? 0)
    }
    part.appState = writer.bytes()
    return part.encoded()
  }

  /// Reads what ``encoded()`` made.
  ///
  /// - Throws: ``StateStoreError`` if the bytes are damaged.
  package init(decoding bytes: [UInt8], limits: RestorationLimits) throws(StateStoreError) {
    let loaded = try LoadedArchive(decoding: bytes, limits: limits)
    var (texts, numbers): ([UInt64: String], [UInt64: UInt64]) = ([:], [:])
    do {
      var reader = CBORReader(archived: loaded.archive.appState[...], limits: limits)
      _ = try reader.readFields { (key, reader) throws(CBORError) in
        switch key {
        case 0...1: texts[key] = try reader.readText()
        case 2...6: numbers[key] = try reader.readUnsigned()
        default: return false
        }
        return true
      }
    } catch {
      throw StateStoreError(.damaged, "What is held back cannot be read: \(error)")
    }
    guard loaded.damage.isEmpty, let root = loaded.archive.root,
      loaded.archive.records[root] != nil, let path = IdentifierPath(texts[0] ?? ""),
      let build = texts[1], let id = numbers[2], let parent = numbers[3], let index = numbers[4]
    else {
      throw StateStoreError(.damaged, "What is held back is damaged: parts of it are missing.")
    }
    self.id = id
    scene = loaded.archive.header.scene
    self.path = path
    stage = numbers[6].flatMap { LaunchStage(rawValue: UInt8(clamping: $0)) }
    deaths = Int(clamping: numbers[5] ?? 0)
    date = loaded.archive.header.date
    var archive = loaded.archive
    archive.appState = NodeRecord.emptyState
    self.archive = archive
    self.build = build
    self.parent = NodeNumber(parent)
    self.index = Int(clamping: index)
  }
}
