extension RestoredField {
  /// The kinds of properties that are read without a detour.
  enum Plain {
    case integer
    case double
    case bool
    case text

    /// The kind of a storage type, if it is one of these.
    @MainActor
    init?(_ storage: any RestoredStorage.Type) {
      if storage == Restored<Int>.self {
        self = .integer
      } else if storage == Restored<Double>.self {
        self = .double
      } else if storage == Restored<Bool>.self {
        self = .bool
      } else if storage == Restored<String>.self {
        self = .text
      } else {
        return nil
      }
    }

    /// Reads a property of this kind at its address, unless its value is missing or unusual.
    @MainActor
    func decode(at address: UnsafeMutableRawPointer, from decoder: StateDecoder) -> Bool {
      switch self {
      case .integer: Restored<Int>.set(at: address) { decoder.plainInteger($0) }
      case .double: Restored<Double>.set(at: address) { decoder.plainDouble($0) }
      case .bool: Restored<Bool>.set(at: address) { decoder.plainBool($0) }
      case .text: Restored<String>.set(at: address) { decoder.plainString($0) }
      }
    }
  }
}
