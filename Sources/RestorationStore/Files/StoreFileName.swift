/// What the name of a file in a store's folder says.
///
/// Scenes do not appear in names, so none can lead out of the folder. Names of any other form are
/// not the store's and are left alone.
enum StoreFileName: Hashable, Sendable {
  /// The baseline of a generation.
  case baseline(generation: UInt64)

  /// A baseline that is being written, or whose writing was cut short.
  case unfinished(generation: UInt64)

  /// A generation that was kept before it was replaced, and why.
  case kept(generation: UInt64, reason: String)

  /// A segment of the journal.
  case journal(number: UInt64)

  /// A folder that holds what was kept, in the order in which that was done.
  case snapshot(order: UInt64, label: String)

  /// What makes such a folder complete, within it.
  case snapshotEnd

  /// Something that could not be used, by the order in which it was set aside.
  case damaged(order: UInt64)

  /// A node that is held back, by the order in which it was, and its identity.
  case heldBack(order: UInt64, id: UInt64)

  /// The launch guard's page.
  case launchGuard

  /// The file that the writer holds locked.
  case lock

  /// The highest generation that a name may have, so that there is always another one.
  static let highestGeneration = UInt64(Int64.max)

  /// How many bytes of a reason a name holds, before they are escaped.
  private static let reasonLength = 60
}

extension StoreFileName {
  /// The name itself.
  var text: String {
    switch self {
    case .baseline(let generation): "state-\(digits(generation)).cbors"
    case .unfinished(let generation): "state-\(digits(generation)).unfinished"
    case .kept(let generation, let reason):
      "kept-\(digits(generation))-\(escaped(reason, length: Self.reasonLength)).cbors"
    case .journal(let number): "journal-\(digits(number)).cbors"
    case .snapshot(let order, let label):
      "snapshot-\(digits(order))-\(escaped(label, length: Self.reasonLength))"
    case .snapshotEnd: "end"
    case .damaged(let order): "damaged-\(digits(order))"
    case .heldBack(let order, let id): "held-\(digits(order))-\(digits(id)).cbors"
    case .launchGuard: "guard"
    case .lock: "lock"
    }
  }

  /// Reads a name, if it is one of the store's.
  init?(_ text: String) {
    guard let name = Self.parse(text), name.text.utf8.elementsEqual(text.utf8) else { return nil }
    self = name
  }

  private static func parse(_ text: String) -> StoreFileName? {
    if text == "lock" { return .lock }
    if text == "end" { return .snapshotEnd }
    if text == "guard" { return .launchGuard }
    let parts = text.split(separator: "-", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count >= 2, let number = UInt64(parts[1].prefix(16), radix: 16),
      number <= highestGeneration
    else { return nil }
    switch parts[0] {
    case "state":
      return parts[1].hasSuffix(".unfinished")
        ? .unfinished(generation: number) : .baseline(generation: number)
    case "kept":
      guard parts.count == 3, parts[2].hasSuffix(".cbors") else { return nil }
      return .kept(generation: number, reason: unescaped(parts[2].dropLast(6)))
    case "journal": return .journal(number: number)
    case "snapshot":
      guard parts.count == 3 else { return nil }
      return .snapshot(order: number, label: unescaped(parts[2]))
    case "held":
      guard parts.count == 3, let id = UInt64(parts[2].prefix(16), radix: 16) else { return nil }
      return .heldBack(order: number, id: id)
    case "damaged": return .damaged(order: number)
    default: return nil
    }
  }
}

/// A number as sixteen hexadecimal digits, so that names sort as their numbers do.
private func digits(_ number: UInt64) -> String {
  let text = String(number, radix: 16)
  return String(repeating: "0", count: 16 - text.count) + text
}

/// The first bytes of a text with everything but ASCII letters and digits percent-escaped.
private func escaped(_ text: String, length: Int) -> String {
  var result = ""
  var used = 0
  for character in text {
    used += character.utf8.count
    if used > length { break }
    for byte in character.utf8 {
      let scalar = Unicode.Scalar(byte)
      if scalar.properties.isAlphabetic && scalar.isASCII || (0x30...0x39).contains(byte) {
        result.unicodeScalars.append(scalar)
      } else {
        result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }
  }
  return result
}

/// Takes the escapes out again.
private func unescaped(_ text: Substring) -> String {
  var bytes: [UInt8] = []
  var rest = text.utf8
  while let byte = rest.popFirst() {
    let escape = String(rest.prefix(2)) ?? ""
    if byte == 0x25, escape.utf8.count == 2, let value = UInt8(escape, radix: 16) {
      bytes.append(value)
      rest = rest.dropFirst(2)
    } else {
      bytes.append(byte)
    }
  }
  return String(decoding: bytes, as: UTF8.self)
}
