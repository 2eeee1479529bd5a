import NavContainer
import RestorationCore
import SplitContainer
import TabContainer

/// What has to hold once an unwind was carried out.
@MainActor
struct UnwindCheck {
  let feeder: Feeder

  /// What is wrong after an unwind, or `nil` if nothing is.
  func fault(after result: UnwindResult) -> String? {
    guard case .performed(let plan) = result else {
      if case .notFound = result { return nil }
      return "\(result)"
    }
    guard let target = target(of: plan.action) else { return "\(plan) led to no screen" }
    guard target.restorationIdentifier == plan.target.name else {
      return "\(plan) led to \(target.restorationIdentifier ?? "-"), not to \(plan.target.name)"
    }
    guard let sheet = sheet(over: target) else { return nil }
    return "\(plan) left \(sheet.restorationIdentifier ?? "-") over \(plan.target.name)"
  }

  /// Where the user is; after a follow-up that went on from the list, that list.
  private func target(of action: UnwindAction) -> (any Screen)? {
    guard action == .nextNote else { return feeder.focusedScreen }
    return (feeder.split?.lists.topRestorable ?? feeder.search.restorableStack.first) as? any Screen
  }

  /// What a screen, or anything that contains it, presents.
  private func sheet(over screen: any Screen) -> (any Restorable)? {
    var node: RestorableController? = screen
    while let current = node {
      if let presented = current.presentedRestorable { return presented }
      node = current.enclosingRestorable as? RestorableController
    }
    return nil
  }
}
