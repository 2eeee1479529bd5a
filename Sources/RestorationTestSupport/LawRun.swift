import RestorationCore

/// One container, filled in one way, and what is wrong with it.
@MainActor
final class LawRun<Container: RestorableContainer> {
  /// What the launch builds.
  enum Launch {
    case empty
    case filled
  }

  let laws: ContainerLaws<Container>
  let filling: [Int]
  private(set) var violations: [String] = []

  /// How many children were made by their class.
  private var made = 0

  init(laws: ContainerLaws<Container>, filling: [Int]) {
    self.laws = laws
    self.filling = filling
  }

  /// What is being checked, for the text of a violation.
  private var circumstance = ""

  private func expect(_ isTrue: Bool, _ violation: @autoclosure () -> String) {
    if !isTrue { violations.append(violation() + circumstance) }
  }

  // MARK: The laws

  /// Every child in every slot is listed, shown or not, in order.
  func checkListing() throws {
    let container = container(.filled)
    let listed = container.restorableChildren.map { $0.restorationIdentifier ?? "" }
    expect(
      listed.sorted() == identifiers.sorted(),
      "encodeChildren(to:) lists \(listed) where \(identifiers) was put in"
    )
    let visible = container.visibleRestorableChildren
    expect(
      visible.allSatisfy { child in container.restorableChildren.contains { $0 === child } },
      "visibleRestorableChildren has a node that encodeChildren(to:) does not list"
    )
  }

  /// After a restart each child stands where it stood, with its own state, and was made only if the
  /// launch had not built it; a second save writes the same records.
  func checkRestart(launch: Launch) throws {
    circumstance = launch == .empty ? ", after a launch that built nothing in it" : ""
    defer { circumstance = "" }
    let harness = filledHarness(launch)
    let before = order(in: harness.root)
    let records = try harness.archive().records
    let madeBefore = made
    let report = try harness.restartAndRestore()
    let diagnostics = report.diagnostics.map(\.description).joined(separator: " ")
    expect(report.outcome == .restored, "a restart is \(report.outcome): \(diagnostics)")
    let after = order(in: harness.root)
    expect(after == before, "a restart turns \(before) into \(after)")
    expect(
      launch == .empty || made == madeBefore,
      "a child was made by its class though the launch had built it"
    )
    checkAppearance(of: harness.root)
    checkState(of: harness.root)
    expect(
      try harness.archive().records == records,
      "saving, restoring and saving gives other records"
    )
  }

  /// Each child that can be seen appears exactly once, and no other does.
  private func checkAppearance(of container: Container) {
    guard let controller = container as? RestorableController else { return }
    controller.beginAppearanceTransition(isAppearing: true)
    controller.endAppearanceTransition()
    let visible = Set(container.visibleRestorableChildren.map { ObjectIdentifier($0) })
    for case let child as LawNode in container.restorableChildren {
      let expected = visible.contains(ObjectIdentifier(child)) ? ["will", "did"] : []
      expect(
        child.appearances == expected,
        "'\(child.restorationIdentifier ?? "")' appeared as \(child.appearances)"
      )
    }
  }

  private func checkState(of container: Container) {
    for case let child as any ContainerLawChild in container.restorableChildren {
      let identifier = child.restorationIdentifier ?? ""
      expect(child.text == identifier, "'\(identifier)' has the state '\(child.text)'")
    }
  }

  /// Attaching a child that is already in place does nothing.
  func checkRestoringAgain() throws {
    let harness = filledHarness(.filled)
    _ = try harness.archive()
    let children = harness.root.restorableChildren
    harness.session.restore(harness.root, in: harness.scene)
    let again = harness.root.restorableChildren
    expect(
      again.elementsEqual(children) { $0 === $1 },
      "restoring what is already in place replaced a child"
    )
    expect(
      harness.session.save().updatedRecords <= 1 + children.count,
      "restoring what is already in place makes new nodes"
    )
  }

  /// A change of children is saved, also by a container that promises to mark its changes.
  func checkChanging() throws {
    let harness = filledHarness(.empty)
    _ = try harness.archive()
    for (slot, count) in zip(laws.slots, filling) {
      let children = (0..<count).map { laws.makeChild("\(slot.slot.name)\(count - 1 - $0)") }
      laws.fill(harness.root, slot.slot, children)
    }
    let archive = try harness.archive()
    let saved = archive.root.flatMap { archive.records[$0] }?.children.flatMap(\.children) ?? []
    let names = saved.compactMap { archive.records[$0]?.identifier }
    expect(
      names == order(in: harness.root),
      "after a change of children \(names) is saved where \(order(in: harness.root)) is in place"
    )
  }

  /// What the launch built and the archive does not know leaves, or stays, as the container has it;
  /// what the archive knows is there in any case.
  func checkEmptying() throws {
    let harness = filledHarness(.empty)
    let bytes = try harness.savedState()
    let full = self.harness(launch: .empty, declining: nil, overfilled: true)
    try full.restore(from: bytes)
    let after = order(in: full.root)
    let expected =
      laws.keepsUnknownChildren ? identifiers(of: laws.slots.map(\.capacity)) : identifiers
    expect(
      after.sorted() == expected.sorted(),
      "a launch that built more than was saved ends up with \(after)"
    )
  }

  /// A child that does not come back never gives its state to a neighbour.
  func checkHoles() throws {
    for identifier in identifiers {
      let harness = filledHarness(.empty, declining: identifier)
      try harness.restartAndRestore()
      checkState(of: harness.root)
      expect(
        !order(in: harness.root).contains(identifier),
        "'\(identifier)' declined to come back and is there"
      )
      expect(
        harness.report.diagnostics.contains { $0.reason == .declined },
        "the report does not say that '\(identifier)' declined"
      )
    }
  }

  // MARK: Containers to check

  private var identifiers: [String] { identifiers(of: filling) }

  private func identifiers(of filling: [Int]) -> [String] {
    zip(laws.slots, filling).flatMap { slot, count in
      (0..<count).map { "\(slot.slot.name)\($0)" }
    }
  }

  private func container(_ launch: Launch) -> Container {
    let container = laws.make()
    if launch == .filled { fill(container) }
    return container
  }

  private func fill(_ container: Container, with filling: [Int]? = nil) {
    for (slot, count) in zip(laws.slots, filling ?? self.filling) {
      let children = (0..<count).map { laws.makeChild("\(slot.slot.name)\($0)") }
      laws.fill(container, slot.slot, children)
    }
  }

  /// A harness with a container that was filled, and children that were given state after that.
  private func filledHarness(
    _ launch: Launch,
    declining: String? = nil
  ) -> RestorationHarness<Container> {
    let harness = harness(launch: launch, declining: declining)
    if launch == .empty { fill(harness.root) }
    for case let child as any ContainerLawChild in harness.root.restorableChildren {
      child.text = child.restorationIdentifier ?? ""
    }
    return harness
  }

  private func harness(
    launch: Launch,
    declining: String?,
    overfilled: Bool = false
  ) -> RestorationHarness<Container> {
    var registry = RestorationClassRegistry()
    laws.registerChild(&registry) { [weak self] request, _ in
      guard let self, request.identifier != declining else { return nil }
      made += 1
      return laws.makeChild(request.identifier)
    }
    return RestorationHarness(registry: registry) { [self] _ in
      let container = container(launch)
      if overfilled { fill(container, with: laws.slots.map(\.capacity)) }
      return container
    }
  }

  private func order(in container: Container) -> [String] {
    container.restorableChildren.map { $0.restorationIdentifier ?? "" }
  }
}
