import RestorationCore
import RestorationTestSupport
import Testing

@MainActor @Suite("Screens presented for a result")
struct ReplyTests {
  /// A list that asks for a color, and has said so wherever it is made.
  final class List: RestorableController, RestorationClass {
    var colors: [String] = []

    init(_ identifier: String) {
      super.init(restorationIdentifier: identifier)
      onReply(.color) { list, color in list.colors.append(color) }
    }

    static func makeRestorable(
      for request: RestorationRequest,
      from decoder: StateDecoder
    ) throws -> (any Restorable)? {
      List(request.identifier)
    }
  }

  private func start() -> RestorationHarness<List> {
    var registry = RestorationClassRegistry()
    registry.register(List.self, named: "list")
    registry.register(Page.self, named: "page") { request, _ in Page(request.identifier) }
    return RestorationHarness(registry: registry) { _ in List("root") }
  }

  @Test("The reply reaches the presenter, also after a restart and from deeper inside.")
  func survivesRestart() throws {
    let harness = start()
    harness.root.present(Page("picker"), for: .color)
    try harness.restartAndRestore()
    let picker = try #require(harness.root.presentedRestorable as? Page)
    let inner = Page("inner")
    picker.present(inner)
    #expect(picker.reply(.color, with: "red") == .performed)
    #expect(inner.reply(.color, with: "blue") == .performed)
    #expect(harness.root.colors == ["red", "blue"])
    #expect(harness.root.presentedRestorable === picker)
    #expect(try harness.restartAndRestore().outcome == .restored)
  }

  @Test("The receiver may be another node than the presenter; it is found again by reference.")
  func otherReceiver() throws {
    let harness = start()
    let asking = List("asking")
    harness.root.present(asking)
    asking.present(Page("picker"), for: .color, to: harness.root)
    try harness.restartAndRestore()
    let restored = try #require(harness.root.presentedRestorable as? List)
    let picker = try #require(restored.presentedRestorable)
    #expect(picker.reply(.color, with: "red") == .performed)
    #expect(harness.root.colors == ["red"] && restored.colors == [])
  }

  @Test("A reply that nobody gets says why.")
  func refusals() throws {
    let harness = start()
    let picker = Page("picker")
    harness.root.present(picker)
    #expect(
      picker.reply(.color, with: "red")
        == .refused("picker was not presented for a reply 'color'.")
    )
    harness.root.present(Page("other"), for: .size)
    let other = try #require(harness.root.presentedRestorable)
    #expect(
      other.reply(.size, with: 3) == .refused("root has no handler for the reply 'size'.")
    )
    harness.root.present(Page("third"), for: ReplyKey<Int>("color"))
    let third = try #require(harness.root.presentedRestorable)
    #expect(
      third.reply(ReplyKey<Int>("color"), with: 3)
        == .refused("root takes no Int for 'color'.")
    )
  }
}

extension ReplyKey where Value == String {
  static var color: Self { "color" }
}

extension ReplyKey where Value == Int {
  static var size: Self { "size" }
}
