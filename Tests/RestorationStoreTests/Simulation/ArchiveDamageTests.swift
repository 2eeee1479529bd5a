import Foundation
import Synchronization
import Testing

@testable import RestorationCore
@testable import RestorationStore

@Suite("Damage anywhere in a folder costs what it hit, and is reported")
struct ArchiveDamageTests {
  /// One of how many places is damaged: a prime, so that all bits have their turn.
  private static let stride = LongSimulation.target == nil ? 211 : 1

  @Test("Each flipped bit costs a node, or the saves that may not be on the disk.")
  func flippedBits() throws {
    let fixture = try DamagedFolder()
    let bits = fixture.files.flatMap { path, bytes in
      Swift.stride(from: 0, to: bytes.count * 8, by: Self.stride).map { (path, $0) }
    }
    let tally = Tally()
    DispatchQueue.concurrentPerform(iterations: bits.count) { index in
      let (path, bit) = bits[index]
      let outcome = fixture.outcome(of: path) { $0[bit / 8] ^= 1 << UInt8(bit % 8) }
      tally.note(outcome, "bit \(bit % 8) of byte \(bit / 8) of \(path)")
    }
    #expect(tally.violations.prefix(5) == [])
    #expect(tally.count(.nodeLost) > 0 && tally.count(.older) > 0 && tally.count(.whole) > 0)
    print("damage: \(bits.count) flipped bits, \(tally.summary)")
  }

  @Test("Each file cut short anywhere costs the saves whose ends are gone.")
  func truncations() throws {
    let fixture = try DamagedFolder()
    let lengths = fixture.files.flatMap { path, bytes in
      Swift.stride(from: 0, to: bytes.count, by: min(Self.stride, 31)).map { (path, $0) }
    }
    let tally = Tally()
    DispatchQueue.concurrentPerform(iterations: lengths.count) { index in
      let (path, length) = lengths[index]
      let outcome = fixture.outcome(of: path, mayEnd: path.contains("journal")) {
        $0.removeSubrange(length...)
      }
      tally.note(outcome, "\(path) cut at \(length)")
    }
    #expect(tally.violations.prefix(5) == [])
    #expect(tally.count(.older) > 0 && tally.count(.whole) > 0)
    print("damage: \(lengths.count) lengths, \(tally.summary)")
  }
}

/// What damage came to.
enum DamageOutcome: Hashable, Sendable {
  /// Everything is as it was saved.
  case whole

  /// One node is missing, and nothing else, which is reported.
  case nodeLost

  /// It is as it was at an earlier save.
  case older

  /// Something that must not be.
  case wrong(String)
}

/// How often each came up, from several threads.
private final class Tally: Sendable {
  private let outcomes = Mutex<[DamageOutcome: Int]>([:])
  private let wrong = Mutex<[String]>([])

  var violations: [String] { wrong.withLock { $0.sorted() } }

  var summary: String {
    "\(count(.whole)) without loss, \(count(.nodeLost)) of a node, "
      + "\(count(.older)) of the last saves"
  }

  func count(_ outcome: DamageOutcome) -> Int {
    outcomes.withLock { $0[outcome, default: 0] }
  }

  func note(_ outcome: DamageOutcome, _ place: String) {
    if case .wrong(let message) = outcome {
      wrong.withLock { $0.append("\(place): \(message)") }
    } else {
      outcomes.withLock { $0[outcome, default: 0] += 1 }
    }
  }
}
