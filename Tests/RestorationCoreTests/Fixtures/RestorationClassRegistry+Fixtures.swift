import RestorationCore

extension RestorationClassRegistry {
  /// A registry that makes every class of the fixtures by its name.
  static func fixtures() -> RestorationClassRegistry {
    var registry = RestorationClassRegistry()
    registry.register(Probe.self, named: "probe") { request, _ in Probe(request.identifier) }
    registry.register(Promising.self, named: "promising") { request, _ in
      Promising(restorationIdentifier: request.identifier)
    }
    registry.register(Row.self, named: "row") { request, _ in Row(request.identifier) }
    registry.register(Pair.self, named: "pair") { request, _ in
      Pair(request.identifier, nil, nil)
    }
    registry.register(BareLeaf.self, named: "bareLeaf") { request, _ in
      BareLeaf(request.identifier)
    }
    registry.register(TrackedLeaf.self, named: "trackedLeaf") { request, _ in
      TrackedLeaf(request.identifier)
    }
    registry.register(BareBox.self, named: "bareBox") { request, _ in BareBox(request.identifier) }
    registry.register(BarePresenter.self, named: "barePresenter") { request, _ in
      BarePresenter(request.identifier)
    }
    registry.register(Animator.self, named: "animator") { request, _ in
      Animator(request.identifier)
    }
    return registry
  }
}
