import RestorationCore
import Testing

/// Contract 35: nothing takes time that grows faster than a tree is wide.
@MainActor
@Suite("Very wide trees")
struct WideTreeTests {
  private let store = RecordingStore()
  private let width = 10_000

  @Test("A container may lose and replace 10,000 children.")
  func replaced() throws {
    let app = TestApp(store)
    let root = Row("root", (0..<width).map { BareLeaf("a\($0)") })
    app.restore(root)
    app.save()
    root.set((0..<width).map { BareLeaf("b\($0)") })
    #expect(app.save().removedRecords == width)
    root.set(root.items.indices.filter { $0.isMultiple(of: 2) }.map { root.items[$0] })
    #expect(app.save().removedRecords == width / 2)
    #expect(try store.archive()?.records.count == width / 2 + 1)
  }

  @Test("10,000 siblings of one name may all fail, each with its path.")
  func failing() throws {
    let app = TestApp(store)
    let probes = (0..<width).map { _ in Probe("same") }
    for probe in probes { probe.encoding = { _, _ in throw Mishap() } }
    app.restore(Row("root", probes))
    let paths = app.save().diagnostics.compactMap(\.path)
    #expect(paths.count == width && Set(paths).count == width)
    var registry = RestorationClassRegistry.fixtures()
    registry.register(Probe.self, named: "probe") { request, _ in
      let probe = Probe(request.identifier)
      probe.decoding = { _, _ in throw Mishap() }
      return probe
    }
    let report = TestApp(store, registry: registry).restore(Row("root"))
    #expect(report.diagnostics.compactMap(\.path) == paths)
  }
}
