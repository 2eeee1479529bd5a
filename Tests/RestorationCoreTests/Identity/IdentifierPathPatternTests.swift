import RestorationCore
import RestorationTestSupport
import Testing

@Suite("Patterns of paths")
struct IdentifierPathPatternTests {
  @Test(
    "A pattern matches the paths it describes and no others.",
    arguments: [
      ("root/*/reading/**/article", "root/center:tabs/reading/secondary:article[1]", true),
      ("root/*/reading/**/article", "root/tabs/reading/article", true),
      ("root/*/reading/**/article", "root/reading/article", false),
      ("**/secondary:article", "root/secondary:article[4]", true),
      ("**/secondary:article", "root/article", false),
      ("**/secondary:article", "secondary:article", true),
      ("**/article[0]", "root/s:article", true),
      ("**/article[0]", "root/article[1]", false),
      ("secondary:*", "secondary:anything", true),
      ("secondary:*", "primary:anything", false),
      ("a/*[2]", "a/b[2]", true),
      ("a/*[2]", "a/b", false),
      ("**/presented:*", "a/b/presented:c", true),
      ("**/object:data", "a/data", false),
      ("*", "a", true),
      ("*", "a/b", false),
      ("**", "a/b/c/d", true),
      ("a/**", "a", true),
      ("a/**", "b", false),
      ("a/**/a", "a", false),
      ("a/**/a", "a/a", true),
      ("a/b", "a/b/c", false),
    ] as [(IdentifierPath.Pattern, IdentifierPath, Bool)]
  )
  func matches(pattern: IdentifierPath.Pattern, path: IdentifierPath, expected: Bool) {
    #expect(pattern.matches(path) == expected)
    var matcher = PatternMatcher<Int>()
    matcher.insert(1, at: pattern)
    #expect((matcher.value(at: path) != nil) == expected)
  }

  @Test("A pattern with literal names of any kind matches just that path.")
  func literalNames() throws {
    for name in SampleNames.all {
      let path = IdentifierPath(root: IdentifierPath.Component(identifier: name))
      let pattern = try IdentifierPath.Pattern(parsing: path.description)
      for other in SampleNames.all {
        let otherPath = IdentifierPath(root: IdentifierPath.Component(identifier: other))
        #expect(pattern.matches(otherPath) == other.hasSameBytes(as: name))
      }
    }
  }

  @Test("Any text is either refused as a pattern or printed again byte for byte.")
  func parsingIsStrict() {
    let alphabet = Array("ab/:[]***//%0129AF").map(String.init)
    var generator = SeededGenerator(seed: 3)
    var accepted = 0
    for _ in 0..<50_000 {
      let length = Int.random(in: 0...8, using: &generator)
      let text = (0..<length).map { _ in alphabet.randomElement(using: &generator) ?? "" }.joined()
      guard let pattern = IdentifierPath.Pattern(_: text) else { continue }
      accepted += 1
      #expect(pattern.description.hasSameBytes(as: text))
    }
    #expect(accepted > 1_000)
  }

  @Test(
    "A malformed pattern is refused with the place where it goes wrong.",
    arguments: [
      ("", 0), ("a//*", 2), ("**/a/**", 5), ("**/**", 3), ("s:**", 0), ("a/**[1]", 2), ("a*", 1),
      ("***", 0), ("*:a", 0), ("*[01]", 2), ("*[]", 1), ("%2a", 0),
    ]
  )
  func malformedTexts(text: String, offset: Int) throws {
    let error = try #require(throws: IdentifierPath.ParsingError.self) {
      try IdentifierPath.Pattern(parsing: text)
    }
    #expect(error.offset == offset)
    #expect(error.description.hasPrefix("The pattern"))
  }
}
