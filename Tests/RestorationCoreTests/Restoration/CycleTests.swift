import Foundation
import RestorationCore
import RestorationTestSupport
import Testing

/// Contract 13: save, restore, save again gives the same bytes.
@MainActor
@Suite("Saving what was restored")
struct CycleTests {
  private final class Values: RestorableController {
    @Restored("set") var set: Set<String> = []
    @Restored("ints") var ints: Set<Int> = []
    @Restored("map") var map: [String: [Int: Double]] = [:]
    @Restored("doubles") var doubles: [Double] = []
    @Restored("floats") var floats: [Float] = []
    @Restored("dates") var dates: [Date] = []
    var hand: Set<String> = []

    override func encodeRestorableState(to encoder: StateEncoder) throws {
      try encoder.encode(hand, forKey: "hand")
    }

    override func decodeRestorableState(from decoder: StateDecoder) throws {
      hand = try decoder.decode(forKey: "hand")
    }
  }

  private var registry: RestorationClassRegistry {
    var registry = RestorationClassRegistry.fixtures()
    registry.register(Values.self, named: "values") { request, _ in
      Values(restorationIdentifier: request.identifier)
    }
    return registry
  }

  private func values() -> Values {
    let values = Values(restorationIdentifier: "values")
    values.set = Set((0..<50).map { "string \($0)" } + ["", "é", "e\u{301}x"])
    values.ints = Set(-20..<20)
    values.map = ["b": [2: 0.5, 1: .infinity], "a": [:], "aa": [-1: 1]]
    values.doubles = [
      0, -0.0, .nan, -.nan, Double(nan: 12, signaling: false), .infinity, -.infinity, .pi,
      .leastNonzeroMagnitude, .greatestFiniteMagnitude, 0.1 + 0.2,
    ]
    values.floats = [0, -0.0, .nan, .leastNonzeroMagnitude, 0.1]
    values.dates = [0.0, -1e9, 0.1 + 0.2, 1.0.nextUp].map(
      Date.init(timeIntervalSinceReferenceDate:)
    )
    values.hand = values.set
    return values
  }

  private func fullTree(_ harness: RestorationHarness<Row>) {
    let presenter = Probe("presenter")
    let animator = Animator("animator")
    harness.session.register(animator, under: presenter)
    presenter.present(Row("sheet", [Probe("s")]), style: .custom, transitionDelegate: animator)
    let hidden = Row("hidden", [Probe("h1"), BareLeaf("h2"), values()])
    hidden.show(1)
    harness.root.set([values(), presenter, hidden, Pair("pair", BareBox("box", [Probe("x")]), nil)])
    harness.root.show(1)
  }

  @Test("P8, P19: records are the same byte for byte over cycles, and the second save writes none.")
  func sameBytes() throws {
    let harness = RestorationHarness(registry: registry) { _ in Row("root") }
    fullTree(harness)
    let first = try harness.archive()
    #expect(first.records.count == 13)
    for _ in 0..<4 {
      #expect(try harness.restartAndRestore().outcome == .restored)
      #expect(harness.session.save().outcome == .nothingChanged)
      let again = try harness.archive()
      #expect(again.records == first.records)
      #expect(again.root == first.root && again.nextNumber == first.nextNumber)
    }
  }

  @Test("P285: bytes that are restored in a new app and saved again are the same bytes.")
  func fixedPoint() throws {
    var configuration = SessionConfiguration()
    configuration.now = { Date(timeIntervalSinceReferenceDate: 7) }
    func makeHarness() -> RestorationHarness<Row> {
      RestorationHarness(registry: registry, configuration: configuration) { _ in Row("root") }
    }
    let harness = makeHarness()
    fullTree(harness)
    let saved = try harness.savedState()
    for _ in 0..<3 {
      let other = makeHarness()
      #expect(try other.restore(from: saved).outcome == .restored)
      // Everything is encoded and written anew.
      other.root.invalidateRestorableState()
      #expect(try other.savedState() == saved)
    }
  }

  @Test("Records are the same when every node is woken and marked after the restore.")
  func sameBytesWoken() throws {
    let harness = RestorationHarness(registry: registry) { _ in Row("root") }
    fullTree(harness)
    let first = try harness.archive()
    for _ in 0..<3 {
      try harness.restartAndRestore()
      var pending: [any Restorable] = [harness.root]
      while let next = pending.popLast() {
        next.restorationTracker?.wake()
        next.invalidateRestorableState()
        if let values = next as? Values { #expect(values.doubles.count == 11) }
        if let container = next as? any RestorableContainer {
          pending += container.restorableChildren
        }
      }
      #expect(harness.session.save().outcome == .nothingChanged)
      #expect(try harness.archive().records == first.records)
    }
  }

  @Test("Doubles and dates come back bit for bit, NaN payloads included.")
  func bits() throws {
    let harness = RestorationHarness(registry: registry) { _ in Row("root") }
    let before = values()
    harness.root.set([before])
    try harness.restartAndRestore()
    let after = try #require(harness.root.item("values", as: Values.self))
    #expect(after.doubles.map(\.bitPattern) == before.doubles.map(\.bitPattern))
    #expect(after.floats.map(\.bitPattern) == before.floats.map(\.bitPattern))
    #expect(
      after.dates.map(\.timeIntervalSinceReferenceDate.bitPattern)
        == before.dates.map(\.timeIntervalSinceReferenceDate.bitPattern)
    )
    #expect(after.hand == before.hand && after.map == before.map)
  }

  @Test("P11: two trees that are built alike have the same records, whatever the order of sets.")
  func deterministic() throws {
    let archives = try (0..<5).map { _ in
      let harness = RestorationHarness(registry: registry) { _ in Row("root") }
      fullTree(harness)
      return try harness.archive().records
    }
    #expect(archives.allSatisfy { $0 == archives[0] })
  }
}
