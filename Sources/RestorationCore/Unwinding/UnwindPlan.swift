/// What an unwind will do, as a value: who asked, who answers, and what is taken down between them.
///
/// A plan names nodes by number and role, so it is the same before a save and after the restore, in
/// every layout. Printed, it reads "dismiss compose, close the drawer, select inbox, pop to list".
/// ``RestorationSession/isStale(_:)`` says whether the tree has changed since.
public struct UnwindPlan: Hashable, Sendable {
  /// What was asked for.
  public let action: UnwindAction

  /// The scene in which it happens; empty for a tree that stands in none.
  public let scene: String

  /// The nodes from the source outwards to the nearest one that holds both it and the target.
  ///
  /// If the target stands in another scene, it is the source alone.
  public let ascent: [Node]

  /// The nodes from that one, the last of ``ascent``, down to the target.
  ///
  /// If the target stands in another scene, they begin at that scene's root.
  public let descent: [Node]

  /// What is done, in order: dismissals from the outermost inwards, then what each container reveals.
  ///
  /// A container that shows the next node already is among them, with a step that moves nothing.
  public let steps: [Step]

  package init(
    action: UnwindAction,
    scene: String,
    ascent: [Node],
    descent: [Node],
    steps: [Step]
  ) {
    self.action = action
    self.scene = scene
    self.ascent = ascent
    self.descent = descent
    self.steps = steps
  }
}

// MARK: - Nodes

extension UnwindPlan {
  /// A node as a plan names it.
  public struct Node: Hashable, Sendable {
    /// The node's number in its scene.
    ///
    /// A node that takes no part in restoration has one too, which is never saved.
    public let number: NodeNumber

    /// The node's restoration identifier; its class if it has none.
    public let name: String

    /// The slot of its parent in which it stands.
    public let slot: ContainerSlot

    package init(number: NodeNumber, name: String, slot: ContainerSlot) {
      self.number = number
      self.name = name
      self.slot = slot
    }
  }

  /// The node that asked.
  public var source: Node { ascent[0] }

  /// The node that answers.
  public var target: Node { descent[descent.count - 1] }

  /// The nearest node that is, or holds, both the source and the target; in another scene its root.
  public var commonAncestor: Node { descent[0] }
}

extension UnwindPlan.Node: CustomStringConvertible {
  /// The node's role and number, such as `center:inbox #4`.
  public var description: String {
    (slot == .only ? "" : slot.name + ":") + "\(name) \(number)"
  }
}

// MARK: - Steps

extension UnwindPlan {
  /// One step of a plan.
  public struct Step: Hashable, Sendable {
    /// What is done.
    public enum Kind: Hashable, Sendable {
      /// The parent dismisses what it presents, with everything presented above that.
      case dismiss
      /// The parent, a container, shows one of its children.
      case reveal
    }

    /// What is done.
    public let kind: Kind

    /// The node that does it.
    public let parent: Node

    /// The node that is dismissed or shown.
    public let child: Node

    /// What it looks like, such as "pop to list"; `nil` if nothing moves.
    public let movement: String?

    package init(_ kind: Kind, _ child: Node, by parent: Node, movement: String?) {
      self.kind = kind
      self.parent = parent
      self.child = child
      self.movement = movement
    }
  }
}

extension UnwindPlan: CustomStringConvertible {
  /// What moves, in order, on one line.
  public var description: String {
    let movements = steps.compactMap(\.movement)
    return movements.isEmpty ? "stay at \(target.name)" : movements.joined(separator: ", ")
  }
}
