import Foundation
import Synchronization
import Testing

@testable import RestorationCore
@testable import RestorationStore

@Suite("Without any one of the store's precautions, the simulation fails")
struct MutationTests {
  /// Synchronizations that are made for other reasons than what a launch may find, and which.
  private static let exempt: [String: String] = [
    "folder -state": "an empty folder that comes back after an erasing holds nothing"
  ]

  /// Scenarios that between them need every precaution.
  private static let scenarios: [Scenario] =
    [
      .scripted(seed: 1, durability: .processCrash), .scripted(seed: 1, durability: .powerLoss),
    ] + (1...4).map { .random(seed: $0, count: 25) }

  @Test(
    "Each synchronization is needed.",
    .enabled(if: LongSimulation.target != nil, "SIMULATION_IMAGES asks for what takes long.")
  )
  func synchronizations() throws {
    var labels: Set<String> = []
    for scenario in Self.scenarios {
      labels.formUnion(ScenarioRun(scenario).run().synchronizations)
    }
    #expect(labels.count > 10)
    let findings = Findings()
    let list = labels.filter { Self.exempt[$0] == nil }.sorted()
    DispatchQueue.concurrentPerform(iterations: list.count) { index in
      let label = list[index]
      let trial = SynchronizationTrial(label: label, scenarios: Self.scenarios)
      findings.note(trial.violation(), for: label)
    }
    #expect(findings.missed == [])
    print("mutations: \(list.count) synchronizations, each of which is needed")
  }

  @Test("The synchronizations of a save and of what follows a full segment are needed.")
  func mainSynchronizations() throws {
    let scenario = Scenario.scripted(seed: 1, durability: .powerLoss)
    for label in ["file journal-*.cbors", "file state-*.unfinished"] {
      let trial = SynchronizationTrial(label: label, scenarios: [scenario])
      #expect(trial.violation() != nil, "\(label)")
    }
  }

  @Test("Each of the other precautions is needed.", arguments: Precaution.allCases)
  fileprivate func precautions(_ precaution: Precaution) throws {
    #expect(try !precaution.fails(isTakenOut: false), "with it")
    #expect(try precaution.fails(isTakenOut: true), "without it")
  }
}

/// What was found without each synchronization, from several threads.
private final class Findings: Sendable {
  private let list = Mutex<[String: String?]>([:])

  /// The labels of those without which nothing was found.
  var missed: [String] { list.withLock { $0.filter { $0.value == nil }.keys.sorted() } }

  func note(_ violation: String?, for label: String) {
    print("mutations: without \(label): \(violation?.prefix(160) ?? "nothing is found")")
    list.withLock { $0[label] = .some(violation) }
  }
}

/// A precaution that is not a synchronization.
private enum Precaution: CaseIterable {
  case salts
  case chains
  case ends
  case order
  case names
}

extension Precaution {
  /// The member of the checks.
  private var member: WritableKeyPath<FormatChecks, Bool> {
    switch self {
    case .salts: \.salts
    case .chains: \.chains
    case .ends: \.ends
    case .order: \.order
    case .names: \.names
    }
  }

  /// Whether something is found that must not be, in what needs the precaution most.
  func fails(isTakenOut: Bool) throws -> Bool {
    var options = FileStateStore.Options.small(segment: 4_000, floor: 1 << 20, .processCrash)
    if isTakenOut { options.limits.checks[keyPath: member] = false }
    let trial = PrecautionTrial(options: options)
    return switch self {
    case .salts: try trial.takesItemsFromBodies()
    case .chains: try trial.mixesHistories()
    case .ends: try trial.takesWhatFailed(inFirstWrite: false)
    case .order: try trial.takesWhatFailed(inFirstWrite: true)
    case .names: try trial.takesOldFile()
    }
  }
}
