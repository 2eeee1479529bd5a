@_spi(Reflection) import Swift

/// A ``Restored`` property of a class: its type, and where it lies in every instance.
///
/// The invariant that makes the reads and writes sound: a stored property of a class lies at the
/// same offset in every instance of that class and of its subclasses, for as long as the process
/// lives, and the offset and type come from the runtime's own description of the class. Access is on
/// the main actor, to which a restorable object belongs.
@MainActor
package struct RestoredField {
  private let offset: Int
  private let storage: any RestoredStorage.Type

  /// The name under which the property of an object is saved.
  package func key(in object: any Restorable) -> String {
    storage.key(at: UnsafeRawPointer(address(in: object)))
  }

  package func encode(_ object: any Restorable, to encoder: StateEncoder) throws {
    try storage.encode(at: UnsafeRawPointer(address(in: object)), to: encoder)
  }

  package func decode(_ object: any Restorable, from decoder: StateDecoder) throws {
    try storage.decode(at: address(in: object), from: decoder)
  }

  private func address(in object: any Restorable) -> UnsafeMutableRawPointer {
    Unmanaged.passUnretained(object as AnyObject).toOpaque() + offset
  }

  /// Finds the restored properties of a class and its superclasses, those of the base class first.
  ///
  /// - Complexity: O(*n*) in the number of stored properties; done once for each class.
  package static func fields(of type: AnyClass) -> [RestoredField] {
    var fields: [RestoredField] = []
    // The static property `classType` is mutable in the standard library; its raw value is 1.
    _ = _forEachField(of: type, options: _EachFieldOptions(rawValue: 1)) { _, offset, type, _ in
      if let storage = type as? any RestoredStorage.Type {
        fields.append(RestoredField(offset: offset, storage: storage))
      }
      return true
    }
    return fields
  }
}
