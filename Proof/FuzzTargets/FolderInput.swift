import RestorationStore

/// The files of a store's folder, as one input of a search.
///
/// The first byte says what is repaired before the store sees the files. Then, for each file: a byte
/// for its kind, one for its number, two for its length, most significant first, and its bytes. The
/// length of the last file does not count. Segments of some kinds have the number that they name, since
/// those of a store have numbers that cannot be foreseen.
struct FolderInput {
  /// Where the folder is on its disk.
  static let path = "/state"

  /// The bytes of the files by their names.
  var files: [String: [UInt8]] = [:]

  /// What is repaired.
  var repair = ChecksumRepair.Extent.nothing

  private static let snapshot = "snapshot-0000000000000001-mine/"

  private static let kinds: [(prefix: String, suffix: String)] = [
    ("state-", ".cbors"), ("journal-", ".cbors"), ("state-", ".unfinished"),
    ("kept-", "-vetoed.cbors"), ("damaged-", ""), ("lock", ""), ("guard", ""),
    (snapshot + "state-", ".cbors"), (snapshot + "journal-", ".cbors"), (snapshot + "end", ""),
    ("held-", "-0000000000000007.cbors"), ("journal-", ".cbors"), (snapshot + "journal-", ".cbors"),
  ]

  /// The kinds whose files have the number that they name.
  private static let kindsNamedInside: ClosedRange<UInt8> = 11...12

  /// Where a segment names its number.
  private static let numberInside = 19..<27

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
      let contents = Array(rest.prefix(length))
      files[Self.name(kind: head[0], number: head[1], contents)] = contents
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
    for (name, contents) in files.sorted(by: { $0.key < $1.key }) {
      guard let (kind, number) = Self.kindAndNumber(of: name, contents) else { continue }
      result += [kind, number, UInt8(contents.count >> 8), UInt8(contents.count & 255)] + contents
    }
    return result
  }

  private static func kindAndNumber(of name: String, _ contents: [UInt8]) -> (UInt8, UInt8)? {
    for kind in 0..<UInt8(kinds.count) {
      let numbers = kinds[Int(kind)].prefix.hasSuffix("-") ? 0...UInt8.max : 0...0
      if let number = numbers.first(where: { self.name(kind: kind, number: $0, contents) == name })
      {
        return (kind, number)
      }
    }
    return nil
  }

  private static func name(kind: UInt8, number: UInt8, _ contents: [UInt8]) -> String {
    let kind = kind % UInt8(kinds.count)
    let (prefix, suffix) = kinds[Int(kind)]
    guard prefix.hasSuffix("-") else { return prefix + suffix }
    var digits = String(number, radix: 16)
    if kindsNamedInside.contains(kind), contents.count >= numberInside.upperBound {
      let inside = contents[numberInside].reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
      digits = String(inside, radix: 16)
    }
    return prefix + String(repeating: "0", count: 16 - digits.count) + digits + suffix
  }
}
