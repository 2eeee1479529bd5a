import Foundation
import RestorationCore
import RestorationStore
import Synchronization

/// The process that hands records to a store, until it is killed.
struct RecordsChild {
  private let run: Run
  private let folder: URL

  init(_ run: Run, folder: URL) {
    self.run = run
    self.folder = folder
  }

  /// Never returns but after a failure, which it reports.
  func work() {
    do {
      Message.opening.report()
      var store = FileStateStore(directory: folder, options: .torture(run))
      let step = try Inspection(store: store).step(seed: run.seed, in: run.lowest...run.highest)
      Message.found(step).report()
      var world = World(seed: run.seed, step: step)
      while true {
        if run.background > 0 {
          try saveInBackground(&world, store)
        } else {
          try store.perform(world.advance())
          Message.saved(world.step).report()
        }
        try meddle(&store, at: world.step)
      }
    } catch {
      Message.failed("\(error)".replacing("\n", with: " ")).report()
    }
  }

  /// Does now and then what apps do beside saving.
  private func meddle(_ store: inout FileStateStore, at step: Int) throws {
    switch Int.random(in: 0..<100) {
    case 0: try store.flush()
    case 1...5: try store.compact()
    case 6:
      store.close()
      store = FileStateStore(directory: folder, options: .torture(run))
    case 7...14:
      Message.keeping(step).report()
      try store.keep(as: Inspection.snapshot)
      Message.kept(step).report()
    default: break
    }
  }

  /// Hands over some saves, and waits for all of their answers.
  private func saveInBackground(_ world: inout World, _ store: FileStateStore) throws {
    let answers = DispatchGroup()
    let failure = Mutex<(any Error)?>(nil)
    for _ in 0..<run.background {
      let save = world.advance()
      let step = world.step
      guard case .commit(let changes) = save else {
        try store.perform(save)
        Message.saved(step).report()
        continue
      }
      answers.enter()
      store.commit(changes) { result in
        if case .failure(let error) = result { failure.withLock { $0 = error } }
        if case .success = result { Message.saved(step).report() }
        answers.leave()
      }
    }
    answers.wait()
    if let error = failure.withLock({ $0 }) { throw error }
  }
}

extension FileStateStore {
  fileprivate func perform(_ save: Save) throws(StateStoreError) {
    switch save {
    case .commit(let changes): try commit(changes)
    case .discard(let name): try discard(scene: name)
    }
  }
}
