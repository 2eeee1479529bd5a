/// A set of patterns that are still possible after some components of a path.
package final class PatternMatcherState: Sendable {
  /// Tells the states of one cache apart; never used twice.
  fileprivate let number: Int

  /// The nodes of the trie that the components lead to.
  fileprivate let nodes: [Int32]

  /// The node at which the most specific pattern ends, if one ends here.
  let best: Int32?

  fileprivate init(number: Int, nodes: [Int32], best: Int32?) {
    self.number = number
    self.nodes = nodes
    self.best = best
  }
}

/// The states and steps of a matcher that were needed so far.
///
/// An archive decides which paths are looked up, so the tables are emptied when they have grown
/// beyond what any app needs; states that a walk still carries stay usable.
final class PatternMatcherCache {
  private struct Step: Hashable {
    let state: Int
    let symbol: PatternTrie.Symbol
  }

  /// How many nodes and steps are kept.
  private let capacity: Int

  private var states: [[Int32]: PatternMatcherState] = [:]
  private var steps: [Step: PatternMatcherState] = [:]
  private var stored = 0

  /// The step that was looked up last, which that of the next sibling is as a rule.
  private var last: (step: Step, state: PatternMatcherState)?

  private var nextNumber = 0

  /// How many steps were looked up and how many nodes were visited to find them.
  private(set) var work = 0

  /// Makes empty tables for a number of nodes and steps.
  init(capacity: Int) {
    self.capacity = capacity
  }

  /// Returns the state before the first component.
  func start(of trie: PatternTrie) -> PatternMatcherState {
    state(of: trie.start, in: trie)
  }

  /// Returns the state that a component leads to.
  func successor(
    of state: PatternMatcherState,
    by symbol: PatternTrie.Symbol,
    in trie: PatternTrie
  ) -> PatternMatcherState {
    work += 1
    let step = Step(state: state.number, symbol: symbol)
    if let last, last.step == step { return last.state }
    let successor = steps[step] ?? findSuccessor(of: state, by: symbol, in: trie)
    last = (step, successor)
    return successor
  }

  private func findSuccessor(
    of state: PatternMatcherState,
    by symbol: PatternTrie.Symbol,
    in trie: PatternTrie
  ) -> PatternMatcherState {
    work += state.nodes.count
    let successor = self.state(of: trie.successors(of: state.nodes, by: symbol), in: trie)
    reserve(1)
    steps[Step(state: state.number, symbol: symbol)] = successor
    return successor
  }

  private func state(of nodes: [Int32], in trie: PatternTrie) -> PatternMatcherState {
    if let known = states[nodes] { return known }
    reserve(nodes.count + 1)
    let state = PatternMatcherState(
      number: nextNumber,
      nodes: nodes,
      best: trie.mostSpecific(of: nodes)
    )
    nextNumber += 1
    states[nodes] = state
    return state
  }

  private func reserve(_ count: Int) {
    if stored + count > capacity {
      states.removeAll()
      steps.removeAll()
      stored = 0
    }
    stored += count
  }
}
