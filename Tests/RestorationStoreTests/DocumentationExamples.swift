import Foundation
import RestorationCore
import RestorationStore
import Testing

/// The lines of the module's documentation.
@MainActor
@Suite("Documentation of the file store")
struct DocumentationExamples {
  @Test("The example of the documentation saves to a folder, and lists what can be gone back to.")
  func example() throws {
    try withTemporaryFolder { folder in
      let store = FileStateStore(directory: folder)
      let session = RestorationSession(store: store)
      let root = RestorableController(restorationIdentifier: "root")
      print(session.restore(root, in: "main"))

      #expect(session.save().outcome == .saved)
      for generation in try store.generations() {
        let reason = generation.reason ?? "the last saves"
        print(generation.number, reason, generation.scenes.map(\.scene))
      }
      #expect(try store.generations().map(\.reason) == [nil])
    }
  }
}
