import Foundation
import Testing

@testable import RestorationCore

@MainActor
@Suite("The table of values in the description of the format")
struct ValueTableTests {
  @Test("Each value is written as its row says, and no row lacks its value.")
  func rows() throws {
    let rows = try Self.rows()
    #expect(rows.count == Self.examples.count)
    let links = Links()
    defer { withExtendedLifetime(links) {} }
    for (name, bytes) in rows {
      let example = try #require(Self.examples[name], "\(name)")
      let encoder = StateEncoder(context: RestorationContext(), links: links)
      try example(encoder)
      // A map of one entry, whose key is a text of one byte, and then the value.
      let value = encoder.finish().dropFirst(3)
      #expect(Array(value) == bytes, "\(name)")
    }
  }

  /// The first and the last column of each row.
  private static func rows() throws -> [(name: String, bytes: [UInt8])] {
    let document = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Documentation/ArchiveFormat.md").standardized
    let text = try String(contentsOf: document, encoding: .utf8)
    let start = try #require(text.range(of: "\n### Values\n")).upperBound
    let end = try #require(text.range(of: "\n### ", range: start..<text.endIndex)).lowerBound
    let lines = text[start..<end].split(separator: "\n").filter { $0.hasPrefix("|") }.dropFirst(2)
    return try lines.map { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      let digits = try #require(cells.last).filter { $0 != "`" }.split(separator: " ")
      return (cells[0], try digits.map { try #require(UInt8($0, radix: 16)) })
    }
  }

  private static let examples: [String: (StateEncoder) throws -> Void] = [
    "`Bool`": { $0.encode(true, forKey: "k") },
    "`Int`, and the other integers": { $0.encode(Int16(-500), forKey: "k") },
    "`Double`, `Float`": { $0.encode(1.5, forKey: "k") },
    "`String`": { $0.encode("é", forKey: "k") },
    "`Data`": { $0.encode(Data([1, 2]), forKey: "k") },
    "`Date`": { $0.encode(Date(timeIntervalSinceReferenceDate: 0.5), forKey: "k") },
    "`UUID`": { encoder in
      let uuid = try #require(UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF"))
      encoder.encode(uuid, forKey: "k")
    },
    "`URL`": { $0.encode(try #require(URL(string: "x:y")), forKey: "k") },
    "`URL` with a base": { encoder in
      let base = try #require(URL(string: "x:/"))
      encoder.encode(try #require(URL(string: "y", relativeTo: base)), forKey: "k")
    },
    "`nil`": { $0.encode(Int?.none, forKey: "k") },
    "an optional of an optional that is there": { $0.encode(Int??.some(nil), forKey: "k") },
    "`Array`": { $0.encode([1, 2], forKey: "k") },
    "`Set`": { try $0.encode(Set([2, 1]), forKey: "k") },
    "`Dictionary` whose keys are strings or integers": {
      $0.encode(["aa": 2, "b": 1], forKey: "k")
    },
    "any other `Codable` value with keys": { try $0.encode(Keyed(y: 2, x: 1), forKey: "k") },
    "any other `Codable` value without keys": { try $0.encode(Unkeyed(), forKey: "k") },
    "a `ModelIdentifier`": { encoder in
      let uri = try #require(URL(string: "x:1"))
      encoder.encodeModel(ModelIdentifier(uri: uri), forKey: "k")
    },
    "a reference to a node": { encoder in
      encoder.encodeReference(RestorableController(restorationIdentifier: "node"), forKey: "k")
    },
  ]
}

private struct Keyed: Encodable {
  let y: Int
  let x: Int
}

private struct Unkeyed: Encodable {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(1)
    try container.encode("a")
  }
}

/// A tree in which each node has the number 5.
private final class Links: ReferenceLinks {
  func number(of object: any Restorable) -> NodeNumber? { NodeNumber(5) }
  func object(for number: NodeNumber) -> (any Restorable)? { nil }
}
