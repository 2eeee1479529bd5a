import RestorationCore
import RestorationTestSupport
import Testing

private struct AccountKey: RestorationContextKey {
  static var defaultValue: String { "nobody" }
}

extension RestorationContext {
  fileprivate var account: String {
    get { self[AccountKey.self] }
    set { self[AccountKey.self] = newValue }
  }
}

/// Contract 30, and what the seed on managed object contexts is about.
@MainActor
@Suite("The context")
struct ContextTests {
  @Test("A value that was not set is its key's default, and copies are independent.")
  func values() {
    var context = RestorationContext()
    #expect(context.account == "nobody")
    let copy = context
    context.account = "ann"
    #expect(context.account == "ann")
    #expect(copy.account == "nobody")
  }

  @Test(
    "Seed 002, B16: the context reaches every factory, coder and hook, whoever made the object."
  )
  func everywhere() throws {
    let seen = Noted<[String]>([])
    var hooks = CoderHooks()
    hooks.willEncode = { _, encoder in seen.add("willEncode \(encoder.context.account)") }
    hooks.didEncode = { _, encoder in seen.add("didEncode \(encoder.context.account)") }
    hooks.willRestore = { _, decoder in seen.add("willRestore \(decoder.context.account)") }
    hooks.willDecode = { _, decoder in seen.add("willDecode \(decoder.context.account)") }
    hooks.didDecode = { _, decoder in seen.add("didDecode \(decoder.context.account)") }
    func probe(_ identifier: String) -> Probe {
      let probe = Probe(identifier)
      probe.encoding = { _, encoder in seen.add("encode \(encoder.context.account)") }
      probe.decoding = { _, decoder in seen.add("decode \(decoder.context.account)") }
      return probe
    }
    var registry = RestorationClassRegistry.fixtures()
    for pattern in ["root/pattern"] as [IdentifierPath.Pattern] {
      registry.register(Probe.self, at: pattern) { request, decoder in
        seen.add("make \(decoder.context.account)")
        return probe(request.identifier)
      }
    }
    registry.register(Probe.self, named: "probe") { request, decoder in
      seen.add("make \(decoder.context.account)")
      return probe(request.identifier)
    }
    var configuration = SessionConfiguration()
    configuration.fallback = { request, decoder in
      seen.add("make \(decoder.context.account)")
      return Row(request.identifier)
    }
    configuration.encodeAppState = { encoder, _ in seen.add("appOut \(encoder.context.account)") }
    configuration.decodeAppState = { decoder, _ in seen.add("appIn \(decoder.context.account)") }
    var context = RestorationContext()
    context.account = "ann"
    let harness = RestorationHarness(
      registry: registry,
      context: context,
      hooks: hooks,
      configuration: configuration
    ) { _ in Row("root", [probe("built")]) }
    harness.root.set(harness.root.items + [probe("pattern"), probe("named")])
    #expect(try harness.restartAndRestore().outcome == .restored)
    #expect(seen.value.allSatisfy { $0.hasSuffix(" ann") })
    let counts = Dictionary(grouping: seen.value) { $0 }.mapValues(\.count)
    #expect(counts["make ann"] == 2)
    #expect(counts["willRestore ann"] == 4 && counts["willDecode ann"] == 4)
    #expect(counts["willEncode ann"] == 4 && counts["didEncode ann"] == 4)
    #expect(counts["encode ann"] == 3 && counts["decode ann"] == 3)
    #expect(counts["appOut ann"] == 1 && counts["appIn ann"] == 1)
  }

  @Test("A change of the session's context takes effect at the next save.")
  func changed() throws {
    let accounts = Noted<[String]>([])
    let probe = Probe("root")
    probe.encoding = { _, encoder in accounts.add(encoder.context.account) }
    let app = TestApp()
    app.restore(probe)
    app.save()
    app.session.context.account = "bob"
    app.save()
    #expect(accounts.value == ["nobody", "bob"])
  }
}
