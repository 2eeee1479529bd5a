/// A value that closures of a test share.
@MainActor
final class Noted<Value> {
  var value: Value

  init(_ value: Value) {
    self.value = value
  }
}

extension Noted where Value == [String] {
  /// Notes an event.
  func add(_ event: String) { value.append(event) }
}
