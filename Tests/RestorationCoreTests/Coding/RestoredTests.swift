import Foundation
import Observation
import RestorationCore
import RestorationTestSupport
import Testing

/// Contracts 24 and 28: properties that are saved, restored and tracked without further code.
@MainActor
@Suite("Restored properties")
struct RestoredTests {
  /// Restarts a scene that consists of one node, and gives the new one.
  private func restart<Root: Restorable>(
    _ makeRoot: @escaping @autoclosure @MainActor () -> Root,
    _ change: (Root) -> Void
  ) throws -> (root: Root, report: RestorationReport) {
    let harness = RestorationHarness(registry: .fixtures()) { _ in makeRoot() }
    change(harness.root)
    let report = try harness.restartAndRestore()
    return (harness.root, report)
  }

  private enum Mood: String, Codable { case good, bad }

  private struct Item: Codable, Equatable {
    var name = ""
    var tags: Set<String> = []
  }

  private final class EveryKind: RestorableController {
    @Restored("bool") var bool = false
    @Restored("int") var int = 0
    @Restored("byte") var byte: UInt8 = 0
    @Restored("double") var double = 0.0
    @Restored("float") var float: Float = 0
    @Restored("string") var string = ""
    @Restored("date") var date = Date(timeIntervalSinceReferenceDate: 0)
    @Restored("data") var data = Data()
    @Restored("url") var url: URL?
    @Restored("uuid") var uuid: UUID?
    @Restored("mood") var mood = Mood.good
    @Restored("item") var item = Item()
    @Restored("list") var list: [Item] = []
    @Restored("map") var map: [Int: String] = [:]
    @Restored("optional") var optional: Int? = 1
    @Restored("model") var model: ModelIdentifier?
  }

  @Test("B22, P1, P13, P132, P144, P174, P314, P343: every kind of value comes back as it was.")
  func everyKind() throws {
    let date = Date(timeIntervalSinceReferenceDate: 0.1 + 0.2)
    let uuid = UUID()
    let url = try #require(URL(string: "https://example.org/a?b=c"))
    let (root, report) = try restart(EveryKind(restorationIdentifier: "root")) { root in
      root.bool = true
      root.int = .min
      root.byte = .max
      root.double = -0.0
      root.float = 0.1
      root.string = "e\u{301} \u{0}"
      root.date = date
      root.data = Data([0, 255])
      root.url = url
      root.uuid = uuid
      root.mood = .bad
      root.item = Item(name: "x", tags: ["b", "a"])
      root.list = [Item(name: "y")]
      root.map = [2: "two", 1: "one"]
      root.optional = nil
      root.model = ModelIdentifier(uri: url)
    }
    #expect(report.outcome == .restored)
    #expect(root.bool && root.int == .min && root.byte == .max)
    #expect(root.double.sign == .minus && root.double == 0)
    #expect(root.float == 0.1)
    #expect(Array(root.string.utf8) == Array("e\u{301} \u{0}".utf8))
    #expect(root.date == date && root.data == Data([0, 255]))
    #expect(root.url == url && root.uuid == uuid && root.mood == .bad)
    #expect(root.item == Item(name: "x", tags: ["a", "b"]) && root.list == [Item(name: "y")])
    #expect(root.map == [1: "one", 2: "two"])
    #expect(root.optional == nil)
    #expect(root.model == ModelIdentifier(uri: url))
  }

  @Test("P14, P190: an optional that holds nothing stays nothing, though its default is a value.")
  func optionalNil() throws {
    final class Node: RestorableController {
      @Restored("a") var first: String? = "default"
      @Restored("b") var second: Item? = Item(name: "default")
      @Restored("c") var third: String?? = .some("default")
    }
    let (root, report) = try restart(Node(restorationIdentifier: "root")) { root in
      root.first = nil
      root.second = nil
      root.third = .some(nil)
    }
    #expect(report.outcome == .restored)
    #expect(root.first == nil)
    #expect(root.second == nil)
    #expect(root.third == .some(nil))
  }

  private class Base: RestorableController {
    @Restored("base") var base = 0
  }

  private class Middle: Base {
    var plain = 1
    @Restored("middle") var middle = ""
  }

