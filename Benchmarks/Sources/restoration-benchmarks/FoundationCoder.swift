import Foundation

/// The coders of Foundation, on the same values as an array of structs.
///
/// The archiver cannot code structs, so it has an array of objects with the same values, as its
/// users have.
enum FoundationCoder: String, CaseIterable {
  case json
  case plist
  case archiver

  /// What encodes.
  var encoderName: String {
    switch self {
    case .json: "JSONEncoder"
    case .plist: "PropertyListEncoder, binary"
    case .archiver: "NSKeyedArchiver"
    }
  }

  /// What decodes.
  var decoderName: String {
    switch self {
    case .json: "JSONDecoder"
    case .plist: "PropertyListDecoder, binary"
    case .archiver: "NSKeyedUnarchiver"
    }
  }

  /// Encodes values; making objects or a coder of them is not timed.
  @MainActor
  func encoding(_ values: [Values]) -> Contender {
    switch self {
    case .json:
      let encoder = JSONEncoder()
      return Contender { { try encoder.encode(values) } }
    case .plist:
      let encoder = Self.plistEncoder
      return Contender { { try encoder.encode(values) } }
    case .archiver:
      let objects = NSArray(array: values.map(ArchivedValues.init))
      return Contender { { try Self.archive(objects) } }
    }
  }

  /// Decodes what the same coder made of values.
  @MainActor
  func decoding(_ values: [Values]) throws -> Contender {
    switch self {
    case .json:
      let data = try JSONEncoder().encode(values)
      let decoder = JSONDecoder()
      return Contender { { try decoder.decode([Values].self, from: data) } }
    case .plist:
      let data = try Self.plistEncoder.encode(values)
      let decoder = PropertyListDecoder()
      return Contender { { try decoder.decode([Values].self, from: data) } }
    case .archiver:
      let data = try Self.archive(NSArray(array: values.map(ArchivedValues.init)))
      return Contender { { try Self.unarchive(data, count: values.count) } }
    }
  }

  private static var plistEncoder: PropertyListEncoder {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    return encoder
  }

  private static func archive(_ objects: NSArray) throws -> Data {
    try NSKeyedArchiver.archivedData(withRootObject: objects, requiringSecureCoding: true)
  }

  private static func unarchive(_ data: Data, count: Int) throws -> NSArray {
    let classes = [NSArray.self, ArchivedValues.self]
    guard let objects = try NSKeyedUnarchiver.unarchivedObject(ofClasses: classes, from: data),
      let array = objects as? NSArray, array.count == count
    else { throw BenchmarkError("NSKeyedUnarchiver did not give back the array.") }
    return array
  }
}
