import Foundation
import RestorationTestSupport

extension Route {
  static func random(depth: Int = 3, using generator: inout SeededGenerator) -> Route {
    switch generator.below(depth > 0 ? 4 : 3) {
    case 0: .home
    case 1:
      .article(
        id: Int(truncatingIfNeeded: generator.bits()),
        title: generator.below(2) == 0 ? nil : generator.text()
      )
    case 2: .search(generator.text(), filters: Set(generator.list { $0.text() }))
    default:
      .overlay(
        random(depth: depth - 1, using: &generator),
        over: generator.below(2) == 0 ? nil : random(depth: depth - 1, using: &generator)
      )
    }
  }
}

extension Settings.Point {
  static func random(using generator: inout SeededGenerator) -> Settings.Point {
    Settings.Point(
      x: Double(Int64(bitPattern: generator.bits())) / 3,
      y: Float(generator.below(1000)) / 7
    )
  }
}

extension Settings {
  static func random(using generator: inout SeededGenerator) -> Settings {
    let themes = [Theme.light, .dark, .fifth, .five]
    return Settings(
      name: generator.text(),
      theme: themes[generator.below(4)],
      level: [nil, .low, .high][generator.below(3)],
      date: Date(timeIntervalSinceReferenceDate: Double.random(in: -1e9..<1e9, using: &generator)),
      link: generator.below(2) == 0 ? nil : URL(string: "https://example.com/\(generator.next())"),
      id: generator.uuid(),
      data: Data(generator.list { UInt8(truncatingIfNeeded: $0.next()) }),
      points: generator.list { Point.random(using: &$0) },
      named: Dictionary(generator.list { ($0.text(), Point.random(using: &$0)) }) { $1 },
      numbered: Dictionary(
        generator.list {
          (Int(truncatingIfNeeded: $0.bits()), $0.below(2) == 0 ? nil : Point.random(using: &$0))
        }
      ) { $1 },
      themed: Dictionary(
        generator.list { (themes[$0.below(4)], $0.list { Point.random(using: &$0) }) }
      ) { $1 },
      placed: Dictionary(
        generator.list { (Point.random(using: &$0), Route.random(using: &$0)) }
      ) { $1 },
      visited: Set(generator.list { Route.random(using: &$0) }),
      route: Route.random(using: &generator),
      doubly: [nil, .some(nil), 3][generator.below(3)]
    )
  }

  /// An equal value whose sets and dictionaries were filled in another order.
  func refilled(using generator: inout SeededGenerator) -> Settings {
    func refill<Key, Value>(_ dictionary: [Key: Value]) -> [Key: Value] {
      var copy: [Key: Value] = Dictionary(minimumCapacity: generator.below(200))
      for (key, value) in dictionary.shuffled(using: &generator) { copy[key] = value }
      return copy
    }
    var copy = self
    copy.named = refill(named)
    copy.numbered = refill(numbered)
    copy.themed = refill(themed)
    copy.placed = refill(placed)
    copy.visited = Set(minimumCapacity: generator.below(200))
    for route in visited.shuffled(using: &generator) { copy.visited.insert(route) }
    return copy
  }
}
