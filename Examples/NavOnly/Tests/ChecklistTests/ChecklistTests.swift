import Foundation
import NavContainer
import RestorationCore
import Testing

@testable import checklist

@MainActor @Suite("A checklist that is restored")
struct ChecklistTests {
  /// Runs a body with a store over a file that is gone afterwards.
  private func withStore(_ body: (OneFileStore) throws -> Void) throws {
    let name = "checklist-\(UUID().uuidString).state"
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(name)
    let store = OneFileStore(file: file)
    let result = Result { try body(store) }
    try store.erase()
    try result.get()
  }

  private func names(_ checklist: Checklist) -> [String] {
    checklist.stack.restorableStack.compactMap(\.restorationIdentifier)
  }

  private func answers(_ checklist: Checklist) -> [String] {
    checklist.stack.restorableStack.compactMap { ($0 as? Step)?.answer }
  }

  @Test("After every line that is typed, a restart through the file's bytes changes nothing.")
  func restartsAnywhere() throws {
    try withStore { store in
      let lines = ["Norway", "May", "back", "June", "tent", "", "Ada", "back", "back", "", "back"]
      for line in lines {
        let before = Checklist(store: store)
        before.enter(line)
        let after = Checklist(store: store)
        #expect(after.report.outcome == .restored)
        #expect(after.screen == before.screen)
        #expect(names(after) == names(before) && answers(after) == answers(before))
        #expect(after.step !== before.step)
      }
    }
  }

  @Test("The app starts with the first question, and ends with the last.")
  func runs() throws {
    try withStore { store in
      let checklist = Checklist(store: store)
      #expect(checklist.report.outcome == .nothingSaved)
      #expect(checklist.screen == "What is the trip called?")
      for _ in 0..<9 { checklist.enter("yes") }
      #expect(names(checklist) == Checklist.questions.map(\.name))
      for _ in 0..<9 { checklist.enter("back") }
      #expect(checklist.screen == "What is the trip called? (yes)")
    }
  }

  @Test("A question that is not asked any more cuts the stack, and the answers below it stay.")
  func questionGone() throws {
    try withStore { store in
      let checklist = Checklist(store: store)
      checklist.enter("Norway")
      checklist.stack.push(Step(restorationIdentifier: "visa"))
      checklist.enter("none needed")
      let later = Checklist(store: store)
      #expect(later.report.diagnostics.contains { $0.reason == .declined })
      #expect(names(later) == ["title", "start"])
      #expect(answers(later) == ["Norway", ""])
    }
  }

  @Test("A damaged file starts the app afresh, and the next answer is saved.")
  func damagedFile() throws {
    try withStore { store in
      try Data("no archive".utf8).write(to: store.file)
      let checklist = Checklist(store: store)
      #expect(checklist.report.outcome == .damaged)
      checklist.enter("Norway")
      #expect(answers(Checklist(store: store)) == ["Norway", ""])
    }
  }

  @Test("The store keeps one scene, and forgets it when it is told to.")
  func store() throws {
    try withStore { store in
      #expect(try store.scenes() == [])
      Checklist(store: store).enter("Norway")
      #expect(try store.scenes().map(\.scene) == ["main"])
      #expect(try store.load(scene: "other") == nil)
      try store.discard(scene: "other")
      #expect(try store.load(scene: "main")?.archive.records.count == 3)
      try store.discard(scene: "main")
      #expect(try store.scenes() == [])
    }
  }
}
