/// What the engine needs to know of a class, found once for each.
@MainActor
package final class ClassTraits {
  fileprivate let type: any Restorable.Type
  package let isContainer: Bool
  package let isPresenting: Bool
  package let tracksChanges: Bool
  package let restoredFields: [RestoredField]
  let restoredFieldEncoding: RestoredFieldEncoding
  let hasRestoredFields: Bool

  /// Whether the class derives from the package's own.
  let isController: Bool
  private let castToContainer: ContainerCast?
  private let castToPresenter: PresenterCast?

  fileprivate init(_ type: any Restorable.Type) {
    self.type = type
    if let type = type as? any RestorableContainer.Type {
      castToContainer = Self.castToContainer(type)
    } else {
      castToContainer = nil
    }
    if let type = type as? any Presenting.Type {
      castToPresenter = Self.castToPresenter(type)
    } else {
      castToPresenter = nil
    }
    isContainer = castToContainer != nil
    isPresenting = castToPresenter != nil
    isController = type is RestorableController.Type
    tracksChanges = type.tracksChanges
    restoredFields = RestoredField.fields(of: type)
    restoredFieldEncoding = RestoredFieldEncoding(of: restoredFields)
    hasRestoredFields = !restoredFields.isEmpty
  }
}

// MARK: - Casting

extension ClassTraits {
  private typealias ContainerCast = @MainActor (any Restorable) -> any RestorableContainer
  private typealias PresenterCast = @MainActor (any Restorable) -> any Presenting

  /// An object of this very class as the container that it is, or `nil`.
  ///
  /// A cast by the runtime looks the conformance up each time; here that was done once.
  func container(_ object: any Restorable) -> (any RestorableContainer)? {
    castToContainer?(object)
  }

  /// An object of this very class as what can present, or `nil`.
  func presenter(_ object: any Restorable) -> (any Presenting)? {
    castToPresenter?(object)
  }

  /// An object of this very class as a controller, or `nil`.
  func controller(_ object: any Restorable) -> RestorableController? {
    // As below.
    isController ? unsafeDowncast(object, to: RestorableController.self) : nil
  }

  /// What an object of this very class presents.
  func presentation(of object: any Restorable) -> Presentation? {
    if let controller = controller(object) { return controller.restorablePresentation }
    return presenter(object)?.restorablePresentation
  }

  /// Whether no objects are registered under one of this very class, whose tracker is at hand, nor
  /// does it present anything.
  func isAlone(
    _ object: any Restorable,
    _ tracker: RestorationTracker?,
    in scene: LiveScene
  ) -> Bool {
    if let tracker {
      if !tracker.registeredObjects.isEmpty { return false }
    } else if !scene.registrations.objects(under: object).isEmpty {
      return false
    }
    // Not by way of an optional controller, which would be retained.
    if isController {
      return unsafeDowncast(object, to: RestorableController.self).restorablePresentation == nil
    }
    return presentation(of: object) == nil
  }

  private static func castToContainer<Node: RestorableContainer>(
    _ type: Node.Type
  ) -> ContainerCast {
    // The traits are those of the object's own class, which is this type.
    { unsafeDowncast($0, to: type) }
  }

  private static func castToPresenter<Node: Presenting>(
    _ type: Node.Type
  ) -> PresenterCast {
    { unsafeDowncast($0, to: type) }  // As above.
  }
}

/// The traits of all classes that a session has met.
@MainActor
package final class ClassTraitsTable {
  private var traits: [ObjectIdentifier: ClassTraits] = [:]

  /// The traits that were asked for last, since nodes of one class stand together as a rule.
  @exclusivity(unchecked) private var last: ClassTraits?

  /// The class that was asked for last, if it is a controller's.
  @exclusivity(unchecked) private var lastController: (any Restorable.Type)?

  package init() {}

  package subscript(object: any Restorable) -> ClassTraits {
    @inline(__always)
    get {
      if let last, last.type == type(of: object) { return last }
      return find(type(of: object))
    }
  }

  private func find(_ type: any Restorable.Type) -> ClassTraits {
    let traits = traits(of: type)
    last = traits
    lastController = traits.isController ? type : nil
    return traits
  }

  /// Whether an object is a controller, as its traits say.
  @inline(__always)
  func isController(_ object: any Restorable) -> Bool {
    // Mostly the traits themselves, to which a reference would be counted, need not be looked at.
    lastController == type(of: object) || self[object].isController
  }

  private func traits(of type: any Restorable.Type) -> ClassTraits {
    if let known = traits[ObjectIdentifier(type)] { return known }
    let found = ClassTraits(type)
    traits[ObjectIdentifier(type)] = found
    return found
  }
}
