public import RestorationCore

/// The laws that every container obeys, checked on one of yours.
///
/// ```swift
/// let laws = ContainerLaws(
///   slots: [.map: 1, .legend: 1],
///   make: { MapContainer(restorationIdentifier: "container") },
///   fill: { container, slot, children in
///     if slot == .map { container.map = children.first } else { container.legend = children.first }
///   })
/// let violations = try laws.violations()
/// #expect(violations == [])
/// ```
///
/// The container is filled in every way with nodes that keep state, and restarted through real
/// bytes: with an empty container built by the launch, with a full one, and with single nodes that
/// decline to come back.
@MainActor
public struct ContainerLaws<Container: RestorableContainer> {
  let slots: [(slot: ContainerSlot, capacity: Int)]
  let keepsUnknownChildren: Bool
  let make: @MainActor () -> Container
  let makeChild: @MainActor (String) -> any ContainerLawChild
  let registerChild:
    @MainActor (
      inout RestorationClassRegistry, @escaping RestorationClassRegistry.Factory
    ) -> Void
  let fill: @MainActor (Container, ContainerSlot, [any Restorable]) -> Void

  /// Describes a container to be checked.
  ///
  /// - Parameters:
  ///   - slots: The container's slots, with how many children each is to be filled with at most. Up
  ///     to three are enough to find out about order.
  ///   - keepsUnknownChildren: Whether a child that the launch built and the archive does not know
  ///     stays, as a tab does that is new in this version. By default a slot becomes what was saved.
  ///   - make: Makes an empty container with a restoration identifier.
  ///   - fill: Puts children into a slot, in place of those that are there.
  public init(
    slots: [ContainerSlot: Int],
    keepsUnknownChildren: Bool = false,
    make: @escaping @MainActor () -> Container,
    fill: @escaping @MainActor (Container, ContainerSlot, [any Restorable]) -> Void
  ) {
    self.init(
      slots: slots,
      keepsUnknownChildren: keepsUnknownChildren,
      make: make,
      makeChild: { LawNode($0) },
      fill: fill
    )
  }

  /// Describes a container that takes only children of a toolkit's own.
  ///
  /// - Parameters:
  ///   - slots: The container's slots, with how many children each is to be filled with at most.
  ///   - keepsUnknownChildren: Whether a child that the launch built and the archive does not know
  ///     stays.
  ///   - make: Makes an empty container with a restoration identifier.
  ///   - makeChild: Makes a child with a restoration identifier and an empty text.
  ///   - fill: Puts children into a slot, in place of those that are there.
  public init<Child: ContainerLawChild>(
    slots: [ContainerSlot: Int],
    keepsUnknownChildren: Bool = false,
    make: @escaping @MainActor () -> Container,
    makeChild: @escaping @MainActor (String) -> Child,
    fill: @escaping @MainActor (Container, ContainerSlot, [any Restorable]) -> Void
  ) {
    self.slots = slots.sorted { $0.key.name < $1.key.name }.map { ($0.key, $0.value) }
    self.keepsUnknownChildren = keepsUnknownChildren
    self.make = make
    self.makeChild = makeChild
    registerChild = { $0.register(Child.self, named: "child", factory: $1) }
    self.fill = fill
  }

  /// Checks all laws in every filling of the slots.
  ///
  /// - Returns: A line for each violation; empty if the container is sound.
  /// - Throws: An error if a save failed.
  /// - Complexity: Exponential in the number of slots.
  public func violations() throws -> [String] {
    try fillings().flatMap { filling in
      try violations(of: filling).map { "\($0) (filled with \(description(of: filling)))" }
    }
  }

  private func violations(of filling: [Int]) throws -> [String] {
    let run = LawRun(laws: self, filling: filling)
    try run.checkListing()
    try run.checkRestart(launch: .empty)
    try run.checkRestart(launch: .filled)
    try run.checkRestoringAgain()
    try run.checkChanging()
    try run.checkEmptying()
    try run.checkHoles()
    return run.violations
  }

  /// All ways to fill the slots: how many children each has.
  private func fillings() -> [[Int]] {
    slots.reduce([[]]) { fillings, slot in
      fillings.flatMap { filling in (0...slot.capacity).map { filling + [$0] } }
    }
  }

  private func description(of filling: [Int]) -> String {
    zip(slots, filling).map { "\($1) in '\($0.slot.name)'" }.joined(separator: ", ")
  }
}
