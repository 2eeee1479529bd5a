import RestorationStore

/// The files of a store's folder, as one input of a search.
///
/// The first byte says what is repaired before the store sees the files. Then, for each file: a byte
/// for its kind, one for its number, two for its length, most significant first, and its bytes. The
/// length of the last file does not count.
struct FolderInput {
  /// Where the folder is on its disk.
  static let path = "/state"

  /// The bytes of the files by their names.
  var files: [String: [UInt8]] = [:]

  /// What is repaired.
  var repair = ChecksumRepair.Extent.nothing

  private static let kinds: [(prefix: String, suffix: String)] = [
    ("state-", ".cbors"), ("journal-", ".cbors"), ("state-", ".unfinished"),
    ("kept-", "-vetoed.cbors"), ("damaged-", ""), ("lock", ""), ("guard", ""),
    ("snapshot-0000000000000001-mine/state-", ".cbors"),
    ("snapshot-0000000000000001-mine/journal-", ".cbors"),
    ("snapshot-0000000000000001-mine/end", ""),
  ]

  /// Takes an input apart.
  init(_ bytes: [UInt8]) {
    guard let first = bytes.first else { return }
    let extents = ChecksumRepair.Extent.allCases
    repair = extents[Int(first) % extents.count]
    var rest = bytes.dropFirst()
    while rest.count >= 4 {
      let head = Array(rest.prefix(4))
      rest = rest.dropFirst(4)
      let length = Int(head[2]) << 8 | Int(head[3])
      files[Self.name(kind: head[0], number: head[1])] = Array(rest.prefix(length))
      rest = rest.dropFirst(length)
    }
  }

  /// Takes the files of a folder.
  init(_ disk: MemoryDisk) {
    for (path, bytes) in disk.files where path.hasPrefix(Self.path + "/") {
      files[String(path.dropFirst(Self.path.count + 1))] = bytes
    }
  }

  /// A disk with the folder.
  var disk: MemoryDisk {
    var paths: [String: [UInt8]] = [:]
    for (name, bytes) in ChecksumRepair.repaired(files, repair) {
      paths[Self.path + "/" + name] = bytes
    }
    return MemoryDisk(paths)
  }

  /// The input that gives these files, as far as their names are known.
  var bytes: [UInt8] {
    var result = [UInt8(ChecksumRepair.Extent.allCases.firstIndex(of: repair) ?? 0)]
    for kind in 0..<UInt8(Self.kinds.count) {
      for number in 0..<UInt8.max {
        guard let bytes = files[Self.name(kind: kind, number: number)] else { continue }
        result += [kind, number, UInt8(bytes.count >> 8), UInt8(bytes.count & 255)] + bytes
        if !Self.isNumbered(kind) { break }
      }
    }
    return result
  }

  private static func isNumbered(_ kind: UInt8) -> Bool {
    kinds[Int(kind)].prefix.hasSuffix("-")
  }

  private static func name(kind: UInt8, number: UInt8) -> String {
    let (prefix, suffix) = kinds[Int(kind) % kinds.count]
    guard prefix.hasSuffix("-") else { return prefix + suffix }
    let digits = String(number, radix: 16)
    return prefix + String(repeating: "0", count: 16 - digits.count) + digits + suffix
  }
}
