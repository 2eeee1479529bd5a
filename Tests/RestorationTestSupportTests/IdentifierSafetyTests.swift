import NavContainer
import RestorationCore
import RestorationTestSupport
import TabContainer
import Testing

@MainActor @Suite("Identifiers of every kind, from end to end")
struct IdentifierSafetyTests {
  /// Names that have made trouble somewhere; several are equal as strings and differ in their bytes.
  static let names: [String] = [
    "/", "//", "a/b", "/a", "a/", ":", "slot:a", "[", "[0]", "a[1]", "]", "*", "**", "a*", "%",
    "%2F", "%2f", "100%", " ", " padded ", "\n", "\r", "a\r\nb", "\t", "\u{0}", "a\u{0}b",
    "\u{1B}[0m",
    "\u{7F}", "\u{85}", "\u{2028}", "\u{2029}", "\u{200B}", "\u{202E}rtl", "\u{FEFF}bom",
    "\u{E9}", "e\u{301}", "\u{212B}", "\u{C5}", "A\u{30A}", "\u{FB01}", "\u{301}", "👩‍👩‍👧‍👦", "🇩🇪",
    "日本語", "\u{10FFFF}", "presented", "object", "root", ".", "..", "\"quoted\"", "\\", "\\n", "'",
    String(repeating: "x", count: 10_000), String(repeating: "/*%\n", count: 2_500),
  ]

  /// What the next launch puts into the stack.
  @MainActor
  private final class Launch {
    var names: [String]

    init(_ names: [String]) {
      self.names = names
    }
  }

  private func start(_ launch: Launch) -> RestorationHarness<NavigationController> {
    RestorationHarness(registry: RandomTree.registry) { _ in
      let root = NavigationController(restorationIdentifier: "root")
      root.restorableStack = launch.names.map { Leaf(restorationIdentifier: $0) }
      return root
    }
  }

  private func leaves(_ harness: RestorationHarness<NavigationController>) -> [Leaf] {
    harness.root.restorableStack.compactMap { $0 as? Leaf }
  }

  private func bytes(_ names: [String?]) -> [[UInt8]] {
    names.map { Array(($0 ?? "").utf8) }
  }

  @Test("Side by side in one stack, built at launch or made by class, each keeps its own state.")
  func stack() throws {
    for isBuiltByLaunch in [true, false] {
      let launch = Launch(Self.names)
      let harness = start(launch)
      if !isBuiltByLaunch { launch.names = [] }
      for (index, leaf) in leaves(harness).enumerated() { leaf.number = index }
      let report = try harness.restartAndRestore()
      #expect(report.outcome == .restored && report.diagnostics == [])
      #expect(bytes(leaves(harness).map(\.restorationIdentifier)) == bytes(Self.names))
      #expect(leaves(harness).map(\.number) == Self.names.indices.map { $0 })
    }
  }

  @Test("The launch's order does not matter to names that are equal as strings.")
  func normalisation() throws {
    let launch = Launch(["\u{E9}", "e\u{301}", "\u{212B}", "A\u{30A}", "\u{C5}"])
    let harness = start(launch)
    let saved = launch.names
    for (index, leaf) in leaves(harness).enumerated() { leaf.number = index }
    launch.names.reverse()
    #expect(try harness.restartAndRestore().outcome == .restored)
    #expect(bytes(leaves(harness).map(\.restorationIdentifier)) == bytes(saved))
    #expect(leaves(harness).map(\.number) == [0, 1, 2, 3, 4])
  }

  @Test("Each is found at its path, and the path as text leads to the same node.")
  func paths() throws {
    let harness = start(Launch(Self.names))
    try harness.restartAndRestore()
    for (name, leaf) in zip(Self.names, leaves(harness)) {
      let path = IdentifierPath(root: .init(identifier: "root"))
        .appending(.init(identifier: name))
      let text = path.description
      #expect(!text.contains { $0.isNewline } && text.utf8.count { $0 == UInt8(ascii: "/") } == 1)
      let parsed = try IdentifierPath(parsing: text)
      #expect(parsed == path && parsed.description == text)
      #expect(harness.session.restorable(at: parsed, in: "main") === leaf)
    }
  }