  private final class Derived: Middle {
    let constant = "c"
    @Restored("derived") var derived = [0.0]
    override func encodeRestorableState(to encoder: StateEncoder) throws {
      // Without a call to super: nothing of the package's needs it.
      encoder.encode(plain, forKey: "plain")
    }
    override func decodeRestorableState(from decoder: StateDecoder) throws {
      plain = try decoder.decode(forKey: "plain")
    }
  }

  @Test("Properties of all superclasses come back, and nobody has to call super.")
  func subclasses() throws {
    let (root, report) = try restart(Derived(restorationIdentifier: "root")) { root in
      root.base = 1
      root.middle = "m"
      root.derived = [1, 2]
      root.plain = 5
    }
    #expect(report.outcome == .restored)
    #expect(root.base == 1 && root.middle == "m" && root.derived == [1, 2] && root.plain == 5)
    #expect(root.constant == "c")
  }

  private class Generic<Value: Codable>: RestorableController {
    @Restored("value") var value: Value?
    let other: Value?
    @Restored("values") var values: [Value] = []
    init(_ other: Value?) {
      self.other = other
      super.init(restorationIdentifier: "root")
    }
  }

  private final class GenericPair<First: Codable, Second: Codable>: Generic<First> {
    @Restored("second") var second: Second?
  }

  @Test("Properties of generic classes and of their subclasses come back.")
  func generics() throws {
    let (root, _) = try restart(GenericPair<String, Item>("other")) { root in
      root.value = "x"
      root.values = ["a", "b"]
      root.second = Item(name: "second")
    }
    #expect(root.value == "x" && root.values == ["a", "b"] && root.other == "other")
    #expect(root.second == Item(name: "second"))
    let (wide, _) = try restart(Generic<[UUID]>(nil)) { $0.value = [UUID(), UUID()] }
    #expect(wide.value?.count == 2)
  }

  @Test("P143: a class with the protocol alone restores its properties, with and without tracker.")
  func protocolAlone() throws {
    let (bare, _) = try restart(BareLeaf("root")) { root in
      root.text = "bare"
      root.number = 4
    }
    #expect(bare.text == "bare" && bare.number == 4)
    let (tracked, _) = try restart(TrackedLeaf("root")) { $0.text = "tracked" }
    #expect(tracked.text == "tracked")
    let outside = BareLeaf(nil)
    outside.text = "works in memory"
    #expect(outside.text == "works in memory")
  }

  @Test("P192: a property that is read before any restore has its default, and is restored later.")
  func readBefore() throws {
    let store = RecordingStore()
    let saving = TestApp(store)
    let saved = TrackedLeaf("root")
    saved.text = "saved"
    saving.restore(saved)
    saving.save()
    let node = TrackedLeaf("root")
    #expect(node.text == "")
    node.text = "early"
    TestApp(store).restore(node)
    #expect(node.text == "saved")
  }

  @Test("P146: writing an equal value marks nothing; writing another one tells the session.")
  func equalValue() {
    let node = Promising(restorationIdentifier: "a")
    let app = TestApp()
    let changes = Noted<[String]>([])
    app.session.treeDidChange = { changes.add($0.restorationIdentifier ?? "") }
    app.restore(Row("root", [node]))
    app.save()
    let before = node.encodes
    node.text = ""
    app.save()
    #expect(node.encodes == before && changes.value.isEmpty)
    node.text = "x"
    #expect(changes.value == ["a"])
    app.save()
    #expect(node.encodes == before + 1)
  }

  @Test("A value that counts as equal is stored all the same.")
  func equalButDifferent() {
    struct Versioned: Codable, Equatable {
      var name: String
      var version: Int
      static func == (lhs: Self, rhs: Self) -> Bool { lhs.name == rhs.name }
    }
    final class Node: RestorableController {
      @Restored("double") var double = 0.0
      @Restored("item") var item = Versioned(name: "a", version: 1)
    }
    let node = Node(restorationIdentifier: "a")
    node.double = -0.0
    node.item = Versioned(name: "a", version: 2)
    #expect(node.double.sign == .minus)
    #expect(node.item.version == 2)
  }

