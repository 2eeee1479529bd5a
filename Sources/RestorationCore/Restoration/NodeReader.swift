/// Reads the state of single nodes, during a restore or when they wake.
@MainActor
struct NodeReader {
  let scene: LiveScene
  let settings: CodingSettings
  let pool: DecoderPool

  init(scene: LiveScene, settings: CodingSettings) {
    self.scene = scene
    self.settings = settings
    pool = DecoderPool(settings: settings, links: scene.membership)
  }

  /// Reads the state of a node: restored properties, then what it reads by hand, with the hooks
  /// around them.
  ///
  /// - Returns: What went wrong.
  func read(_ node: LiveNode) -> [RestorationDiagnostic] {
    var decoder = pool.take()
    defer { pool.giveBack(&decoder) }
    return read(node, with: &decoder)
  }

  /// The same with a decoder that is used for one node after the other.
  func read(_ node: LiveNode, with decoder: inout StateDecoder) -> [RestorationDiagnostic] {
    guard !node.isOfOtherClass, let object = node.object,
      let (state, classVersion) = node.stateAndVersion
    else { return [] }
    let outer = scene.watch?.note
    scene.watch?.note = LaunchNote(node.number, scene.isRestoring ? .decoding : .waking)
    defer { if let outer { scene.watch?.note = outer } }
    decoder.turn(to: state, of: .node(node), classVersion: classVersion)
    defer { pool.reuse(&decoder) }
    var diagnostics: [RestorationDiagnostic] = []
    if let hook = settings.hooks.willDecode {
      do {
        try hook(object, decoder)
      } catch {
        diagnostics.append(failure(of: node, to: "run the willDecode hook", error))
      }
    }
    if node.traits.hasRestoredFields {
      for field in node.traits.restoredFields {
        do {
          try field.decode(object, from: decoder)
        } catch {
          let action = "read its property '\(field.key(in: object))'"
          diagnostics.append(failure(of: node, to: action, error))
        }
      }
    }
    do {
      try object.decodeRestorableState(from: decoder)
    } catch {
      diagnostics.append(failure(of: node, to: "read its state", error))
    }
    if let hook = settings.hooks.didDecode {
      do {
        try hook(object, decoder)
      } catch {
        diagnostics.append(failure(of: node, to: "run the didDecode hook", error))
      }
    }
    if !decoder.missingReferences.isEmpty {
      diagnostics += self.diagnostics(on: decoder, of: "The node", at: node.path)
    }
    return diagnostics
  }

  private func failure(
    of node: LiveNode,
    to action: String,
    _ error: any Error
  ) -> RestorationDiagnostic {
    RestorationDiagnostic(
      .failed,
      at: node.path,
      "The node failed to \(action): \(error)",
      remedy: "What it could not read keeps its initial value."
    )
  }

  /// The diagnostics on references that were read and whose targets are not in the tree.
  func diagnostics(
    on decoder: StateDecoder,
    of what: String,
    at path: IdentifierPath?
  ) -> [RestorationDiagnostic] {
    diagnostics(on: decoder.missingReferences, of: what, at: path)
  }

  /// The same of references that are known by their keys and numbers.
  func diagnostics(
    on missing: [(key: String, number: NodeNumber)],
    of what: String,
    at path: IdentifierPath?
  ) -> [RestorationDiagnostic] {
    missing.map { key, number in
      let name = scene.lostIdentifiers[number].map { "'\($0)' (\(number))" } ?? "\(number)"
      return RestorationDiagnostic(
        .referenceNotRestored,
        at: path,
        "\(what) refers, under the key '\(key)', to \(name), which is not in the tree.",
        remedy: "It reads nil; build the target at launch, or register its class."
      )
    }
  }

  /// Turns a decoder to what a node wrote.
  @inline(__always)
  func turn(
    _ decoder: StateDecoder,
    to record: NodeRecord,
    layout: RecordLayout,
    at place: consuming StatePlace
  ) {
    let state = record.bytes(layout.state)
    decoder.turn(to: state, of: place, classVersion: layout.classVersion)
  }

  /// A decoder of what the node's container kind wrote, to be given back to the pool.
  func containerDecoder(of node: RestorationWalk.Pending) -> StateDecoder {
    let decoder = pool.take()
    let state = node.record.bytes(node.layout.containerState)
    decoder.turn(to: state, of: .node(node.node), classVersion: node.layout.classVersion)
    return decoder
  }

  /// A decoder of how a node's presented child is presented.
  func presentationDecoder(of record: NodeRecord, _ node: LiveNode) -> StateDecoder {
    let decoder = pool.take()
    decoder.turn(
      to: record.presentation[...],
      of: .node(node),
      classVersion: record.classVersion
    )
    return decoder
  }
}
