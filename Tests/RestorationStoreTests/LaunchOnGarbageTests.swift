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
        let name = folder.names[index]
        try garbage.put(at: folder.appending(path: name))
        try check(folder, "\(garbage) in place of \(name)")
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

  private func check(_ folder: URL, _ comment: String) throws {
    let store = FileStateStore(directory: folder)
    defer { store.close() }
    let session = makeSession(store)
    let root = Screen(restorationIdentifier: "root")
    let report = session.restore(root, in: "main")
    #expect(["old", "new", ""].contains(root.text), "\(comment): \(report)")
    let isWhole = report.outcome == .restored && root.text == "new"
    let isKnownLoss = report.outcome == .restored && root.text == "old"
    // A file that is not there at all cannot be told from one that was never written.
    if !isWhole, !isKnownLoss { #expect(!report.diagnostics.isEmpty, "\(comment): \(report)") }
    #expect(report.diagnostics.allSatisfy { !$0.description.contains("\n") }, "\(comment)")
    // The app goes on, and what it saves next comes back.
    root.text = "after"
    let saved = session.save()
    guard saved.outcome == .saved else {
      #expect(
        !saved.diagnostics.isEmpty || saved.outcome != .nothingChanged,
        "\(comment): \(saved)"
      )
      return
    }
    store.close()
    let again = Screen(restorationIdentifier: "root")
    makeSession(FileStateStore(directory: folder)).restore(again, in: "main")
    #expect(again.text == "after", "\(comment)")
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
