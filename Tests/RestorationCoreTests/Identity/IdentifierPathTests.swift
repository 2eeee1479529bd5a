import RestorationCore
import RestorationTestSupport
import Testing

@Suite("Paths of identifiers")
struct IdentifierPathTests {
  private typealias Component = IdentifierPath.Component

  @Test("A path prints its slots and ordinals, but neither a single slot nor a first ordinal.")
  func printsWhatMatters() {
    let path = IdentifierPath(root: Component(identifier: "root"))
      .appending(Component(identifier: "tabs", slot: ContainerSlot("center")))
      .appending(Component(identifier: "reading"))
      .appending(Component(identifier: "article", slot: ContainerSlot("secondary"), ordinal: 1))
    #expect(path.description == "root/center:tabs/reading/secondary:article[1]")
    #expect(path == "root/center:tabs/reading/secondary:article[1]")
  }

  @Test("The slots of presented nodes and of plain objects are printed.")
  func printsPresentedAndObject() {
    let root = IdentifierPath(root: Component(identifier: "root"))
    #expect(
      root.appending(Component(identifier: "a", slot: .presented)).description
        == "root/presented:a"
    )
    #expect(
      root.appending(Component(identifier: "a", slot: .object)).description == "root/object:a"
    )
  }

  @Test("Every kind of name comes back from the text of its path.", arguments: SampleNames.all)
  func namesRoundTrip(name: String) throws {
    let paths = [
      IdentifierPath(root: Component(identifier: name)),
      IdentifierPath(root: Component(identifier: "r"))
        .appending(Component(identifier: name, slot: ContainerSlot("s" + name), ordinal: 3))
        .appending(Component(identifier: name)),
    ]
    for path in paths {
      let parsed = try IdentifierPath(parsing: path.description)
      #expect(parsed == path)
      #expect(parsed.hashValue == path.hashValue)
      #expect(parsed.last.identifier.hasSameBytes(as: name))
      #expect(parsed.description.hasSameBytes(as: path.description))
    }
  }

  @Test("The text of a path is a single line without a character that ends one.")
  func textIsOneLine() {
    for name in SampleNames.all {
      let text = IdentifierPath(root: Component(identifier: name)).description
      #expect(!text.contains { $0.isNewline })
      #expect(!text.unicodeScalars.contains { $0.properties.generalCategory == .control })
    }
  }

  @Test("Random paths come back from their text, and different paths have different texts.")
  func randomPathsRoundTrip() throws {
    var generator = SeededGenerator(seed: 1)
    var pathsByText: [ExactString: IdentifierPath] = [:]
    for _ in 0..<5_000 {
      let path = try #require(IdentifierPath.random(using: &generator))
      let text = path.description
      #expect(try IdentifierPath(parsing: text) == path)
      let earlier = pathsByText.updateValue(path, forKey: ExactString(text))
      #expect(earlier == nil || earlier == path)
    }
  }

  @Test("Any text is either refused or printed again byte for byte.")
  func parsingIsStrict() {
    let alphabet = Array("ab/:[]*%0129AFf5\n\u{E9}").map(String.init)
    var generator = SeededGenerator(seed: 2)
    var accepted = 0
    for _ in 0..<50_000 {
      let length = Int.random(in: 0...8, using: &generator)
      let text = (0..<length).map { _ in alphabet.randomElement(using: &generator) ?? "" }.joined()
      guard let path = IdentifierPath(_: text) else { continue }
      accepted += 1
      #expect(path.description.hasSameBytes(as: text))
    }
    #expect(accepted > 1_000)
  }

  @Test(
    "A malformed text is refused with the place where it goes wrong.",
    arguments: [
      ("", 0), ("/", 0), ("a/", 2), ("/a", 0), ("a//b", 2), (":a", 0), ("s:", 2), ("a:b:c", 3),
      ("a[0]", 2), ("a[01]", 2), ("a[]", 1), ("a[1", 1), ("a[-1]", 1), ("a[1]b", 1), ("a[1][2]", 1),
      ("[1]", 0), ("a/s:[1]", 4), ("*", 0), ("a*", 1), ("a/**", 2), ("%", 0), ("%2", 0), ("%2f", 0),
      ("%41", 0), ("x%zz", 1), ("%FF", 0), ("%C3", 0), ("a\nb", 1), ("a[99999999999999999999]", 2),
      ("a/*:b", 2), ("%2F/%2f", 4),
    ]
  )
  func malformedTexts(text: String, offset: Int) throws {
    let error = try #require(throws: IdentifierPath.ParsingError.self) {
      try IdentifierPath(parsing: text)
    }
    #expect(error.offset == offset)
    #expect(error.description.contains("at byte \(offset)"))
    #expect(!error.description.contains { $0.isNewline })
    let failable: IdentifierPath? = IdentifierPath(_: text)
    #expect(failable == nil)
  }

  @Test("Names that differ only in normalisation are different names, also as keys.")
  func comparesBytes() {
    let composed = IdentifierPath(root: Component(identifier: "caf\u{E9}"))
    let decomposed = IdentifierPath(root: Component(identifier: "cafe\u{301}"))
    #expect("caf\u{E9}" == "cafe\u{301}")
    #expect(composed != decomposed)
    #expect(Set([composed, decomposed]).count == 2)
    let slots = ["caf\u{E9}", "cafe\u{301}"].map {
      IdentifierPath(root: Component(identifier: "a", slot: ContainerSlot($0)))
    }
    #expect(Set(slots).count == 2)
  }

  @Test("Equal names stored differently hash alike.")
  func hashIgnoresStorage() {
    let padded = "--" + String(repeating: "é", count: 40) + "--"
    let sliced = String(padded.dropFirst(2).dropLast(2))
    let plain = String(repeating: "é", count: 40)
    #expect(ExactString(sliced).hashValue == ExactString(plain).hashValue)
    #expect(ExactString("ab").hashValue != ExactString("ba").hashValue)
  }
}

