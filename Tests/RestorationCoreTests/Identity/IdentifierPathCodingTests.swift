import Foundation
import RestorationCore
import Testing

@Suite("Paths in Codable values")
struct IdentifierPathCodingTests {
  @Test("A path is coded as its text.")
  func codesAsText() throws {
    let path: IdentifierPath = "root/center:tabs/article[1]"
    let data = try JSONEncoder().encode([path])
    let texts = try JSONDecoder().decode([String].self, from: data)
    #expect(texts == [path.description])
    #expect(try JSONDecoder().decode([IdentifierPath].self, from: data) == [path])
  }

  @Test("A malformed text in coded data is an error that says what is wrong.")
  func refusesMalformedText() throws {
    let error = try #require(throws: DecodingError.self) {
      try JSONDecoder().decode([IdentifierPath].self, from: Data(#"["a//b"]"#.utf8))
    }
    #expect("\(error)".contains("at byte 2"))
  }
}
