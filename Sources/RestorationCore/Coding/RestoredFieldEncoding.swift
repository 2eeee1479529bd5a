/// How the ``Restored`` properties of a class are written, found once for the class.
///
/// Each property is written by one call; the four types that nearly all state is made of are told by
/// a tag, so that nothing about them is looked up for an object.
@MainActor
struct RestoredFieldEncoding {
  /// Writes the property at an address.
  typealias Function = @MainActor (UnsafeRawPointer, StateEncoder) throws -> Void

  private enum Kind {
    case integer
    case number
    case boolean
    case text

    /// Any other type, with the place of its function.
    case other(Int)
  }

  private let fields: [(offset: Int, kind: Kind)]
  private let functions: [Function]

  /// Finds out how fields are written.
  init(of fields: [RestoredField]) {
    var functions: [Function] = []
    self.fields = fields.map { field in
      if let kind = Self.kind(of: field.storage) { return (field.offset, kind) }
      functions.append(field.storage.encoding)
      return (field.offset, .other(functions.count - 1))
    }
    self.functions = functions
  }

  private static func kind(of storage: any RestoredStorage.Type) -> Kind? {
    if storage == Restored<Int>.self { return .integer }
    if storage == Restored<Double>.self { return .number }
    if storage == Restored<Bool>.self { return .boolean }
    if storage == Restored<String>.self { return .text }
    return nil
  }

  /// Writes the properties of an object, which is of the class that the fields were found in.
  ///
  /// ``RestoredField`` says why the addresses are sound; the types are compared above.
  func encode(_ object: any Restorable, to encoder: StateEncoder) throws {
    let start = UnsafeRawPointer(Unmanaged.passUnretained(object as AnyObject).toOpaque())
    for (offset, kind) in fields {
      let address = start + offset
      switch kind {
      case .integer: Restored<Int>.write(at: address, to: encoder)
      case .number: Restored<Double>.write(at: address, to: encoder)
      case .boolean: Restored<Bool>.write(at: address, to: encoder)
      case .text: Restored<String>.write(at: address, to: encoder)
      case .other(let index): try functions[index](address, encoder)
      }
    }
  }
}

// MARK: - The types with a tag

extension Restored<Int> {
  @MainActor
  fileprivate static func write(at address: UnsafeRawPointer, to encoder: StateEncoder) {
    let property = address.assumingMemoryBound(to: Self.self)
    encoder.encode(property.pointee.value, forKey: property.pointee.key)
  }
}

extension Restored<Double> {
  @MainActor
  fileprivate static func write(at address: UnsafeRawPointer, to encoder: StateEncoder) {
    let property = address.assumingMemoryBound(to: Self.self)
    encoder.encode(property.pointee.value, forKey: property.pointee.key)
  }
}

extension Restored<Bool> {
  @MainActor
  fileprivate static func write(at address: UnsafeRawPointer, to encoder: StateEncoder) {
    let property = address.assumingMemoryBound(to: Self.self)
    encoder.encode(property.pointee.value, forKey: property.pointee.key)
  }
}

extension Restored<String> {
  @MainActor
  fileprivate static func write(at address: UnsafeRawPointer, to encoder: StateEncoder) {
    let property = address.assumingMemoryBound(to: Self.self)
    encoder.encode(property.pointee.value, forKey: property.pointee.key)
  }
}

// MARK: - All other types

extension Restored {
  /// What writes a property of this type: directly, if its values have a direct path.
  package static var encoding: @MainActor (UnsafeRawPointer, StateEncoder) throws -> Void {
    if let type = Value.self as? any StateRepresentable.Type { return directEncoding(of: type) }
    return { address, encoder in
      let property = address.assumingMemoryBound(to: Self.self)
      try encoder.encode(property.pointee.value, forKey: property.pointee.key)
    }
  }

  /// The type that is handed in is the property's own, known by what it conforms to.
  private static func directEncoding<Direct: StateRepresentable>(
    of type: Direct.Type
  ) -> RestoredFieldEncoding.Function {
    { address, encoder in
      let property = address.assumingMemoryBound(to: Restored<Direct>.self)
      encoder.encode(property.pointee.value, forKey: property.pointee.key)
    }
  }
}
