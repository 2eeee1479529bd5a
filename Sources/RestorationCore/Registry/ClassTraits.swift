/// What the engine needs to know of a class, found once for each.
@MainActor
package final class ClassTraits {
  package let isContainer: Bool
  package let isPresenting: Bool
  package let tracksChanges: Bool
  package let restoredFields: [RestoredField]

  fileprivate init(_ type: any Restorable.Type) {
    isContainer = type is any RestorableContainer.Type
    isPresenting = type is any Presenting.Type
    tracksChanges = type.tracksChanges
    restoredFields = RestoredField.fields(of: type)
  }
}

/// The traits of all classes that a session has met.
@MainActor
package final class ClassTraitsTable {
  private var traits: [ObjectIdentifier: ClassTraits] = [:]

  package init() {}

  package subscript(object: any Restorable) -> ClassTraits {
    let type = type(of: object)
    if let known = traits[ObjectIdentifier(type)] { return known }
    let found = ClassTraits(type)
    traits[ObjectIdentifier(type)] = found
    return found
  }
}
