import NavContainer
import RestorationCore

/// The app: a stack of questions, each pushed when the one before it was answered.
@MainActor
final class Checklist {
  /// The questions in their order, by the name that is saved.
  static let questions: [(name: String, text: String)] = [
    ("title", "What is the trip called?"),
    ("start", "When does it start?"),
    ("bag", "What goes into the bag?"),
    ("keys", "Who has the keys?"),
  ]

  /// The questions that were asked so far; the top one is on the screen.
  let stack: NavigationController

  /// What the restore at launch did.
  let report: RestorationReport

  private let session: RestorationSession

  /// Starts the app, where it was left if a store knows.
  init(store: any StateStore) {
    var registry = RestorationClassRegistry()
    registry.register(Step.self, named: "step")
    var configuration = SessionConfiguration()
    // A loop over readLine() never lets the main actor run anything later.
    configuration.savesAutomatically = false
    session = RestorationSession(store: store, registry: registry, configuration: configuration)
    stack = NavigationController(
      restorationIdentifier: "checklist",
      root: Step(restorationIdentifier: Self.questions[0].name)
    )
    report = session.restore(stack, in: "main")
  }

  /// Takes a line that the user typed: an answer, `back`, or nothing to keep the answer.
  func enter(_ line: String) {
    switch line {
    case "back": stack.pop()
    default: answer(line)
    }
    session.save()
  }

  /// What is on the screen.
  var screen: String {
    guard let step else { return "" }
    let question = Self.questions.first { $0.name == step.restorationIdentifier }?.text ?? ""
    return step.answer.isEmpty ? question : "\(question) (\(step.answer))"
  }

  /// The step on the screen.
  var step: Step? { stack.topRestorable as? Step }

  private func answer(_ answer: String) {
    guard let step else { return }
    if !answer.isEmpty { step.answer = answer }
    let next = Self.questions.drop { $0.name != step.restorationIdentifier }.dropFirst().first
    if let next { stack.push(Step(restorationIdentifier: next.name)) }
  }
}
