extension LiveScene {
  /// The children of an object as it lists them now: contained, registered and presented ones.
  ///
  /// A presentation that is transient is listed as none.
  func listedChildren(of object: any Restorable) -> [ChildEncoder.Slot] {
    let traits = traits[object]
    return listedChildren(of: object, traits, traits.presenter(object)?.restorablePresentation)
  }

  /// The children of an object whose presentation was asked for already.
  func listedChildren(
    of object: any Restorable,
    _ traits: ClassTraits,
    _ presentation: Presentation?
  ) -> [ChildEncoder.Slot] {
    let lists = ChildEncoder()
    traits.container(object)?.encodeChildren(to: lists)
    let objects = registrations.objects(under: object)
    if !objects.isEmpty { lists.encode(objects, in: .object) }
    if traits.isPresenting {
      lists.encode(
        presentation.flatMap { $0.isTransient ? nil : $0.presented },
        in: .presented
      )
    }
    return lists.slots
  }

  /// Finds the object at a path in the tree as it stands now, whether or not it was ever saved.
  func object(at path: IdentifierPath, below root: any Restorable) -> (any Restorable)? {
    guard let first = path.components.first,
      root.restorationIdentifier?.hasSameBytes(as: first.identifier) == true
    else { return nil }
    var object = root
    for component in path.components.dropFirst() {
      let named = children(of: object, in: component.slot).filter {
        $0.restorationIdentifier?.hasSameBytes(as: component.identifier) == true
      }
      // A transient node is in no archive, so it counts for no ordinal before the others.
      let siblings =
        named.filter { !$0.isRestorationTransient } + named.filter(\.isRestorationTransient)
      guard component.ordinal < siblings.count else { return nil }
      object = siblings[component.ordinal]
    }
    return object
  }

  private func children(of object: any Restorable, in slot: ContainerSlot) -> [any Restorable] {
    listedChildren(of: object).first { $0.slot == slot }?.children ?? []
  }
}
