import RestorationCore

/// A screen that asks one question, and knows the answer if there is one.
final class Step: RestorableController, RestorationClass {
  /// What was answered so far.
  @Restored("answer") var answer = ""

  /// Makes the step that an archive asks for; one that this version does not ask any more declines.
  static func makeRestorable(
    for request: RestorationRequest,
    from decoder: StateDecoder
  ) throws -> (any Restorable)? {
    guard Checklist.questions.contains(where: { $0.name == request.identifier }) else { return nil }
    return Step(restorationIdentifier: request.identifier)
  }
}
