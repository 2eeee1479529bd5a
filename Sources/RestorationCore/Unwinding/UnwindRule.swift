/// Where a container sends the unwinds of a name, without a subclass and without a handler.
///
/// A drawer that knows where its center's stack begins and ends takes two lines:
///
/// ```swift
/// drawer.unwindRules = [
///   .toFirst(of: .center, prefix: "unwindToInitial"),
///   .toTop(of: .center, prefix: "unwindToLast"),
/// ]
/// ```
///
/// Rules are set on a container, or registered for containers at certain places with
/// ``RestorationClassRegistry/registerUnwindRules(_:at:)``. A rule is consulted when the search for a
/// target reaches its container, before the container's children; the target is not asked, and if
/// it has no handler for the action it is only revealed. A rule never leads to the source itself, nor
/// to a container that holds it: nothing would be taken down. One that leads nowhere is reported.
public struct UnwindRule: Hashable, Sendable {
  /// Which actions a rule is for.
  public enum Condition: Hashable, Sendable {
    /// A single action.
    case action(UnwindAction)
    /// All actions whose name begins with a text.
    case prefix(String)
  }

  /// Which node a rule leads to.
  public enum Destination: Hashable, Sendable {
    /// The first child in order: the root of a stack, the first tab.
    case first
    /// The child that is searched first: the top of a stack, the selected tab.
    case top
    /// The child with an identifier, compared by its UTF-8 bytes.
    case child(String)
    /// The node in the slot itself.
    case occupant
  }

  /// Which actions the rule is for.
  public let condition: Condition

  /// The slot of the rule's container in which the destination stands; `nil` for the container itself.
  public let slot: ContainerSlot?

  /// The node that it leads to, seen from what stands in the slot.
  public let destination: Destination

  /// Makes a rule.
  public init(_ condition: Condition, slot: ContainerSlot?, destination: Destination) {
    self.condition = condition
    self.slot = slot
    self.destination = destination
  }

  /// Whether the rule is for an action.
  public func applies(to action: UnwindAction) -> Bool {
    switch condition {
    case .action(let own): own == action
    case .prefix(let prefix): action.rawValue.hasPrefix(prefix)
    }
  }
}

// MARK: - Making rules

extension UnwindRule {
  /// Leads an action to the first child of the container in a slot, or of the rule's own.
  ///
  /// What stands in the slot without being a container is its own first child.
  public static func toFirst(of slot: ContainerSlot? = nil, for action: UnwindAction) -> Self {
    Self(.action(action), slot: slot, destination: .first)
  }

  /// Leads all actions of a prefix to the first child of the container in a slot, or of the rule's own.
  public static func toFirst(of slot: ContainerSlot? = nil, prefix: String) -> Self {
    Self(.prefix(prefix), slot: slot, destination: .first)
  }

  /// Leads an action to the top child of the container in a slot, or of the rule's own.
  ///
  /// What stands in the slot without being a container is its own top child.
  public static func toTop(of slot: ContainerSlot? = nil, for action: UnwindAction) -> Self {
    Self(.action(action), slot: slot, destination: .top)
  }

  /// Leads all actions of a prefix to the top child of the container in a slot, or of the rule's own.
  public static func toTop(of slot: ContainerSlot? = nil, prefix: String) -> Self {
    Self(.prefix(prefix), slot: slot, destination: .top)
  }

  /// Leads an action to the child with an identifier in the container in a slot, or in the rule's own.
  public static func toChild(
    _ identifier: String,
    of slot: ContainerSlot? = nil,
    for action: UnwindAction
  ) -> Self {
    Self(.action(action), slot: slot, destination: .child(identifier))
  }

  /// Leads all actions of a prefix to the child with an identifier in the container in a slot, or in
  /// the rule's own.
  public static func toChild(
    _ identifier: String,
    of slot: ContainerSlot? = nil,
    prefix: String
  ) -> Self {
    Self(.prefix(prefix), slot: slot, destination: .child(identifier))
  }

  /// Leads an action to what stands in a slot.
  public static func toOccupant(of slot: ContainerSlot, for action: UnwindAction) -> Self {
    Self(.action(action), slot: slot, destination: .occupant)
  }

  /// Leads all actions of a prefix to what stands in a slot.
  public static func toOccupant(of slot: ContainerSlot, prefix: String) -> Self {
    Self(.prefix(prefix), slot: slot, destination: .occupant)
  }
}

extension UnwindRule: CustomStringConvertible {
  /// The rule on one line, such as `unwindToInitial… to the first of center`.
  public var description: String {
    let name =
      switch condition {
      case .action(let action): action.rawValue
      case .prefix(let prefix): prefix + "…"
      }
    let place =
      switch destination {
      case .first: "the first"
      case .top: "the top"
      case .child(let identifier): "'\(identifier)'"
      case .occupant: "what stands"
      }
    let container = slot.map { $0.name.isEmpty ? "the only slot" : $0.name } ?? "the container"
    return "\(name) to \(place) \(destination == .occupant ? "in" : "of") \(container)"
  }
}