  @Test("P191: a front end observes reads and writes, and hears nothing of an equal write.")
  func observation() {
    let node = Promising(restorationIdentifier: "a")
    let changes = Noted(0)
    func observe() {
      withObservationTracking {
        _ = node.text
      } onChange: {
        MainActor.assumeIsolated { changes.value += 1 }
      }
    }
    observe()
    node.text = ""
    #expect(changes.value == 0)
    node.text = "x"
    #expect(changes.value == 1)
    node.text = "y"
    #expect(changes.value == 1)
    observe()
    node.text = "z"
    #expect(changes.value == 2)
  }

  @Test(
    "P138: a property that is new in this version keeps its default; one that is gone is ignored."
  )
  func otherVersion() throws {
    final class Old: RestorableController {
      @Restored("gone") var gone = 1
      @Restored("kept") var kept = 1
    }
    final class New: RestorableController {
      @Restored("kept") var kept = 2
      @Restored("new") var new = 3
    }
    let store = RecordingStore()
    let saving = TestApp(store)
    let old = Old(restorationIdentifier: "root")
    old.kept = 9
    saving.restore(old)
    saving.save()
    let new = New(restorationIdentifier: "root")
    #expect(TestApp(store).restore(new).outcome == .restored)
    #expect(new.kept == 9 && new.new == 3)
  }

  @Test("A property whose type changed is reported and keeps its default, and poisons no other.")
  func otherType() throws {
    final class Old: RestorableController {
      @Restored("first") var first = "text"
      @Restored("second") var second = 5
      @Restored("third") var third: Int?
      override func encodeRestorableState(to encoder: StateEncoder) throws {
        encoder.encode(7, forKey: "hand")
      }
    }
    final class New: RestorableController {
      @Restored("first") var first = 1.5
      @Restored("second") var second = 0
      @Restored("third") var third = 8
      var hand = 0
      override func decodeRestorableState(from decoder: StateDecoder) throws {
        hand = try decoder.decode(forKey: "hand")
      }
    }
    let store = RecordingStore()
    let saving = TestApp(store)
    saving.restore(Old(restorationIdentifier: "root"))
    saving.save()
    let new = New(restorationIdentifier: "root")
    let report = TestApp(store).restore(new)
    #expect(report.reasons == [.failed, .failed])
    #expect(try #require(report.diagnostics.first).message.contains("'first'"))
    #expect(try #require(report.diagnostics.last).message.contains("'third'"))
    #expect(new.first == 1.5 && new.second == 5 && new.third == 8 && new.hand == 7)
  }

  @Test("P115, P169: absent, null and value are three answers, and an error is for its key alone.")
  func presence() throws {
    let answers = Noted<[String]>([])
    let store = RecordingStore()
    let probe = Probe("root")
    probe.encoding = { _, encoder in
      encoder.encode(1, forKey: "value")
      encoder.encode(Int?.none, forKey: "null")
    }
    let saving = TestApp(store)
    saving.restore(probe)
    saving.save()
    let restored = Probe("root")
    restored.decoding = { _, decoder in
      for name in ["value", "null", "absent"] {
        let key = StateKey<Int>(name)
        answers.add("\(try decoder.presence(of: key))")
        answers.add("\(try decoder.decodeIfPresent(forKey: key) ?? -1)")
        do {
          answers.add("\(try decoder.decode(forKey: key))")
        } catch let error as StateCodingError {
          answers.add("\(error.code)")
        }
      }
      do {
        _ = try decoder.decode(String.self, forKey: "value")
      } catch let error as StateCodingError {
        answers.add("\(error.code)")
      }
      answers.add(try decoder.keys().joined(separator: " "))
    }
    #expect(TestApp(store).restore(restored).outcome == .restored)
    #expect(
      answers.value == [
        "value", "1", "1", "null", "-1", "valueIsNull", "absent", "-1", "keyNotFound",
        "invalidValue", "null text value",
      ]
    )
  }

  @Test("P171: an empty key ends the program, and it says why.")
  func emptyKey() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run { _ = StateKey<Int>("") }
    }
    let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(output.contains("A state key needs a name that is not empty."))
  }
}
