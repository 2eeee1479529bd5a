import RestorationCore
import RestorationTestSupport
import Testing

@Suite("The cost of finding a pattern")
struct PatternMatcherCostTests {
  private func work(
    of matcher: PatternMatcher<Int>,
    at path: IdentifierPath
  ) -> Int {
    let before = matcher.work
    _ = matcher.value(at: path)
    return matcher.work - before
  }

  private func matcher(count: Int) throws -> PatternMatcher<Int> {
    var matcher = PatternMatcher<Int>()
    matcher.insert(-1, at: "root/*/list/**/item")
    for index in 1..<count {
      let text = ["root/n\(index)/**", "**/m\(index)", "*/s\(index):*/x"][index % 3]
      matcher.insert(index, at: try IdentifierPath.Pattern(parsing: text))
    }
    return matcher
  }

  @Test("A look-up costs the same with 10, 1,000 and 10,000 registrations, the first one as well.")
  func independentOfRegistrations() throws {
    let path: IdentifierPath = "root/center:tabs/list/a/b/s:c/item"
    let matchers = try [10, 1_000, 10_000].map { try matcher(count: $0) }
    let first = matchers.map { work(of: $0, at: path) }
    let second = matchers.map { work(of: $0, at: path) }
    #expect(Set(first).count == 1)
    #expect(first.allSatisfy { $0 <= path.depth * path.depth })
    #expect(second == [path.depth, path.depth, path.depth])
    #expect(matchers.allSatisfy { $0.value(at: path) == -1 })
  }

  @Test("Every pattern of names and wildcards that ends in nothing costs a step per component.")
  func deadEnds() throws {
    var matcher = PatternMatcher<Int>()
    for bits in 0..<(1 << 12) {
      let pieces = (0..<12).map { bits >> $0 & 1 == 0 ? "a" : "*" } + ["end"]
      let text = pieces.joined(separator: "/")
      matcher.insert(bits, at: try IdentifierPath.Pattern(parsing: text))
    }
    let steps = [String](repeating: "a", count: 12)
    let deadEnd = try IdentifierPath(parsing: (steps + ["none"]).joined(separator: "/"))
    let match = try IdentifierPath(parsing: (steps + ["end"]).joined(separator: "/"))
    // Reading the patterns once costs their number; from then on they are not looked at again.
    #expect(work(of: matcher, at: deadEnd) < 1 << 14)
    #expect(work(of: matcher, at: deadEnd) == 13)
    #expect(matcher.value(at: deadEnd) == nil)
    #expect(matcher.value(at: match) == 0)
    #expect(work(of: matcher, at: match) == 13)
  }

  @Test("At depth 1,000 a look-up through `**` costs at most the square of the depth.")
  func deep() throws {
    var matcher = PatternMatcher<Int>()
    let names = ["a", "b"]
    for length in 1...20 {
      let tail = (0..<length).map { names[$0 % 2] }.joined(separator: "/")
      matcher.insert(length, at: try IdentifierPath.Pattern(parsing: "**/\(tail)"))
      matcher.insert(-length, at: try IdentifierPath.Pattern(parsing: "**/\(tail)/*/none"))
    }
    let components = (0..<1_000).map { IdentifierPath.Component(identifier: names[$0 % 2]) }
    let path = try #require(IdentifierPath(components: components))
    #expect(work(of: matcher, at: path) <= path.depth * path.depth)
    #expect(work(of: matcher, at: path) == path.depth)
    #expect(matcher.value(at: path) == 20)
  }

  @Test("Names that no pattern has share their steps.")
  func unknownNamesShareSteps() throws {
    var matcher = PatternMatcher<Int>()
    matcher.insert(1, at: "**/known")
    _ = matcher.value(at: "a/b/known")
    #expect(work(of: matcher, at: "x/y[3]/s:known") == 3)
    #expect(matcher.value(at: "x/y[3]/s:known") == 1)
  }

  @Test("Look-ups stay right when the archive's paths fill the tables.")
  func fullTables() throws {
    var matcher = PatternMatcher<Int>(capacity: 500)
    let stars = [String](repeating: "*", count: 12).joined(separator: "/")
    matcher.insert(1, at: try IdentifierPath.Pattern(parsing: "**/a/\(stars)"))
    var generator = SeededGenerator(seed: 4)
    let components = (0..<5_000).map { _ in
      IdentifierPath.Component(identifier: Bool.random(using: &generator) ? "a" : "b")
    }
    var state = matcher.start
    var wrong = 0
    for (index, component) in components.enumerated() {
      state = matcher.advance(state, by: component)
      let isMatch = index >= 12 && components[index - 12].identifier == "a"
      if (matcher.value(in: state) != nil) != isMatch { wrong += 1 }
    }
    #expect(wrong == 0)
  }
}
