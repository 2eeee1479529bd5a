import RestorationCore
import Testing

@Suite("Misuse of paths")
struct IdentifierPathMisuseTests {
  @Test("A malformed literal path ends the program and says how to write it.")
  func malformedPath() async throws {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      _ = "root/article[0]" as IdentifierPath
    }
    let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(output.contains("leave out '[0]'"))
  }

  @Test("A malformed literal pattern ends the program and says how to write it.")
  func malformedPattern() async throws {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      _ = "**/a/**" as IdentifierPath.Pattern
    }
    let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(output.contains("'**' stands here for the second time"))
  }

  @Test("A component without an identifier, or with a negative ordinal, ends the program.")
  func malformedComponents() async {
    await #expect(processExitsWith: .failure) {
      _ = IdentifierPath.Component(identifier: "")
    }
    await #expect(processExitsWith: .failure) {
      _ = IdentifierPath.Component(identifier: "a", ordinal: -1)
    }
  }
}
