import Foundation
import RestorationCore
import Testing

@Suite("Model identifiers as text")
struct ModelIdentifierTests {
  @Test(
    "An identifier is read from its text as the same.",
    arguments: ["x-coredata://A/Article/p1", "feeder://article/01f3", "file:///a%20b", "a:b"]
  )
  func text(_ text: String) throws {
    let identifier = try #require(ModelIdentifier(text))
    #expect(identifier.description == text)
    #expect(!identifier.isTemporary)
    #expect(ModelIdentifier(identifier.description) == identifier)
  }

  @Test("Text that is no URI is none.")
  func refusal() {
    #expect(ModelIdentifier("") == nil)
  }
}
