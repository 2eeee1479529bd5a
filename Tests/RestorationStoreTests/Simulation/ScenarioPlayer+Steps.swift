import Foundation
import Synchronization

@testable import RestorationCore
@testable import RestorationStore

extension ScenarioPlayer {
  mutating func save(_ names: [String]) {
    version += 1
    var next = world
    var changes: [SceneChanges] = []
    for name in names {
      let old = next.scenes[name]
      var new = old ?? .seedling(name)
      new.mutate(version: version, using: &generator)
      changes.append(SceneChanges(from: old, to: new))
      next.scenes[name] = new
    }
    commit(changes, making: next)
  }

  /// Saves a record alone, or as a batch where the store wants it so, as a session does.
  mutating func touch(_ name: String) {
    guard let old = world.scenes[name] else { return save([name]) }
    var next = world
    var new = old
    new.touch(using: &generator)
    next.scenes[name] = new
    let change = RecordChange(SceneChanges(from: old, to: new))
    _ = attempt(next) { [run] (store) throws(StateStoreError) in
      if try store.save(change, mayWait: true) { return run.noteRecordAlone() }
      try store.commit([change.changes])
    }
  }

  mutating func replace(_ name: String, setsAside reason: String?) {
    version += 1
    var next = world
    var new = StateArchive.seedling(name)
    new.mutate(version: version, using: &generator)
    next.scenes[name] = new
    var changes = SceneChanges(replacingWith: new)
    changes.setsAside = reason
    let replaced = run.promise.acknowledged
    if commit([changes], making: next), reason != nil { run.keep(replaced) }
  }

  @discardableResult
  private mutating func commit(_ changes: [SceneChanges], making next: ScenarioWorld) -> Bool {
    attempt(next) { (store) throws(StateStoreError) in try store.commit(changes) }
  }

  mutating func discard(_ name: String) {
    var next = world
    next.scenes[name] = nil
    _ = attempt(next) { (store) throws(StateStoreError) in try store.discard(scene: name) }
  }

  mutating func erase() {
    run.attempt(ScenarioWorld())
    run.beginErasing()
    if perform({ (store) throws(StateStoreError) in try store.erase() }) { run.endErasing() }
  }

  mutating func keep(_ name: String) {
    let kept = run.promise.acknowledged
    // Until it has returned, either of two of one name may be there.
    run.keep(nil, as: name)
    if perform({ (store) throws(StateStoreError) in try store.keep(as: name) }) {
      run.keep(kept, as: name)
    }
  }

  /// Hands over several saves one after the other, without waiting for any.
  mutating func saveInBackground(_ names: [String]) {
    guard !run.hasFault else {
      // If one of several fails, those after it are made to what the app does not know.
      save(names)
      return
    }
    hasSaved = true
    var last = world
    for name in names {
      version += 1
      let old = last.scenes[name]
      var new = old ?? .seedling(name)
      new.mutate(version: version, using: &generator)
      last.scenes[name] = new
      let index = run.attempt(last)
      let isDurable = store.isDurable
      store.commit([SceneChanges(from: old, to: new)]) { [run] result in
        switch result {
        case .success: run.acknowledge(index, isCertain: isDurable)
        case .failure(let error): run.note("in the background: \(error)")
        }
      }
    }
  }

  mutating func flush() {
    if perform({ (store) throws(StateStoreError) in try store.flush() }) { run.certify() }
  }

  mutating func saveNothing() {
    let changes = world.scenes.values.map { SceneChanges(replacingWith: $0) }
    _ = perform { (store) throws(StateStoreError) in try store.commit(changes) }
  }

  mutating func reopen() {
    store.close()
    // A store that saved nothing, or that a fault kept from it, has nothing to bring to the disk.
    if hasSaved, !run.wasHit(before: disk.callCount) { run.certify() }
    hasSaved = false
    store = scenario.store(on: disk)
  }

  mutating func die() {
    let successor = disk.otherProcess()
    disk.kill()
    disk = successor
    hasSaved = false
    store = scenario.store(on: disk)
  }

  private mutating func attempt(
    _ next: ScenarioWorld,
    _ body: (FileStateStore) throws(StateStoreError) -> Void
  ) -> Bool {
    let index = run.attempt(next)
    guard perform(body) else { return false }
    hasSaved = true
    run.acknowledge(index, isCertain: store.isDurable)
    return true
  }

  /// Does something, once more after opening the store again where it fails on account of a fault
  /// that is over; answers whether it succeeded.
  mutating func perform(
    _ body: (FileStateStore) throws(StateStoreError) -> Void
  ) -> Bool {
    for isSecond in [false, true] {
      let start = disk.callCount
      do throws(StateStoreError) {
        try body(store)
        return true
      } catch {
        store.waitUntilIdle()
        if run.isExcused(from: start, to: disk.callCount) { return false }
        if isSecond || !run.wasHit(before: disk.callCount) {
          run.note("call \(start) to \(disk.callCount): \(error)")
          return false
        }
        // What failed before may be there now, and is what the app goes on from.
        let acknowledged = run.promise.acknowledged
        reopen()
        check(after: .reopen)
        if run.promise.acknowledged != acknowledged { return false }
      }
    }
    return false
  }
}
