/// Numbers for nodes that are in no scene's table.
///
/// They take no part in restoration, or no scene is open. The numbers are never saved, and an object
/// keeps its own for as long as it lives.
@MainActor
final class PassingNumbers {
  /// Far above all numbers that are saved.
  private static let first: UInt64 = 1 << 63

  private struct Entry {
    let number: NodeNumber
    weak var object: (any Restorable)?
  }

  private var entries: [ObjectIdentifier: Entry] = [:]
  private var objects: [NodeNumber: ObjectIdentifier] = [:]
  private var next = PassingNumbers.first

  func number(of object: any Restorable) -> NodeNumber? {
    guard let entry = entries[ObjectIdentifier(object)], entry.object === object else { return nil }
    return entry.number
  }

  func object(for number: NodeNumber) -> (any Restorable)? {
    objects[number].flatMap { entries[$0] }?.object
  }

  func add(_ object: any Restorable) -> NodeNumber {
    if let known = number(of: object) { return known }
    forgetTheDead()
    defer { next += 1 }
    let number = NodeNumber(next)
    entries[ObjectIdentifier(object)] = Entry(number: number, object: object)
    objects[number] = ObjectIdentifier(object)
    return number
  }

  private func forgetTheDead() {
    // Seldom enough that adding costs the same on average, however many there are.
    guard entries.count >= 64, entries.count.nonzeroBitCount == 1 else { return }
    entries = entries.filter { $0.value.object != nil }
    objects = Dictionary(
      entries.map { ($0.value.number, $0.key) },
      uniquingKeysWith: { first, _ in first }
    )
  }
}
