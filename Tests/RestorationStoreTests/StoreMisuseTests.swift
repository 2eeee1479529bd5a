import Foundation
import RestorationStore
import Testing

@Suite("Misuse of the file store")
struct StoreMisuseTests {
  @Test("A URL that is not one of a file ends the program, and it says what to change.")
  func otherURL() async throws {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      let url = try #require(URL(string: "https://example.org/state"))
      _ = FileStateStore(directory: url)
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("needs the URL of a folder, such as URL(filePath:)"))
  }
}
