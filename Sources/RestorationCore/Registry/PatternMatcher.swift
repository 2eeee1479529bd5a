/// Values under patterns of paths, found by the most specific pattern that matches a path.
///
/// The patterns are an automaton that reads a path from the root down. Its states are made when a
/// path first needs them, and kept: a step down is one look-up in a table, whatever the number of
/// patterns, and a walk can carry the state of a parent to each of its children. The first step of
/// its kind costs the number of patterns that are still possible there.
///
/// A copy shares the states until either is given another pattern.
package struct PatternMatcher<Value> {
  /// What is known of the patterns after some components of a path.
  package typealias State = PatternMatcherState

  private var trie = PatternTrie()
  private var values: [Int32: Value] = [:]
  private var cache: PatternMatcherCache
  private let capacity: Int

  /// Makes a matcher without patterns.
  ///
  /// - Parameter capacity: How many nodes and steps of the automaton to keep; by default a few
  ///   megabytes of them.
  package init(capacity: Int = 1 << 20) {
    self.capacity = capacity
    cache = PatternMatcherCache(capacity: capacity)
  }

  /// Puts a value under a pattern; it replaces one under an equal pattern.
  ///
  /// States taken from the matcher before are of no use afterwards.
  ///
  /// - Complexity: O(*n*) in the number of the pattern's components.
  package mutating func insert(_ value: Value, at pattern: IdentifierPath.Pattern) {
    values[trie.insert(pattern)] = value
    // The old cache may belong to a copy as well, for which it is still right.
    cache = PatternMatcherCache(capacity: capacity)
  }

  /// Returns the value under the most specific pattern that matches a path.
  ///
  /// - Complexity: O(*n*) in the depth of the path, once paths like it have been looked up.
  package func value(at path: IdentifierPath) -> Value? {
    value(in: path.components.reduce(start) { advance($0, by: $1) })
  }
}

// MARK: - Walking

extension PatternMatcher {
  /// The state before the first component of a path.
  package var start: State { cache.start(of: trie) }

  /// Returns the state after one more component.
  package func advance(
    _ state: State,
    by component: @autoclosure () -> IdentifierPath.Component
  ) -> State {
    // Where there are no patterns, all states are the same.
    guard !values.isEmpty else { return state }
    return cache.successor(of: state, by: trie.symbol(for: component()), in: trie)
  }

  /// Returns the value under the most specific pattern that matches the components so far.
  package func value(in state: State) -> Value? {
    state.best.flatMap { values[$0] }
  }

  /// How many steps were looked up and how many nodes of the automaton were visited for it.
  package var work: Int { cache.work }
}
