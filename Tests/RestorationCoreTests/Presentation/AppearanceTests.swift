import RestorationCore
import RestorationTestSupport
import Testing

/// How controllers appear as containers and presentations change.
@MainActor
@Suite("Appearance")
struct AppearanceTests {
  private final class Telling: RestorableController {
    let events: Noted<[String]>

    init(_ identifier: String, _ events: Noted<[String]>) {
      self.events = events
      super.init(restorationIdentifier: identifier)
    }

    override func willAppear() { tell("willAppear") }
    override func didAppear() { tell("didAppear") }
    override func willDisappear() { tell("willDisappear") }
    override func didDisappear() { tell("didDisappear") }

    private func tell(_ event: String) { events.add("\(restorationIdentifier ?? "") \(event)") }
  }

  private let events = Noted<[String]>([])

  private func telling(_ identifier: String) -> Telling { Telling(identifier, events) }

  private func shown(_ items: [any Restorable]) -> Row {
    let row = Row("root", items)
    row.show(0)
    row.beginAppearanceTransition(isAppearing: true)
    row.endAppearanceTransition()
    events.value = []
    return row
  }

  @Test("P55: showing another child is balanced, and appears once.")
  func switching() {
    let row = shown([telling("a"), telling("b")])
    row.show(1)
    #expect(
      events.value == ["a willDisappear", "b willAppear", "a didDisappear", "b didAppear"]
    )
    events.value = []
    row.show(1)
    #expect(events.value.isEmpty)
  }

  @Test(
    "P56, P321: what is hidden hides with all that can be seen below it, once, and shows again."
  )
  func hiding() {
    let row = shown([Row("inner", [telling("a"), telling("b")])])
    for _ in 0..<2 { row.beginAppearanceTransition(isAppearing: false) }
    for _ in 0..<2 { row.endAppearanceTransition() }
    #expect(
      events.value == ["a willDisappear", "b willDisappear", "b didDisappear", "a didDisappear"]
    )
    #expect(row.appearance == .disappeared)
    events.value = []
    row.add(telling("c"))
    #expect(events.value.isEmpty)
  }

  @Test("A presentation that covers its presenter hides it; a sheet does not.")
  func presentations() {
    let presenter = telling("a")
    _ = shown([presenter])
    presenter.present(telling("full"), style: .fullScreen)
    #expect(
      events.value == ["a willDisappear", "full willAppear", "a didDisappear", "full didAppear"]
    )
    events.value = []
    presenter.dismissPresented()
    #expect(
      events.value == ["full willDisappear", "a willAppear", "full didDisappear", "a didAppear"]
    )
    events.value = []
    presenter.present(telling("sheet"), style: .formSheet)
    #expect(events.value == ["sheet willAppear", "sheet didAppear"])
    #expect(presenter.appearance == .appeared)
  }

  @Test("Children know their parents, and presented nodes their presenters, until they leave.")
  func parents() {
    let (child, sheet) = (telling("a"), telling("sheet"))
    let row = Row("root", [child])
    child.present(sheet)
    #expect(child.enclosingRestorable === row && sheet.presentingRestorable === child)
    row.set([])
    child.dismissPresented()
    #expect(child.enclosingRestorable == nil && sheet.presentingRestorable == nil)
  }

  @Test("One node in two containers ends the program, and it says what to do.")
  func twoContainers() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let child = Probe("a")
        let first = Row("first", [child])
        let second = Row("second", [child])
        second.set(first.items)
      }
    }
    let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(output.contains("Probe 'a' stands in Row 'first' already; take it out there"))
  }

  @Test("Presenting a node that stands in a container ends the program, and it says what to do.")
  func presentContained() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let row = Row("root", [Probe("a"), Probe("b")])
        for item in row.items { (row.items.first as? Probe)?.present(item) }
      }
    }
    let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(output.contains("stands in Row 'root' already"))
  }

  @Test("A container that shows another child as it appears itself shows that one only.")
  func switchesWhileAppearing() {
    for step in [true, false] {
      let root = Switching(restorationIdentifier: "root")
      root.items = [telling("a"), telling("b")]
      events.value = []
      root.beginAppearanceTransition(isAppearing: step)
      root.endAppearanceTransition()
      #expect(events.value == (step ? ["b willAppear", "b didAppear"] : []))
    }
  }

  private final class Switching: RestorableController, RestorableContainer {
    var items: [any Restorable] = []
    private var shown = 0

    override func willAppear() { updateChildren { shown = 1 } }

    func encodeChildren(to encoder: ChildEncoder) { encoder.encode(items) }

    func restoreChildren(from decoder: ChildDecoder) {}

    var visibleRestorableChildren: [any Restorable] { [items[shown]] }
  }
}
