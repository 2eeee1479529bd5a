import RestorationTestSupport
import Testing

@testable import RestorationCore

@Suite("Where the parts of a record lie")
struct RecordLayoutTests {
  private func body(_ random: inout SeededGenerator) -> [UInt8] {
    var parts = RecordParts(identifier: "node\(random.text())")
    if random.below(2) == 0 { parts.parent = NodeNumber(random.bits()) }
    if random.below(2) == 0 { parts.className = random.text() }
    if random.below(3) == 0 { parts.classVersion = random.below(1 << 20) - 1_000 }
    if random.below(3) == 0 { parts.slot = ContainerSlot(recorded: random.text()) }
    if random.below(2) == 0 {
      let numbers = (0..<random.below(5)).map { _ in NodeNumber(random.bits()) }
      parts.children = [SlotRecord(slot: .only, children: numbers)]
    }
    if random.below(2) == 0 {
      parts.state = StateValue.random(depth: 2, using: &random).encoded()[...]
    }
    if random.below(3) == 0 { parts.containerState = [0xA1, 0x61, 0x61, 0x01] }
    if random.below(5) == 0 { parts.presentation = [0xA1, 0x61, 0x62, 0x02] }
    if random.below(5) == 0 { parts.unknown = [0x09, 0x81, 0x01, 0x18, 0x40, 0x02] }
    return Array(parts.encoded())
  }

  private func layout(_ find: () throws -> RecordLayout) -> RecordLayout? {
    do {
      return try find()
    } catch {
      return nil
    }
  }

  @Test("The parts found from memory are those found carefully, whatever the bytes are")
  func agreement() {
    var random = SeededGenerator(seed: 404)
    var sound = 0
    for _ in 0..<400 {
      let body = body(&random)
      var samples = [body, Array(body.dropLast()), body + [0]]
      for _ in 0..<12 {
        var flipped = body
        flipped[random.below(body.count)] ^= 1 << random.below(8)
        samples.append(flipped)
      }
      for sample in samples {
        let surrounded = ([0x81, 0x82] as [UInt8]) + sample
        let slice = surrounded[2...]
        let found = layout { try RecordLayout(slice) }
        #expect(found == layout { try RecordLayout(unusual: slice, limits: .init()) }, "\(sample)")
        if found != nil { sound += 1 }
      }
    }
    #expect(sound > 400)
  }

  @Test("Of a record that was checked, the same parts are found without checking it again")
  func soundBodies() throws {
    var random = SeededGenerator(seed: 405)
    for _ in 0..<400 {
      let slice = (([0x81, 0x82] as [UInt8]) + body(&random))[2...]
      let careful = try RecordLayout(unusual: slice, limits: .init())
      #expect(try RecordLayout(sound: slice) == careful)
      let record = NodeRecord(number: NodeNumber(1), encoded: slice)
      let (state, classVersion) = NodeRecord.stateAndVersion(of: record.body)
      #expect(Array(state) == record.state)
      #expect(classVersion == careful.classVersion)
    }
  }
}
