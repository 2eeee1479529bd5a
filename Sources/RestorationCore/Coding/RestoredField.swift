@_spi(Reflection) import Swift

/// A ``Restored`` property of a class: its type, and where it lies in every instance.
///
/// The invariant that makes the reads and writes sound: a stored property of a class lies at the
/// same offset in every instance of that class and of its subclasses, for as long as the process
/// lives, and the offset and type come from the runtime's own description of the class. Access is on
/// the main actor, to which a restorable object belongs.
@MainActor
package struct RestoredField {
  let offset: Int
  let storage: any RestoredStorage.Type
  private let plain: Plain?

  private init(offset: Int, storage: any RestoredStorage.Type) {
    self.offset = offset
    self.storage = storage
    plain = Plain(storage)
  }

  /// The name under which the property of an object is saved.
  package func key(in object: any Restorable) -> String {
    storage.key(at: UnsafeRawPointer(address(in: object)))
  }

  package func decode(_ object: any Restorable, from decoder: StateDecoder) throws {
    let address = address(in: object)
    if let plain, plain.decode(at: address, from: decoder) { return }
    try storage.decode(at: address, from: decoder)
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
