import RestorationCore
import RestorationTestSupport
import Testing

@MainActor @Suite("A container that promises too much")
struct FalsePromiseTests {
  @Test("A container that promises to mark its changes and does not breaks a law.")
  func falsePromise() throws {
    let laws = ContainerLaws(
      slots: [.only: 2],
      make: { Forgetful(restorationIdentifier: "box") },
      fill: { box, _, children in box.children = children }
    )
    let violations = try laws.violations()
    #expect(violations.contains { $0.contains("after a change of children") }, "\(violations)")
  }
}

/// Promises to mark what it changes, and marks nothing.
private final class Forgetful: RestorableController, RestorableContainer {
  var children: [any Restorable] = []

  override class var tracksChanges: Bool { true }

  func encodeChildren(to encoder: ChildEncoder) {
    encoder.encode(children)
  }

  func restoreChildren(from decoder: ChildDecoder) {
    children = decoder.objects() ?? children
  }
}
