extension RestorationWalk {
  /// The object that stands for a record: the one that the launch built, or one that is made.
  func object(
    for record: NodeRecord,
    at path: IdentifierPath,
    _ patterns: RestorationClassRegistry.State,
    match: (any Restorable)?,
    parent: Pending
  ) -> (any Restorable)? {
    let request = RestorationRequest(
      scene: scene.name,
      path: path,
      className: record.className,
      classVersion: record.classVersion,
      parent: parent.object
    )
    let decoder = reader.decoder(of: record, path: path)
    do {
      try settings.hooks.willRestore?(request, decoder)
      let object = try match ?? make(request, decoder, patterns)
      guard let object, isFree(object, for: parent, path) else { return nil }
      checkIdentifier(of: object, path)
      made.append(object)
      return object
    } catch {
      note(
        .failed,
        at: path,
        "Making the node failed: \(error)",
        remedy: "It and all below it are left out; mend what the hook or the fallback threw."
      )
      return nil
    }
  }

  private func make(
    _ request: RestorationRequest,
    _ decoder: StateDecoder,
    _ patterns: RestorationClassRegistry.State
  ) throws -> (any Restorable)? {
    let registry = settings.registry
    let entry = registry.entry(in: patterns) ?? request.className.flatMap(registry.entry(named:))
    if let entry {
      return ask(entry.factory, of: "\(entry.type)", request, decoder)
    }
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
    _ factory: RestorationClassRegistry.Factory,
    of type: String,
    _ request: RestorationRequest,
    _ decoder: StateDecoder
  ) -> (any Restorable)? {
    do {
      let object = try factory(request, decoder)
      if object == nil { noteDeclined(request.path, by: type, decoder) }
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
    _ path: IdentifierPath
  ) -> Bool {
    let controller = object as? RestorableController
    let holder = controller?.enclosingRestorable ?? controller?.presentingRestorable
    if holder == nil || holder === parent.object,
      claimed.insert(ObjectIdentifier(object)).inserted
    {
      return true
    }
    note(
      .nodeInTwoPlaces,
      at: path,
      "The \(type(of: object)) that was made already stands elsewhere in the tree.",
      remedy: "It is left out here; return a new object for each request."
    )
    return false
  }

  private func checkIdentifier(of object: any Restorable, _ path: IdentifierPath) {
    let identifier = object.restorationIdentifier ?? ""
    guard !identifier.hasSameBytes(as: path.last.identifier) else { return }
    note(
      .otherIdentifier,
      at: path,
      "The \(type(of: object)) has the identifier '\(identifier)'.",
      remedy: "Give it the identifier of the request, or the next save takes it for another node."
    )
  }
}
