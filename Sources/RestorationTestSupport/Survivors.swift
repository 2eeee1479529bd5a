public import RestorationCore

/// The objects of a tree before a restart, none of which may stand in the tree after it.
@MainActor
struct Survivors {
  private let objects: [ObjectIdentifier: WeakObject]

  private struct WeakObject {
    weak let object: (any Restorable)?
  }

  init(of root: any Restorable, in session: RestorationSession) {
    let nodes = Self.nodes(below: root, in: session)
    objects = Dictionary(
      nodes.map { (ObjectIdentifier($0), WeakObject(object: $0)) },
      uniquingKeysWith: { $1 }
    )
  }

  func diagnostics(
    in root: any Restorable,
    _ session: RestorationSession
  ) -> [RestorationDiagnostic] {
    Self.nodes(below: root, in: session)
      .filter { objects[ObjectIdentifier($0)]?.object === $0 }
      .map { node in
        RestorationDiagnostic(
          .survivedRestart,
          at: nil,
          "The \(type(of: node)) '\(node.restorationIdentifier ?? "")' is the object from before "
            + "the restart.",
          remedy: "Build every object anew in makeRoot and in the factories."
        )
      }
  }

  private static func nodes(
    below root: any Restorable,
    in session: RestorationSession
  ) -> [any Restorable] {
    var nodes: [any Restorable] = []
    var seen: Set<ObjectIdentifier> = []
    var pending = [root]
    while let next = pending.popLast() {
      guard seen.insert(ObjectIdentifier(next)).inserted else { continue }
      nodes.append(next)
      if let container = next as? any RestorableContainer {
        pending += container.restorableChildren
      }
      if let presenter = next as? any Presenting, let sheet = presenter.restorablePresentation {
        pending.append(sheet.presented)
      }
      pending += session.registeredObjects(under: next)
    }
    return nodes
  }
}

extension RestorationDiagnostic.Reason {
  /// An object of the tree before a restart stands in the tree after it.
  public static let survivedRestart = Self(rawValue: "survivedRestart")
}
