import RestorationTestSupport
import Testing

@testable import RestorationCore

/// What a restore hands out for one node, and uses for the next.
@MainActor
@Suite("Decoders and requests that an app keeps")
struct KeptCodersTests {
  private func saved(_ root: any Restorable) -> InMemoryStateStore {
    let store = InMemoryStateStore()
    let app = TestApp(store)
    app.restore(root)
    app.save()
    return store
  }

  @Test("A decoder that a factory or a node keeps stays that node's")
  func decoders() throws {
    let store = saved(Row("root", (0..<30).map { Probe("p\($0)", number: $0) }))
    var kept: [(number: Int, decoder: StateDecoder)] = []
    var registry = RestorationClassRegistry.fixtures()
    registry.register(Probe.self, at: "**/*") { request, decoder in
      let probe = Probe(request.identifier)
      let number = try #require(Int(request.identifier.dropFirst()))
      if number.isMultiple(of: 3) { kept.append((number, decoder)) }
      probe.decoding = { _, decoder in
        if number.isMultiple(of: 2) { kept.append((number, decoder)) }
      }
      return probe
    }
    let root = Row("root")
    #expect(TestApp(store, registry: registry).restore(root).outcome == .restored)
    #expect(kept.count == 25)
    for (number, decoder) in kept {
      #expect(try decoder.decode(Int.self, forKey: "number") == number)
      #expect(decoder.path.description == "root/p\(number)")
    }
  }

  @Test("A decoder that a node keeps does not keep the node's parent alive")
  func parents() throws {
    let store = saved(Row("root", [Row("inner", [Probe("a", number: 7)])]))
    var kept: StateDecoder?
    var registry = RestorationClassRegistry.fixtures()
    registry.register(Probe.self, named: "probe") { request, decoder in
      kept = decoder
      return Probe(request.identifier)
    }
    weak var inner: Row?
    do {
      let root = Row("root")
      TestApp(store, registry: registry).restore(root)
      inner = root.item("inner")
      #expect(inner != nil)
    }
    #expect(inner == nil)
    #expect(try kept?.decode(Int.self, forKey: "number") == 7)
    #expect(kept?.path.description == "root/inner/a")
  }

  @Test("A request that a factory keeps knows the place of its node, ordinals included")
  func requests() {
    let inner = Row("inner", [Probe("a"), Probe("b"), Probe("a"), Probe("c"), Probe("b")])
    let store = saved(Row("root", [Row("inner"), inner]))
    var kept: [RestorationRequest] = []
    var registry = RestorationClassRegistry.fixtures()
    registry.register(Probe.self, named: "probe") { request, _ in
      kept.append(request)
      return Probe(request.identifier)
    }
    TestApp(store, registry: registry).restore(Row("root"))
    #expect(
      kept.map(\.path.description) == [
        "root/inner[1]/a", "root/inner[1]/b", "root/inner[1]/a[1]", "root/inner[1]/c",
        "root/inner[1]/b[1]",
      ]
    )
    #expect(kept.map(\.ordinal) == [0, 0, 1, 0, 1])
  }

  @Test("A transient sibling counts for no ordinal of those that are saved")
  func transientSiblings() throws {
    let store = saved(Row("root", [Probe("a", number: 1), Probe("a", number: 2)]))
    let hidden = Probe("a")
    hidden.isRestorationTransient = true
    let built = [Probe("a"), Probe("a")]
    let root = Row("root", [hidden] + built)
    let app = TestApp(store)
    app.restore(root)
    #expect(built.map(\.number) == [1, 2])
    #expect(root.items.elementsEqual(built) { $0 === $1 })
    root.set([hidden] + built)
    let second = try IdentifierPath(parsing: "root/a[1]")
    #expect(app.session.restorable(at: second, in: "main") === built[1])
    let third = try IdentifierPath(parsing: "root/a[2]")
    #expect(app.session.restorable(at: third, in: "main") === hidden)
  }

  @Test("Ordinals are counted right whether or not identifiers ascend")
  func ordinals() {
    var random = SeededGenerator(seed: 77)
    for round in 0..<200 {
      var counter = OrdinalCounter()
      var earlier: [RestoredChild] = []
      var counts: [String: Int] = [:]
      for index in 0..<20 {
        let identifier =
          round.isMultiple(of: 3) ? "n\(index / 2)" : "\(random.below(round % 9 + 1))"
        #expect(counter.next(identifier, after: earlier) == counts[identifier, default: 0])
        counts[identifier, default: 0] += 1
        earlier.append(
          RestoredChild(
            identifier: identifier,
            object: nil,
            wasBuiltByLaunch: false,
            number: NodeNumber(UInt64(index))
          )
        )
      }
    }
  }

  @Test("A set of numbers agrees with one that hashes, whatever the numbers are")
  func numbers() {
    var random = SeededGenerator(seed: 78)
    for nodes in [0, 1, 100, 1_000] {
      var numbers = NumberSet(nodes: nodes)
      var model: Set<NodeNumber> = []
      for _ in 0..<3_000 {
        let number = NodeNumber(random.below(8) == 0 ? random.bits() : UInt64(random.below(2_500)))
        #expect(numbers.insert(number) == model.insert(number).inserted)
      }
      #expect(numbers.count == model.count)
    }
  }
}
