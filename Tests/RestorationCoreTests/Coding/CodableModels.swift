import Foundation

/// Types of every shape that apps encode.
enum Route: Codable, Hashable {
  case home
  case article(id: Int, title: String?)
  case search(String, filters: Set<String>)
  indirect case overlay(Route, over: Route?)
}

struct Settings: Codable, Hashable {
  enum Theme: String, Codable, CodingKeyRepresentable {
    case light
    case dark
    case fifth = "05"
    case five = "5"
  }

  enum Level: Int, Codable {
    case low = 1
    case high = 9
  }

  struct Point: Codable, Hashable {
    var x: Double
    var y: Float
  }

  var name: String
  var theme: Theme
  var level: Level?
  var date: Date
  var link: URL?
  var id: UUID
  var data: Data
  var points: [Point]
  var named: [String: Point]
  var numbered: [Int: Point?]
  var themed: [Theme: [Point]]
  var placed: [Point: Route]
  var visited: Set<Route>
  var route: Route
  var doubly: Int??
}

/// A type with keys that are integers.
struct Numbered: Codable, Hashable {
  enum CodingKeys: Int, CodingKey {
    case first = 1
    case second = -2
  }

  var first: String
  var second: [String: [Int]]?
}

class Animal: Codable {
  var name: String

  init(name: String) {
    self.name = name
  }
}

/// Shares the map of its superclass.
final class Dog: Animal {
  var age: Int

  init(name: String, age: Int) {
    self.age = age
    super.init(name: name)
  }

  enum CodingKeys: CodingKey {
    case age
  }

  required init(from decoder: any Decoder) throws {
    age = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .age)
    try super.init(from: decoder)
  }

  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(age, forKey: .age)
    try super.encode(to: encoder)
  }
}

/// Keeps its superclass apart.
final class Cat: Animal {
  var lives: Int

  init(name: String, lives: Int) {
    self.lives = lives
    super.init(name: name)
  }

  enum CodingKeys: CodingKey {
    case lives
  }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    lives = try container.decode(Int.self, forKey: .lives)
    try super.init(from: container.superDecoder())
  }

  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try super.encode(to: container.superEncoder())
    try container.encode(lives, forKey: .lives)
  }
}

/// Nests containers by hand, in every way there is.
struct Nested: Codable, Hashable {
  var values: [Int]
  var text: String

  enum CodingKeys: CodingKey {
    case list
    case map
    case own
  }

  init(values: [Int], text: String) {
    self.values = values
    self.text = text
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    var list = try container.nestedUnkeyedContainer(forKey: .list)
    var inner = try list.nestedUnkeyedContainer()
    values = []
    while !inner.isAtEnd { values.append(try inner.decode(Int.self)) }
    guard try list.decodeNil() else {
      throw DecodingError.dataCorruptedError(in: list, debugDescription: "A null is missing.")
    }
    let nested = try list.nestedContainer(keyedBy: CodingKeys.self)
    text = try nested.decode(String.self, forKey: .own)
    let last = try list.superDecoder().singleValueContainer().decode(String.self)
    let map = try container.nestedContainer(keyedBy: CodingKeys.self, forKey: .map)
    let own = try map.superDecoder(forKey: .own).singleValueContainer().decode(String.self)
    guard list.isAtEnd, last == text, own == text, try map.decodeNil(forKey: .list) else {
      throw DecodingError.dataCorruptedError(in: list, debugDescription: "The parts differ.")
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    var list = container.nestedUnkeyedContainer(forKey: .list)
    var inner = list.nestedUnkeyedContainer()
    try list.encodeNil()
    var nested = list.nestedContainer(keyedBy: CodingKeys.self)
    // Containers are filled while others are open.
    for value in values { try inner.encode(value) }
    try nested.encode(text, forKey: .own)
    var last = list.superEncoder().singleValueContainer()
    try last.encode(text)
    var map = container.nestedContainer(keyedBy: CodingKeys.self, forKey: .map)
    try map.encodeNil(forKey: .list)
    var again = container.nestedContainer(keyedBy: CodingKeys.self, forKey: .map)
    var own = again.superEncoder(forKey: .own).singleValueContainer()
    try own.encode(text)
  }
}

/// A list that is as deep as it is long.
indirect enum Chain: Codable, Hashable {
  case end
  case link(Chain)

  static func ofLength(_ length: Int) -> Chain {
    (0..<length).reduce(.end) { chain, _ in .link(chain) }
  }
}

/// Refers to itself, so that encoding it never ends by itself.
final class Ring: Codable {
  var next: Ring?
}
