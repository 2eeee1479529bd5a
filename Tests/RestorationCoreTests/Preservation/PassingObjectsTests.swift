import RestorationTestSupport
import Testing

@testable import RestorationCore

/// Objects that nobody holds but the list of their container, or soon nobody.
@MainActor
@Suite("Objects that pass")
struct PassingObjectsTests {
  /// A container that makes its children for each list.
  private final class Maker: RestorableController, RestorableContainer {
    func encodeChildren(to encoder: ChildEncoder) {
      encoder.encode((0..<3).map { Probe("made\($0)", number: $0) })
    }

    func restoreChildren(from decoder: ChildDecoder) {}
  }

  /// A container that lets others hold its children.
  private final class Lender: RestorableController, RestorableContainer {
    private weak var child: Probe?

    func encodeChildren(to encoder: ChildEncoder) {
      encoder.encode(child, in: .only)
    }

    func restoreChildren(from decoder: ChildDecoder) {
      child = decoder.child(in: .only)?.object as? Probe
    }

    func lend(_ child: Probe) { self.child = child }
  }

  /// Who holds what a lender lists.
  private final class Owner: RestorableController {
    var owned: Probe?

    override func encodeRestorableState(to encoder: StateEncoder) throws {
      encoder.encodeReference(owned, forKey: "owned")
    }

    override func decodeRestorableState(from decoder: StateDecoder) throws {
      owned = try decoder.decodeReference(Probe.self, forKey: "owned")
    }
  }

  private func archive(_ store: InMemoryStateStore) throws -> StateArchive {
    try #require(try store.load(scene: "main")).archive
  }

  /// Whether each child that a record lists has a record.
  private func isWhole(_ archive: StateArchive) -> Bool {
    archive.records.values.allSatisfy { record in
      record.children.flatMap(\.children).allSatisfy { archive.records[$0] != nil }
    }
  }

  @Test("What a container makes for its list is saved with it.")
  func made() throws {
    let store = InMemoryStateStore()
    let app = TestApp(store)
    app.restore(Maker(restorationIdentifier: "root"))
    for _ in 0..<2 {
      app.save()
      let archive = try archive(store)
      #expect(isWhole(archive))
      #expect(
        archive.records.values.map(\.identifier).sorted().suffix(4) == [
          "made0", "made1", "made2", "root",
        ]
      )
    }
  }

  @Test("A node that another one lets go of while it is encoded has its record all the same.")
  func evicted() throws {
    let store = InMemoryStateStore()
    let app = TestApp(store)
    let root = Row("root")
    app.restore(root)
    let first = Probe("a")
    root.set([first, Probe("b", number: 2)])
    first.encoding = { _, _ in root.set([first]) }
    app.save()
    let archive = try archive(store)
    #expect(isWhole(archive))
    #expect(archive.records.count == 3)
  }

  @Test("A child that its container does not hold lives until the others were read.")
  func lent() throws {
    var registry = RestorationClassRegistry.fixtures()
    registry.register(Lender.self, named: "lender") { request, _ in
      Lender(restorationIdentifier: request.identifier)
    }
    registry.register(Owner.self, named: "owner") { request, _ in
      Owner(restorationIdentifier: request.identifier)
    }
    let store = InMemoryStateStore()
    let app = TestApp(store, registry: registry)
    let (lender, owner) = (
      Lender(restorationIdentifier: "lender"), Owner(restorationIdentifier: "owner")
    )
    let owned = Probe("owned", number: 5)
    owner.owned = owned
    lender.lend(owned)
    app.restore(Row("root", [lender, owner]))
    app.save()

    let root = Row("root")
    let report = TestApp(store, registry: registry).restore(root)
    #expect(report.outcome == .restored && report.diagnostics.isEmpty)
    #expect(root.item("owner", as: Owner.self)?.owned?.number == 5)
  }
}
