import Dispatch
import Foundation
import RestorationCore
import RestorationStore
import Testing

@MainActor
func saveOnTermination(_ session: RestorationSession) -> any DispatchSourceSignal {
  signal(SIGTERM, SIG_IGN)  // the source alone takes it from now on
  let source = DispatchSource.makeSignalSource(signal: SIGTERM, queue: .main)
  source.setEventHandler {
    MainActor.assumeIsolated { _ = session.save() }
    exit(0)
  }
  source.resume()
  return source  // keep it: without it the signal is ignored
}

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
      try store.keep(as: "before the import")
      for generation in try store.generations() {
        let reason = generation.name ?? generation.reason ?? "the last saves"
        print(generation.number, reason, generation.scenes.map(\.scene))
      }
      #expect(try store.generations().map(\.name) == [nil, "before the import"])
    }
  }
}
