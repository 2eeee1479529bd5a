internal import Dispatch
internal import Synchronization

/// A batch on its way into the store, until the answer came.
///
/// The answer may come from any thread, while the main actor is blocked in ``wait()`` too.
final class CommitInFlight: Sendable {
  typealias Answer = Result<Void, StateStoreError>

  private enum State {
    /// The call that hands the batch over has not returned.
    case handingOver
    case waiting
    /// The main actor stands still until the answer comes.
    case awaited(DispatchSemaphore)
    case answered(Answer)
  }

  private let state = Mutex(State.handingOver)

  /// Takes the store's answer; a second one is ignored.
  ///
  /// - Returns: Whether it has to be delivered, since nobody waits for it.
  func take(_ answer: Answer) -> Bool {
    state.withLock { state in
      switch state {
      case .handingOver:
        state = .answered(answer)
        return false
      case .waiting:
        state = .answered(answer)
        return true
      case .awaited(let arrival):
        state = .answered(answer)
        arrival.signal()
        return false
      case .answered:
        return false
      }
    }
  }

  /// Notes that the call has returned, and gives the answer if that came within it.
  func callReturned() -> Answer? {
    state.withLock { state in
      if case .answered(let answer) = state { return answer }
      state = .waiting
      return nil
    }
  }

  /// The answer, if it came.
  var answer: Answer? {
    state.withLock { state in
      if case .answered(let answer) = state { answer } else { nil }
    }
  }

  /// Waits for the answer.
  func wait() -> Answer {
    while true {
      if let answer { return answer }
      let arrival = DispatchSemaphore(value: 0)
      let isAnswered = state.withLock { state in
        if case .answered = state { return true }
        state = .awaited(arrival)
        return false
      }
      if !isAnswered { arrival.wait() }
    }
  }
}
