import Testing

@testable import RestorationCore

/// Whom a launch blames for the deaths before it.
@Suite("What a launch makes of the deaths before it")
struct LaunchVerdictTests {
  // The root 1 holds the box 2, which holds 3 and 4.
  private static let parents: [NodeNumber: NodeNumber] = [2: 1, 3: 2, 4: 2]

  /// Lets launches die one after the other, and gives the verdict on each.
  private func verdicts(
    _ deaths: [LaunchNote],
    limits: LaunchLimits = LaunchLimits(),
    parents: [NodeNumber: NodeNumber] = Self.parents
  ) -> [LaunchVerdict] {
    var last: LaunchRecord?
    return deaths.map { note in
      last?.note = note
      if last == nil {
        last = LaunchRecord()
        last?.note = note
      }
      let verdict = LaunchVerdict(on: last, root: 1, parent: { parents[$0] }, limits: limits)
      last = verdict.record
      return verdict
    }
  }

  private func decoding(_ numbers: NodeNumber...) -> [LaunchNote] {
    numbers.map { LaunchNote($0, .decoding) }
  }

  @Test("A first launch blames nobody.")
  func first() {
    let verdict = LaunchVerdict(on: nil, root: 1, parent: { _ in nil }, limits: LaunchLimits())
    #expect(verdict.node == nil && !verdict.holdsScene && verdict.record.note == .restoring)
  }

  @Test("Deaths at one node hold back nothing, the node, its container, and the scene, in turn.")
  func inTurn() {
    let verdicts = verdicts(decoding(3, 3, 3, 3))
    #expect(verdicts.map(\.node) == [nil, 3, 2, nil])
    #expect(verdicts.map(\.holdsScene) == [false, false, false, true])
    #expect(verdicts.last?.record.note == .closed)
  }

  @Test("Once a node is held back, a death at what stands above it counts as one of its own.")
  func hole() {
    let container = LaunchNote(2, .container)
    let verdicts = verdicts(decoding(3, 3) + [container, container])
    #expect(verdicts.map(\.node) == [nil, 3, 2, nil])
    #expect(verdicts.last?.holdsScene == true)
    // Before it is held back, what stands above it is another suspect.
    #expect(self.verdicts(decoding(3) + [container, container]).map(\.node) == [nil, nil, 2])
  }

  @Test("Deaths at different nodes blame none of them, up to a bound.")
  func different() {
    let verdicts = verdicts(decoding(3, 4, 3, 4, 3, 4, 3, 4, 3, 4, 3, 4))
    #expect(verdicts.allSatisfy { $0.node == nil })
    #expect(verdicts.map(\.holdsScene) == Array(repeating: false, count: 11) + [true])
  }

  @Test("A root that is at fault holds back the scene, as does a container that is the root.")
  func root() {
    #expect(verdicts(decoding(1, 1)).map(\.holdsScene) == [false, true])
    #expect(verdicts(decoding(2, 2, 2)).map(\.holdsScene) == [false, false, true])
  }

  @Test("A launch that ended in order has no death to count, and keeps who is still suspected.")
  func orderly() {
    let verdicts = verdicts(decoding(3) + [.closed] + decoding(3))
    #expect(verdicts.map(\.node) == [nil, nil, 3])
  }

  @Test("The second death in a row before the app was well holds back the scene, and no node.")
  func unsettled() {
    #expect(verdicts([.unsettled, .closed, .unsettled]).allSatisfy { !$0.holdsScene })
    let verdicts = verdicts([.unsettled, .unsettled])
    #expect(verdicts.map(\.holdsScene) == [false, true])
    #expect(verdicts.allSatisfy { $0.node == nil })
  }

  @Test("A death between two nodes, and a note that is damaged, blame no node.")
  func nobody() {
    #expect(verdicts([.restoring, .restoring, .restoring]).allSatisfy { $0.node == nil })
    let sound = LaunchNote(3, .decoding)
    for bit in 0..<64 {
      let damaged = LaunchNote(rawValue: sound.rawValue ^ 1 << UInt64(bit))
      let verdict = verdicts([damaged, damaged])[1]
      #expect(verdict.node == nil && !verdict.holdsScene, "bit \(bit)")
      #expect(verdict.record.deathsInRestore == 0, "bit \(bit)")
    }
  }

  @Test("Another boot blames nobody, and keeps a scene held back that is not replaced yet.")
  func otherBoot() {
    var last = LaunchRecord()
    last.note = LaunchNote(3, .decoding)
    last.suspect = 3
    last.deaths = 1
    last.deathsUnsettled = 1
    last.isFromOtherBoot = true
    for holdsScene in [false, true] {
      last.holdsScene = holdsScene
      let verdict = LaunchVerdict(on: last, root: 1, parent: { _ in 2 }, limits: LaunchLimits())
      var fresh = LaunchRecord()
      fresh.note = holdsScene ? .closed : .restoring
      fresh.holdsScene = holdsScene
      #expect(verdict.record == fresh && verdict.node == nil)
    }
  }

  @Test("Another build tries everything again.")
  func otherBuild() {
    var last = LaunchRecord()
    last.note = LaunchNote(3, .decoding)
    last.suspect = 3
    last.deaths = 3
    last.holdsScene = true
    last.isFromOtherBuild = true
    let verdict = LaunchVerdict(on: last, root: 1, parent: { _ in 2 }, limits: LaunchLimits())
    var fresh = LaunchRecord()
    fresh.note = .restoring
    #expect(verdict.record == fresh && verdict.node == nil && !verdict.holdsScene)
  }

  @Test("The limits are settings.")
  func limits() {
    var limits = LaunchLimits()
    limits.deathsBeforeNode = 1
    limits.deathsBeforeContainer = 4
    limits.deathsBeforeScene = 5
    let verdicts = verdicts(decoding(3, 3, 3, 3, 3), limits: limits)
    #expect(verdicts.map(\.node) == [3, 3, 3, 2, nil])
  }

  @Test("Parents that go round in circles end nothing.")
  func circle() {
    let verdicts = verdicts(decoding(3, 3, 4, 4), parents: [3: 5, 5: 3])
    #expect(verdicts.map(\.node) == [nil, 3, nil, 4])
  }

  @Test("A node that dies when it wakes is blamed, though the restore was over.")
  func waking() {
    let note = LaunchNote(3, .waking)
    let verdicts = verdicts([note, .closed, note])
    #expect(verdicts.map(\.node) == [nil, nil, 3])
    #expect(verdicts.allSatisfy { $0.record.deathsInRestore == 0 })
  }

  @Test("Each number that fits comes back from its note, with its stage; others are not noted.")
  func notes() {
    for number in [1, 2, 77, (1 << 44) - 1] as [UInt64] {
      for stage in [.making, .container, .decoding, .finishing, .waking] as [LaunchStage] {
        let note = LaunchNote(NodeNumber(number), stage)
        #expect(note.node == NodeNumber(number) && note.stage == stage)
      }
    }
    #expect(LaunchNote(NodeNumber(1 << 44), .making) == .restoring)
    #expect(LaunchNote.closed.rawValue == 0 && LaunchNote.unsettled.node == nil)
  }
}

extension NodeNumber: ExpressibleByIntegerLiteral {
  package init(integerLiteral value: UInt64) { self.init(value) }
}
