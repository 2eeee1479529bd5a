import Foundation
import RestorationCore
import RestorationStore
import Testing

@MainActor @Suite("A launch on garbage")
struct LaunchOnGarbageTests {
  @Test(
    "With garbage in place of any file of the store the launch succeeds, and the report says why.",
    arguments: GarbageTests.Garbage.allCases
  )
  func launches(_ garbage: GarbageTests.Garbage) throws {
    let names = try withTemporaryFolder { folder in
      try save(in: folder)
      return folder.names
    }
    #expect(names.count >= 3)
    for index in names.indices {
      try withTemporaryFolder { folder in
        try save(in: folder)
        try check(garbage, folder.names[index], in: folder)
      }
    }
  }

  /// Saves twice, so that there are two generations, in a session of its own.
  private func save(in folder: URL) throws {
    let store = FileStateStore(directory: folder)
    let root = Screen(restorationIdentifier: "root")
    let session = makeSession(store)
    session.restore(root, in: "main")
    for text in ["old", "new"] {
      root.text = text
      #expect(session.save().outcome == .saved)
      do {
        if text == "old" { try store.compact() }
      } catch {
        Issue.record(error)
      }
    }
    store.close()
  }

  private func check(_ garbage: GarbageTests.Garbage, _ name: String, in folder: URL) throws {
    let comment: Comment = "\(garbage) in place of \(name)"
    let newest = folder.names.last { $0.hasPrefix("journal-") } ?? name
    try garbage.put(at: folder.appending(path: name))
    let store = FileStateStore(directory: folder)
    defer { store.close() }
    let session = makeSession(store)
    let root = Screen(restorationIdentifier: "root")
    let report = session.restore(root, in: "main")
    // The newest save is lost with the file that holds it, and with no other.
    #expect(root.text == (name == newest ? "old" : "new"), comment)
    #expect(report.outcome == .restored || report.outcome == .partial, comment)
    let isSilent = report.diagnostics.isEmpty
    if name == newest {
      // A segment that is not there, or is being begun, cannot be told from one that was lost.
      #expect(isSilent == [.nothing, .empty, .zeros].contains(garbage), comment)
    } else if name.hasPrefix("state-") {
      #expect(isSilent == (garbage == .nothing), comment)
    } else {
      #expect(isSilent, comment)
    }
    #expect(report.diagnostics.allSatisfy { !$0.description.contains("\n") }, comment)
    // The app goes on, and what it saves next comes back.
    root.text = "after"
    #expect(session.save().outcome == .saved, comment)
    store.close()
    let again = Screen(restorationIdentifier: "root")
    let next = makeSession(FileStateStore(directory: folder)).restore(again, in: "main")
    #expect(again.text == "after" && next.outcome == .restored, comment)
  }

  private func makeSession(_ store: FileStateStore) -> RestorationSession {
    var configuration = SessionConfiguration()
    configuration.savesAutomatically = false
    return RestorationSession(store: store, configuration: configuration)
  }
}

private final class Screen: RestorableController {
  @Restored("text") var text = ""
}