  @Test("A tree is described on one line for each node, whatever the names.")
  func treeDescription() {
    let harness = start(Launch(Self.names))
    let lines = harness.treeDescription.split(
      omittingEmptySubsequences: false,
      whereSeparator: \.isNewline
    )
    #expect(lines.count == 1 + Self.names.count)
    #expect(lines.dropFirst().allSatisfy { $0.utf8.starts(with: "  ".utf8) })
    #expect(lines.dropFirst().allSatisfy { $0.hasSuffix(" Leaf") })
    #expect(!harness.treeDescription.unicodeScalars.contains { $0.value < 32 && $0 != "\n" })
  }

  @Test("Nodes and scenes of any name restart: as root, in a sheet, as a plain object.")
  func everyPlace() throws {
    for name in Self.names {
      let harness = RestorationHarness(scene: name, registry: RandomTree.registry) { _ in
        NavigationController(restorationIdentifier: name)
      }
      let sheet = Leaf(restorationIdentifier: name)
      harness.root.present(sheet)
      harness.session.register(Note(identifier: name), under: sheet)
      let report = try harness.restartAndRestore()
      #expect(report.outcome == .restored && report.restoredNodes == 3)
      #expect(report.scene.utf8.elementsEqual(name.utf8))
      #expect(!"\(report)".contains { $0.isNewline })
    }
  }

  @Test("A report on a node of any name is one line.")
  func diagnostics() throws {
    let harness = RestorationHarness { _ in
      NavigationController(restorationIdentifier: "root", stackHolePolicy: .skip)
    }
    harness.root.restorableStack = Self.names.map { Leaf(restorationIdentifier: $0) }
    let report = try harness.restartAndRestore()
    #expect(report.diagnostics.count == Self.names.count)
    for diagnostic in report.diagnostics {
      #expect(!diagnostic.description.contains { $0.isNewline }, "\(diagnostic)")
    }
  }

  @Test("So is a report on names that should differ, or should not.")
  func diagnosticsOnNames() throws {
    for name in Self.names {
      let tabs = TabController(restorationIdentifier: name)
      tabs.restorableTabs = [1, 2].map { _ in Leaf(restorationIdentifier: name) }
      let session = RestorationSession(store: .inMemory)
      session.restore(tabs, in: "main")
      let saved = session.save().diagnostics
      #expect(saved.map(\.reason) == [.duplicateIdentifier])
      session.close(scene: "main")
      tabs.restorationIdentifier = "\n"
      let restored = session.restore(tabs, in: "main").diagnostics
      #expect(restored.map(\.reason) == (name == "\n" ? [.noClass, .noClass] : [.otherRoot]))
      for diagnostic in saved + restored {
        #expect(!diagnostic.description.contains { $0.isNewline }, "\(diagnostic)")
      }
    }
  }

  @Test("An empty name takes no part, cuts off what is below it, and disturbs no neighbour.")
  func empty() throws {
    for absent: String? in ["", nil] {
      let harness = start(Launch(["a", "b"]))
      let inner = NavigationController(restorationIdentifier: absent)
      inner.push(Leaf(restorationIdentifier: "below"))
      harness.root.restorableStack.insert(inner, at: 1)
      leaves(harness)[1].text = "kept"
      let saved = harness.session.save()
      #expect(saved.diagnostics.map(\.reason) == [.noIdentifier])
      #expect(harness.treeDescription.split(separator: "\n").count == 5)
      #expect(try harness.restartAndRestore().outcome == .restored)
      #expect(harness.root.restorableStack.map(\.restorationIdentifier) == ["a", "b"])
      #expect(leaves(harness)[1].text == "kept")
    }
  }
}
