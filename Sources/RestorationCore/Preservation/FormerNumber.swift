/// The number of an object that left the tree of a scene, in case it comes back: when a transition is
/// cancelled, or a screen that was popped is pushed again.
final class FormerNumber {
  let number: NodeNumber
  let membership: SceneMembership

  /// Which of the scene's tables the number is from; a restore begins a new one.
  let table: Int

  init(number: NodeNumber, membership: SceneMembership, table: Int) {
    self.number = number
    self.membership = membership
    self.table = table
  }
}
