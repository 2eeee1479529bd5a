extension RestorationWalk {
  /// A record whose object is looked for: what is to be known of it, and where it stands.
  struct Wanted {
    let record: NodeRecord
    let layout: RecordLayout
    let recordedClass: RecordedClass?
    let component: IdentifierPath.Component
    let patterns: RestorationClassRegistry.State
  }

  /// The object that stands for a record: the one that the launch built, or one that is made.
  func object(
    for wanted: Wanted,
    match: (any Restorable)?,
    parent: Pending
  ) -> (any Restorable)? {
    guard let object = find(wanted, match, parent), isFree(object, for: parent, wanted) else {
      return nil
    }
    checkIdentifier(of: object, wanted, below: parent)
    return object
  }

  private func place(of wanted: Wanted, below parent: Pending) -> StatePlace {
    .recorded(wanted.component, below: parent.place, in: places)
  }

  private func find(
    _ wanted: Wanted,
    _ match: (any Restorable)?,
    _ parent: Pending
  ) -> (any Restorable)? {
    if let match, settings.hooks.willRestore == nil { return match }
    let request = RestorationRequest(
      scene: scene.name,
      place: place(of: wanted, below: parent),
      className: wanted.recordedClass?.name,
      classVersion: wanted.layout.classVersion,
      parent: parent.object
    )
    var decoder = reader.decoder(
      of: wanted.record,
      layout: wanted.layout,
      at: place(of: wanted, below: parent)
    )
    defer { reader.pool.giveBack(&decoder) }
    do {
      try settings.hooks.willRestore?(request, decoder)
      return try match ?? make(request, decoder, wanted)
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
    _ wanted: Wanted
  ) throws -> (any Restorable)? {
    if let entry = settings.registry.namelessEntry(in: wanted.patterns) {
      return ask(entry, request, decoder)
    }
    if let entry = wanted.recordedClass?.entry { return ask(entry, request, decoder) }
    if let fallback = settings.fallback, let object = try fallback(request, decoder) {
      return object
    }
    let name = request.className.map { "the class name '\($0)'" } ?? "its path"
    note(
      .noClass,
      at: request.path,
      "No class is registered for \(name), and the launch built none.",
      remedy: "Register a class for the path or the name, or build the node at launch."
    )
    return nil
  }

  private func ask(
    _ entry: RestorationClassRegistry.Entry,
    _ request: RestorationRequest,
    _ decoder: StateDecoder
  ) -> (any Restorable)? {
    do {
      let object = try entry.factory(request, decoder)
      if object == nil { noteDeclined(request.path, by: "\(entry.type)", decoder) }
      return object
    } catch {
      note(
        .failed,
        at: request.path,
        "The factory of \(entry.type) failed to make the node: \(error)",
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
    _ wanted: Wanted
  ) -> Bool {
    let controller = object as? RestorableController
    let holder = controller?.enclosingRestorable ?? controller?.presentingRestorable
    if holder == nil || holder === parent.object, claim(object) { return true }
    note(
      .nodeInTwoPlaces,
      at: place(of: wanted, below: parent).path,
      "The \(type(of: object)) that was made already stands elsewhere in the tree.",
      remedy: "It is left out here; return a new object for each request."
    )
    return false
  }

  private func checkIdentifier(
    of object: any Restorable,
    _ wanted: Wanted,
    below parent: Pending
  ) {
    let identifier = object.restorationIdentifier ?? ""
    guard !identifier.hasSameBytes(as: wanted.component.identifier) else { return }
    note(
      .otherIdentifier,
      at: place(of: wanted, below: parent).path,
      "The \(type(of: object)) has the identifier '\(identifier)'.",
      remedy: "Give it the identifier of the request, or the next save takes it for another node."
    )
  }
}
