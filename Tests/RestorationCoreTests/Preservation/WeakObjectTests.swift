import Foundation
import Synchronization
import Testing

@testable import RestorationCore

@Suite("A weak reference to a node's object")
struct WeakObjectTests {
  @Test("It gives the object, as the class that it is, until that is gone.")
  @MainActor
  func life() {
    var first: (any Restorable)? = Mortal("first")
    let second = Mortal("second")
    let weak = first.map { Box($0) }
    let other = Box(second)
    #expect(weak?.weak.object === first && weak?.weak.object?.restorationIdentifier == "first")
    #expect(first.map { weak?.weak.isReference(to: $0) } == true)
    #expect(weak?.weak.isReference(to: second) == false)
    first = nil
    #expect(weak?.weak.object == nil && weak?.weak.isReference(to: second) == false)
    #expect(other.weak.object === second && other.weak.object?.restorationIdentifier == "second")
  }

  @Test("It keeps no object alive, and what it gave does.")
  @MainActor
  func holding() {
    let deaths = Counter()
    var object: Mortal? = Mortal { deaths.add() }
    let weak = object.map { Box($0) }
    var given = weak?.weak.object
    object = nil
    #expect(deaths.value == 0 && given != nil)
    given = nil
    #expect(deaths.value == 1 && weak?.weak.object == nil)
  }

  @Test("An object that is going is not given any more.")
  @MainActor
  func going() {
    let seen = Counter()
    let weak = Mutex<Box?>(nil)
    var object: Mortal? = Mortal {
      let box = weak.withLock { $0 }
      if MainActor.assumeIsolated({ box?.weak.object == nil }) { seen.add() }
    }
    let box = object.map { Box($0) }
    weak.withLock { $0 = box }
    #expect(box?.weak.object != nil && seen.value == 0)
    object = nil
    #expect(seen.value == 1)
  }

  @Test("It counts as unowned while it is there, also of an object that others hold weakly.")
  @MainActor
  func counts() {
    for isHeldWeakly in [false, true] {
      let object = Mortal("node")
      weak let beside = isHeldWeakly ? object : nil
      let before = _getUnownedRetainCount(object)
      do {
        let weak = Box(object)
        #expect(weak.weak.object === object)
        #expect(_getUnownedRetainCount(object) == before + 1)
      }
      #expect(_getUnownedRetainCount(object) == before)
      #expect(beside === (isHeldWeakly ? object : nil))
    }
  }

  @Test("Whoever asks while another thread lets go gets the object whole, or none.")
  @MainActor
  func race() throws {
    for _ in 0..<500 {
      let last = Mutex<Mortal?>(Mortal())
      let weak = Box(try #require(last.withLock { $0 }))
      Thread.detachNewThread { last.withLock { $0 = nil } }
      while let object = weak.weak.object { #expect(object.restorationIdentifier == "node") }
    }
  }
}

/// Holds a reference where an object is asked for.
@MainActor
private final class Box {
  let weak: WeakObject

  init(_ object: any Restorable) {
    weak = WeakObject(object)
  }
}

private final class Counter: Sendable {
  private let count = Atomic(0)

  var value: Int { count.load(ordering: .sequentiallyConsistent) }

  func add() { count.add(1, ordering: .sequentiallyConsistent) }
}

/// A node that tells of its death.
private final class Mortal: Restorable {
  let restorationIdentifier: String?
  private let death: @Sendable () -> Void

  init(_ identifier: String = "node", death: @escaping @Sendable () -> Void = {}) {
    restorationIdentifier = identifier
    self.death = death
  }

  deinit {
    death()
  }
}
