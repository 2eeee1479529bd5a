import Foundation

@testable import RestorationCore

extension StateValue {
  static func object(_ entries: [String: StateValue]) -> StateValue {
    .map(entries.map { Entry(key: .text($0.key), value: $0.value) })
  }

  /// What JSON can tell, as the script translates it.
  var readable: StateValue {
    switch self {
    case .double(let double):
      let bits = String(double.bitPattern, radix: 16)
      let padded = String(repeating: "0", count: 16 - bits.count) + bits
      return .object(["double": .text(padded)])
    case .bytes(let bytes):
      let digits = bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
      return .object(["bytes": .text(digits.joined())])
    case .tagged(let tag, let value):
      return .object(["tag": .unsigned(tag), "value": value.readable])
    case .undefined: return .object(["simple": .unsigned(23)])
    case .simple(let number): return .object(["simple": StateValue(number)])
    case .array(let elements): return .array(elements.map(\.readable))
    case .map(let entries):
      let pairs = entries.map { StateValue.array([$0.key.readable, $0.value.readable]) }
      return .object(["map": .array(pairs)])
    default: return self
    }
  }

  /// Takes what `JSONSerialization` read.
  init(json: Any) {
    switch json {
    case let object as [String: Any]: self = .object(object.mapValues { StateValue(json: $0) })
    case let array as [Any]: self = .array(array.map { StateValue(json: $0) })
    case let text as String: self = .text(text)
    case let truth as Bool where "\(type(of: json))".contains("Bool"): self = .boolean(truth)
    case let number as NSNumber:
      self = number.doubleValue < 0 ? StateValue(number.int64Value) : .unsigned(number.uint64Value)
    default: self = .null
    }
  }
}
