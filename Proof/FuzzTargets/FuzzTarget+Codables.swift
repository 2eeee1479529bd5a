import Foundation
import RestorationCore

extension FuzzTarget {
  /// The reader of types that are `Codable`, or represent themselves.
  ///
  /// The first byte chooses the type.
  static let codables = FuzzTarget(
    name: "codables",
    seeds: { try codableSeeds() },
    check: { bytes in
      guard let first = bytes.first else { return }
      try checks[Int(first) % checks.count](bytes[1...])
    }
  )

  private static let checks: [@Sendable (ArraySlice<UInt8>) throws -> Void] = [
    check(Sample.self), check([String: Sample].self), check([Choice].self),
    check([Int: String?].self),
    check(Set<String>.self), check([Date].self), check([URL].self), check([UUID].self),
    check(Data.self), check([Double].self), check([Float].self), check([Int8].self),
    check([UInt64?].self), check(StateValue.self), check([[Bool?]].self), check(Decimal.self),
    check(IdentifierPath.self), check([NodeNumber].self),
    check([Choice: Int].self),
  ]

  private static func codableSeeds() throws -> [[UInt8]] {
    let sample = Sample(
      name: "é",
      date: Date(timeIntervalSinceReferenceDate: 1.5),
      link: URL(string: "scheme:path"),
      numbers: [1: -1],
      choices: [.none, .text("a"), .pair(1, [.none])],
      bytes: Data([1, 2, 3])
    )
    var seeds: [[UInt8]] = []
    for (index, value) in [sample as any Encodable, ["a": sample], sample.choices].enumerated() {
      var writer = CBORWriter()
      try writer.encode(value)
      seeds.append([UInt8(index)] + writer.bytes())
    }
    return seeds
  }

  private static func check<Value: Codable & Equatable & SendableMetatype>(
    _: Value.Type
  ) -> @Sendable (ArraySlice<UInt8>) throws -> Void {
    { bytes in
      var reader = CBORReader(bytes)
      let value: Value
      do {
        value = try reader.decode(Value.self)
      } catch {
        try require(
          reader.position == bytes.startIndex,
          "A read of \(Value.self) failed and moved."
        )
        return
      }
      var writer = CBORWriter()
      try writer.encode(value)
      var second = CBORReader(writer.bytes())
      let again = try second.decode(Value.self)
      try second.finish()
      var third = CBORWriter()
      try third.encode(again)
      try require(third.bytes() == writer.bytes(), "A \(Value.self) is written in two ways.")
      // What is not a number is no number's equal, not even its own.
      var fourth = CBORReader(bytes)
      guard try fourth.decode(Value.self) == value else { return }
      try require(again == value, "A \(Value.self) differs after it was written and read.")
    }
  }
}

/// A type of many kinds of fields.
private struct Sample: Codable, Equatable {
  var name: String
  var date: Date
  var link: URL?
  var numbers: [Int: Int16]
  var choices: [Choice]
  var bytes: Data
}

/// A type of cases, which may nest.
private enum Choice: Codable, Hashable {
  case none
  case text(String)
  indirect case pair(Int, [Choice])
}
