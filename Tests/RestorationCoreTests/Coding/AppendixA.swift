import Foundation
import Testing

/// A vector of RFC 8949, Appendix A.
struct AppendixAVector: Decodable, Sendable, CustomTestStringConvertible {
  var hex: String
  var roundtrip: Bool
  var decoded: Expectation?
  var diagnostic: String?

  var bytes: [UInt8] {
    let digits = Array(hex.utf8)
    return stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
    }
  }

  /// Whether the vector has an indefinite length, or a simple value that RFC 8949 took back.
  var isForeign: Bool {
    hex == "f818" || !roundtrip && !hex.hasPrefix("f")
  }

  var testDescription: String { hex }

  static func all() throws -> [AppendixAVector] {
    let url = try #require(
      Bundle.module.url(forResource: "cbor-appendix-a", withExtension: "json")
    )
    return try JSONDecoder().decode([AppendixAVector].self, from: Data(contentsOf: url))
  }
}

extension AppendixAVector {
  enum CodingKeys: CodingKey {
    case hex
    case roundtrip
    case decoded
    case diagnostic
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    hex = try container.decode(String.self, forKey: .hex)
    roundtrip = try container.decode(Bool.self, forKey: .roundtrip)
    diagnostic = try container.decodeIfPresent(String.self, forKey: .diagnostic)
    decoded =
      container.contains(.decoded)
      ? try container.decode(Expectation.self, forKey: .decoded) : nil
  }
}

/// What a vector decodes to, as the file's JSON has it.
enum Expectation: Decodable, Sendable {
  case null
  case boolean(Bool)
  case number(Double, digits: String?)
  case text(String)
  case array([Expectation])
  case map([String: Expectation])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .boolean(value)
    } else if let value = try? container.decode(Double.self) {
      // A Decimal keeps the digits of integers that no Double holds.
      self = .number(value, digits: (try? container.decode(Decimal.self))?.description)
    } else if let value = try? container.decode(String.self) {
      self = .text(value)
    } else if let value = try? container.decode([Expectation].self) {
      self = .array(value)
    } else {
      self = .map(try container.decode([String: Expectation].self))
    }
  }
}
