import RestorationCore
import RestorationTestSupport
import Testing

@Suite("The most specific pattern")
struct PatternMatcherTests {
  @Test(
    "The winner is the one that trying every pattern finds.",
    arguments: 0..<400 as Range<UInt64>
  )
  func agreesWithTryingAll(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let count = Int.random(in: 1...25, using: &generator)
    let patterns = (0..<count).map { _ in PatternSample.randomPattern(using: &generator) }
    let parsed = try patterns.map { try IdentifierPath.Pattern(parsing: $0.text) }
    var matcher = PatternMatcher<Int>()
    for (index, pattern) in parsed.enumerated() { matcher.insert(index, at: pattern) }
    for _ in 0..<50 {
      let sample = PatternSample.randomPath(using: &generator)
      let path = try IdentifierPath(parsing: sample.text)
      var winner: Int?
      for (index, pattern) in patterns.enumerated() {
        let isMatch = PatternSample.matches(pattern[...], sample[...])
        if parsed[index].matches(path) != isMatch {
          Issue.record("\(parsed[index]) and \(path): matching is not \(isMatch)")
        }
        guard isMatch else { continue }
        if let winner, !PatternSample.isPreferred(pattern, to: patterns[winner]) { continue }
        winner = index
      }
      #expect(matcher.value(at: path) == winner, "\(path) among \(patterns.map(\.text))")
    }
  }

  @Test(
    "Each pattern of the list gives way to the one before it.",
    arguments: [
      [
        "r/s:x/s:a[0]", "r/*/s:a[0]", "**/s:a[0]", "r/*/s:a", "**/s:a", "**/a[0]", "*/*/a",
        "r/**/a", "**/a", "**/s:*[0]", "**/s:*", "**/*[0]", "*/*/*", "r/**", "**",
      ]
    ] as [[IdentifierPath.Pattern]]
  )
  func order(patterns: [IdentifierPath.Pattern]) {
    let path: IdentifierPath = "r/s:x/s:a"
    for first in patterns.indices {
      var matcher = PatternMatcher<Int>()
      for index in patterns.indices[first...] { matcher.insert(index, at: patterns[index]) }
      #expect(matcher.value(at: path) == first)
      matcher = PatternMatcher<Int>()
      for index in patterns.indices[first...].reversed() {
        matcher.insert(index, at: patterns[index])
      }
      #expect(matcher.value(at: path) == first)
    }
  }

  @Test("Of two equal patterns the later registered wins.")
  func laterWins() {
    var matcher = PatternMatcher<String>()
    matcher.insert("first", at: "**/a")
    matcher.insert("second", at: "**/a")
    #expect(matcher.value(at: "x/a") == "second")
  }

  @Test("A pattern that is added after a look-up counts in the next one.")
  func insertionAfterLookUp() {
    var matcher = PatternMatcher<Int>()
    #expect(matcher.value(at: "a/b") == nil)
    matcher.insert(1, at: "**")
    #expect(matcher.value(at: "a/b") == 1)
    matcher.insert(2, at: "a/*")
    #expect(matcher.value(at: "a/b") == 2)
  }

  @Test("A copy does not see what is registered in the other one.")
  func copiesAreIndependent() {
    var original = PatternMatcher<Int>()
    original.insert(1, at: "**")
    var copy = original
    #expect(copy.value(at: "a") == 1)
    copy.insert(2, at: "a")
    #expect(original.value(at: "a") == 1)
    #expect(copy.value(at: "a") == 2)
    original.insert(3, at: "*")
    #expect(original.value(at: "a") == 3)
    #expect(copy.value(at: "a") == 2)
  }

  @Test("Carrying the state from parent to child finds what a look-up from the root finds.")
  func walking() {
    var matcher = PatternMatcher<Int>()
    matcher.insert(1, at: "a/**")
    matcher.insert(2, at: "a/s:*/c")
    let path: IdentifierPath = "a/s:b/c/d"
    var state = matcher.start
    #expect(matcher.value(in: state) == nil)
    var ancestor: IdentifierPath?
    for component in path.components {
      ancestor = ancestor?.appending(component) ?? IdentifierPath(root: component)
      state = matcher.advance(state, by: component)
      #expect(matcher.value(in: state) == ancestor.flatMap { matcher.value(at: $0) })
    }
  }
}