@Suite("Walking along paths")
struct IdentifierPathStructureTests {
  private typealias Component = IdentifierPath.Component

  @Test("A child's parent is the path it was made from, up to the root, which has none.")
  func parents() {
    let path: IdentifierPath = "a/s:b/c[2]"
    #expect(path.depth == 3)
    #expect(path.last == Component(identifier: "c", ordinal: 2))
    #expect(path.parent == "a/s:b")
    #expect(path.parent?.parent == "a")
    #expect(path.parent?.parent?.parent == nil)
    #expect(path.parent?.appending(path.last) == path)
  }

  @Test("A path is made of any components but none.")
  func fromComponents() {
    #expect(IdentifierPath(components: []) == nil)
    let path: IdentifierPath = "a/s:b/c[2]"
    #expect(IdentifierPath(components: path.components) == path)
  }

  @Test("A component read from an archive needs an identifier and an ordinal from 0.")
  func recordedComponents() {
    #expect(Component(recorded: "", slot: .only, ordinal: 0) == nil)
    #expect(Component(recorded: "a", slot: .only, ordinal: -1) == nil)
    #expect(Component(recorded: "a", slot: .only, ordinal: 0) == Component(identifier: "a"))
  }

  @Test("Only what stands above a node is its ancestor.")
  func ancestors() {
    let path: IdentifierPath = "a/b/c"
    #expect(path.parent?.isAncestor(of: path) == true)
    #expect(("a" as IdentifierPath).isAncestor(of: path))
    #expect(!path.isAncestor(of: path))
    #expect(!path.isAncestor(of: "a"))
    #expect(!("a/b[1]" as IdentifierPath).isAncestor(of: path))
    #expect(!("a/s:b" as IdentifierPath).isAncestor(of: path))
  }

  @Test("A path of depth 10,000 is made, printed, parsed and let go.")
  func deepPath() throws {
    let components = (0..<10_000).map { Component(identifier: "n", ordinal: $0) }
    let path = try #require(IdentifierPath(components: components))
    let parsed = try IdentifierPath(parsing: path.description)
    #expect(parsed == path)
    #expect(parsed.parent?.isAncestor(of: path) == true)
  }

  @Test("P328: equal identifiers under different branches have different paths.")
  func branchesTellApart() {
    #expect(("tabs/a/article" as IdentifierPath) != "tabs/b/article")
    #expect(("root/leading:a" as IdentifierPath) != "root/trailing:a")
    #expect(("root/a" as IdentifierPath) != "root/a[1]")
  }
}
