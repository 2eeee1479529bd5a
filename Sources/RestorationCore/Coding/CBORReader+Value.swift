extension CBORReader {
  /// Reads the next item, whatever it is.
  ///
  /// A map with the same key twice is refused.
  ///
  /// - Complexity: O(*n*) in the number of bytes; it does not recurse.
  package mutating func readValue() throws(CBORError) -> StateValue {
    let start = position
    do {
      return try value()
    } catch {
      position = start
      throw error
    }
  }

  private mutating func value() throws(CBORError) -> StateValue {
    var open: [PartialValue] = []
    while true {
      let head = try head()
      var done: FinishedValue
      if head.kind == .end {
        guard let last = open.popLast(), last.mayEnd else {
          throw unexpected(head, expected: "an item")
        }
        position = head.end
        done = try last.finished(in: self)
      } else if let partial = try enter(head) {
        guard depth + open.count < limits.depth else { throw .tooDeep(limits, at: head.start) }
        open.append(partial)
        guard partial.isComplete else { continue }
        done = try open.removeLast().finished(in: self)
      } else {
        done = try scalar(head)
      }
      // The value may be the last one of several that are open.
      while let last = open.indices.last {
        try open[last].add(done, in: self)
        guard open[last].isComplete else { break }
        done = try open.removeLast().finished(in: self)
      }
      guard !open.isEmpty else { return done.value }
    }
  }

  private mutating func enter(_ head: CBORHead) throws(CBORError) -> PartialValue? {
    let count: Int?
    switch head.kind {
    case .array:
      count = head.isIndefinite ? nil : try self.count(of: head, itemsPerEntry: 1)
    case .map:
      count = head.isIndefinite ? nil : try self.count(of: head, itemsPerEntry: 2) * 2
    case .tag:
      count = 1
    default:
      return nil
    }
    position = head.end
    return PartialValue(head: head, count: count)
  }

  private mutating func scalar(_ head: CBORHead) throws(CBORError) -> FinishedValue {
    let value: StateValue
    switch head.kind {
    case .bytes:
      value = .bytes(try skipString(head).reduce(into: []) { $0 += bytes[$1] })
    case .text:
      value = .text(try text(head))
    case .float:
      value = .double(CBORFloat(head).value)
    case .unsigned:
      value = .unsigned(head.argument)
    case .negative:
      value = .negative(head.argument)
    case .boolean:
      value = .boolean(head.first == 0xF5)
    case .null:
      value = .null
    case .undefined:
      value = .undefined
    default:
      try check(simple: head)
      value = .simple(UInt8(truncatingIfNeeded: head.argument))
    }
    if head.kind != .bytes && head.kind != .text { position = head.end }
    return FinishedValue(value: value, start: head.start, isDeterministic: head.isShortest)
  }

  private mutating func text(_ head: CBORHead) throws(CBORError) -> String {
    var text = ""
    for part in try skipString(head) {
      text += try self.text(in: part)
      guard text.utf8.count <= limits.stringLength else {
        throw CBORError.tooLong(text.utf8.count, limits, at: head.start)
      }
    }
    return text
  }
}
