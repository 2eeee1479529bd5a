extension RestorationWalk {
  /// A record whose object is looked for: what is to be known of it, and where it stands.
  ///
  /// It is passed on and never copied, since it has much to count references of.
  struct Wanted: ~Copyable {
    let record: NodeRecord
    let layout: RecordLayout

    /// Whether the record names a class, which is the current one as long as this record is looked at.
    let namesClass: Bool
    let identifier: String
    let slot: ContainerSlot

    /// How many siblings of the same identifier stand before it in its slot.
    let ordinal: Int
    let patterns: RestorationClassRegistry.State

    /// The last component of its path.
    var component: IdentifierPath.Component {
      IdentifierPath.Component(identifier: identifier, slot: slot, ordinal: ordinal)
    }
  }

  /// The object that stands for a record: the one that the launch built, or one that is made.
  ///
  /// What makes it reads from the decoder, which is used for one record after the other.
  func object(
    for wanted: borrowing Wanted,
    match: (any Restorable)?,
    parent: Pending,
    _ decoder: inout StateDecoder
  ) -> (any Restorable)? {
    guard let object = find(wanted, match, parent, &decoder), isFree(object, for: parent, wanted)
    else {
      return nil
    }
    checkIdentifier(of: object, wanted, below: parent)
    return object
  }

  func path(of wanted: borrowing Wanted, below parent: Pending) -> IdentifierPath {
    places.path(parent.place).appending(wanted.component)
  }

  /// Has `requested` be the node of a record.
  private func request(_ wanted: borrowing Wanted, below parent: Pending) {
    if !isKnownUniquelyReferenced(&requested) {
      requested = RequestedNode(in: scene.name, places)
    }
    requested.become(wanted, of: classes, below: parent)
  }

  private func find(
    _ wanted: borrowing Wanted,
    _ match: (any Restorable)?,
    _ parent: Pending,
    _ decoder: inout StateDecoder
  ) -> (any Restorable)? {
    if let match, settings.hooks.willRestore == nil { return match }
    request(wanted, below: parent)
    let request = RestorationRequest(requested)
    reader.turn(
      decoder,
      to: wanted.record,
      layout: wanted.layout,
      at: .requested(requested)
    )
    defer { reader.pool.reuse(&decoder) }
    do {
      try settings.hooks.willRestore?(request, decoder)
      let object = try match ?? make(request, decoder, wanted)
      if object != nil { noteAskedInVain(decoder, for: wanted.record.number) }
      return object
    } catch {
      note(
        .failed,
        at: request.path,
        "Making the node failed: \(error)",
        remedy: "It and all below it are left out; mend what the hook or the fallback threw."
      )
      return nil
    }
  }

  private func make(
    _ request: RestorationRequest,
    _ decoder: StateDecoder,
    _ wanted: borrowing Wanted
  ) throws -> (any Restorable)? {
    if let entry = settings.registry.entry(in: wanted.patterns) {
      return ask(entry.factory, of: entry.type, request, decoder)
    }
    if wanted.namesClass, let known = classes.current, let factory = known.factory,
      let type = known.type
    {
      return ask(factory, of: type, request, decoder)
    }
    if let fallback = settings.fallback, let object = try fallback(request, decoder) {
      return object
    }
    noteNoClass(of: request)
    return nil
  }

  private func noteNoClass(of request: RestorationRequest) {
    guard let name = request.className else {
      return note(
        .noClass,
        at: request.path,
        "No class is registered for its path, the launch built no object, and the class had no name "
          + "when it was saved.",
        remedy: "Register a class for the path, or build the node at launch."
      )
    }
    let remedy =
      Self.readyMadeClasses.contains(name)
      ? "Call register\(name)() of the registry, or build the node at launch."
      : "Register a class for the path or the name, or build the node at launch."
    note(
      .noClass,
      at: request.path,
      "No class is registered for the class name '\(name)', and the launch built none.",
      remedy: remedy
    )
  }

  /// The names under which the ready-made containers register themselves, each with `register` before
  /// it; which modules an app has is not known here.
  private static let readyMadeClasses: Set<String> = [
    "DrawerController", "NavigationController", "SplitController", "TabController",
  ]

  private func ask(
    _ factory: RestorationClassRegistry.Factory,
    of type: AnyClass,
    _ request: RestorationRequest,
    _ decoder: StateDecoder
  ) -> (any Restorable)? {
    do {
      let object = try factory(request, decoder)
      if object == nil { noteDeclined(request.path, by: "\(type)", decoder) }
      return object
    } catch {
      note(
        .failed,
        at: request.path,
        "The factory of \(type) failed to make the node: \(error)",
        remedy: "It and all below it are left out; mend what the factory threw."
      )
      return nil
    }
  }

  private func noteDeclined(_ path: IdentifierPath, by factory: String, _ decoder: StateDecoder) {
    let models = decoder.deletedModels.map(\.description)
    let reason = models.isEmpty ? "" : ", for which \(models.joined(separator: ", ")) is gone"
    note(
      .declined,
      at: path,
      "The factory of \(factory) declined to make the node\(reason).",
      remedy: "It and all below it are left out."
    )
  }

  private func isFree(
    _ object: any Restorable,
    for parent: Pending,
    _ wanted: borrowing Wanted
  ) -> Bool {
    if isFree(object, for: parent) { return true }
    note(
      .nodeInTwoPlaces,
      at: path(of: wanted, below: parent),
      "The \(type(of: object)) that was made already stands elsewhere in the tree.",
      remedy: "It is left out here; return a new object for each request."
    )
    return false
  }

  private func isFree(_ object: any Restorable, for parent: Pending) -> Bool {
    guard scene.traits.isController(object) else {
      return claim(object, object.restorationTracker)
    }
    // Not by way of a conditional cast, which would retain it.
    let controller = unsafeDowncast(object, to: RestorableController.self)
    if !controller.isHeldByNobody {
      let holder = controller.enclosingRestorable ?? controller.presentingRestorable
      guard holder == nil || holder === parent.object else { return false }
    }
    return claim(object, controller.restorationTracker)
  }

  private func checkIdentifier(
    of object: any Restorable,
    _ wanted: borrowing Wanted,
    below parent: Pending
  ) {
    let identifier = object.restorationIdentifier ?? ""
    guard !identifier.hasSameBytes(as: wanted.identifier) else { return }
    note(
      .otherIdentifier,
      at: path(of: wanted, below: parent),
      "The \(type(of: object)) has the identifier '\(identifier)'.",
      remedy: "Give it the identifier of the request, or the next save takes it for another node."
    )
  }
}
