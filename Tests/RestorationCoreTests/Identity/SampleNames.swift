import RestorationCore
import RestorationTestSupport

/// Names that have made trouble somewhere, and what every test of names runs over.
enum SampleNames {
  static let all: [String] = [
    "article", "Stats2", "0", "[0]", "a[1]", "]", "a/b", "/", "//", ":", "a:b", "*", "**", "%",
    "%2F",
    "%2f", "100%", " ", " padded ", "\n", "a\r\nb", "\u{0}", "\u{7F}", "\u{85}", "\u{9F}", "\u{A0}",
    "\u{2028}", "\u{2029}", "caf\u{E9}", "cafe\u{301}", "\u{212B}", "\u{C5}", "A\u{30A}", "👩‍👩‍👧‍👦", "🇩🇪",
    "日本語",
    "\u{301}", "\u{FEFF}bom", "\u{10FFFF}", "presented", "object", ".", "..", "\"quoted\"",
    String(repeating: "x", count: 10_000), String(repeating: "/*%", count: 3_333),
  ]

  /// A short name over an alphabet that is mostly punctuation.
  static func random(using generator: inout SeededGenerator) -> String {
    let alphabet: [Unicode.Scalar] = [
      "/", ":", "[", "]", "*", "%", "2", "F", "f", "0", "a", "b", "\n", "\u{1}", "\u{80}",
      "\u{2028}",
      "e", "\u{301}", "\u{E9}", "\u{1F600}",
    ]
    var name = ""
    for _ in 0..<Int.random(in: 1...6, using: &generator) {
      name.unicodeScalars.append(alphabet[Int.random(in: alphabet.indices, using: &generator)])
    }
    return name
  }
}

extension IdentifierPath {
  /// A path of up to five components with names, slots and ordinals of any kind.
  static func random(using generator: inout SeededGenerator) -> IdentifierPath? {
    let slots: [ContainerSlot] = [.only, .only, .presented, .object, ContainerSlot("secondary")]
    let components = (0..<Int.random(in: 1...5, using: &generator)).map { _ in
      let odd = ContainerSlot("s" + SampleNames.random(using: &generator))
      return Component(
        identifier: SampleNames.random(using: &generator),
        slot: (slots + [odd]).randomElement(using: &generator) ?? .only,
        ordinal: [0, 0, 1, 10, Int.max].randomElement(using: &generator) ?? 0
      )
    }
    return IdentifierPath(components: components)
  }
}
