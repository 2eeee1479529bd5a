/// Reads the state of single nodes, during a restore or when they wake.
@MainActor
struct NodeReader {
  let scene: LiveScene
  let settings: CodingSettings

  /// Reads the state of a node: restored properties, then what it reads by hand, with the hooks
  /// around them.
  ///
  /// - Returns: What went wrong.
  func read(_ node: LiveNode) -> [RestorationDiagnostic] {
    guard !node.isOfOtherClass, let object = node.object, let record = node.record else {
      return []
    }
    let outer = scene.watch?.note
    scene.watch?.note = LaunchNote(node.number, scene.isRestoring ? .decoding : .waking)
    defer { if let outer { scene.watch?.note = outer } }
    let decoder = decoder(of: record, path: node.path)
    var diagnostics: [RestorationDiagnostic] = []
    func attempt(_ action: String, _ body: () throws -> Void) {
      do {
        try body()
      } catch {
        diagnostics.append(
          RestorationDiagnostic(
            .failed,
            at: node.path,
            "The node failed to \(action): \(error)",
            remedy: "What it could not read keeps its initial value."
          )
        )
      }
    }
    attempt("run the willDecode hook") { try settings.hooks.willDecode?(object, decoder) }
    for field in node.traits.restoredFields {
      attempt("read its property '\(field.key(in: object))'") {
        try field.decode(object, from: decoder)
      }
    }
    attempt("read its state") { try object.decodeRestorableState(from: decoder) }
    attempt("run the didDecode hook") { try settings.hooks.didDecode?(object, decoder) }
    if !decoder.missingReferences.isEmpty {
      diagnostics += self.diagnostics(on: decoder, of: "The node", at: node.path)
    }
    return diagnostics
  }

  /// The diagnostics on references that were read and whose targets are not in the tree.
  func diagnostics(
    on decoder: StateDecoder,
    of what: String,
    at path: IdentifierPath?
  ) -> [RestorationDiagnostic] {
    decoder.missingReferences.map { key, number in
      let name = scene.lostIdentifiers[number].map { "'\($0)' (\(number))" } ?? "\(number)"
      return RestorationDiagnostic(
        .referenceNotRestored,
        at: path,
        "\(what) refers, under the key '\(key)', to \(name), which is not in the tree.",
        remedy: "It reads nil; build the target at launch, or register its class."
      )
    }
  }

  func decoder(
    of record: NodeRecord,
    path: @autoclosure @escaping @MainActor () -> IdentifierPath
  ) -> StateDecoder {
    decoder(record.state, record, path)
  }

  func containerDecoder(of record: NodeRecord, path: IdentifierPath) -> StateDecoder {
    decoder(record.containerState, record) { path }
  }

  func presentationDecoder(of record: NodeRecord, _ node: LiveNode) -> StateDecoder {
    decoder(record.presentation, record) { node.path }
  }

  private func decoder(
    _ bytes: [UInt8],
    _ record: NodeRecord,
    _ path: @escaping @MainActor () -> IdentifierPath
  ) -> StateDecoder {
    StateDecoder(
      state: bytes,
      path: path(),
      classVersion: record.classVersion,
      context: settings.context,
      limits: settings.limits,
      links: scene
    )
  }
}
