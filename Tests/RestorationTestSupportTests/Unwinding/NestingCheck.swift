import RestorationCore
import RestorationTestSupport
import Testing

/// One nesting, with the requests that are made in it.
@MainActor
struct NestingCheck {
  private struct Request {
    let source: String
    let answering: Set<String>
  }

  private let tree: Blueprint
  private let index: Int
  private let requests: [Request]

  /// Whether the dearer half is done too: what needs a restore.
  private let isRestored: Bool

  /// Takes every request of a stride; which one comes first depends on the nesting.
  init(_ tree: Blueprint, index: Int, stride: Int, isRestored: Bool) {
    self.isRestored = isRestored
    self.tree = tree
    self.index = index
    let labels = tree.labels
    let count = labels.count * labels.count
    requests = Swift.stride(from: index % min(stride, count), to: count, by: stride).map { number in
      let (source, target) = (labels[number / labels.count], labels[number % labels.count])
      // Sometimes a second node answers as well: the nearer one is the target then.
      let other = number.isMultiple(of: 3) ? [labels[number / 3 % labels.count]] : []
      return Request(source: source, answering: Set([target] + other))
    }
  }
}

// MARK: - Searching

extension NestingCheck {
  /// Searches before a save, in the other layout, and after the restore, and compares.
  func searches() throws {
    let app = ProbeApp(
      tree,
      launch: index.isMultiple(of: 2) ? .rootOnly : .everything,
      isCollapsed: index % 3 == 0
    )
    let bytes = try app.harness.savedState()
    let first = try searches(in: app)
    for (request, search) in zip(requests, first) { compare(search, with: request) }
    #expect(app.hasNothingToSave, "planning changes \(tree)")
    app.setCollapsed(index % 3 != 0)
    let turned = try searches(in: app)
    #expect(turned == first, "another layout has other plans in \(tree)")
    #expect(app.hasNothingToSave, "another layout is saved of \(tree)")
    guard isRestored else { return }
    let report = try app.harness.restore(from: bytes)
    #expect(report.outcome == .restored, "\(report)")
    #expect(app.blueprint == tree.withoutRules)
    let restored = try searches(in: app)
    #expect(restored == first, "after the restore there are other plans in \(tree)")
  }

  private func searches(in app: ProbeApp) throws -> [ProbeApp.Search] {
    let nodes = app.nodes
    return try requests.map { request in
      let source = try #require(nodes[request.source])
      return app.search(from: source, answering: request.answering)
    }
  }

  private func compare(_ search: ProbeApp.Search, with request: Request) {
    var reference = ReferenceSearch(tree, answering: request.answering)
    let target = reference.run(from: request.source)
    #expect(search.plan?.target.name == target, "\(request) in \(tree)")
    #expect(search.asked == reference.asked, "\(request) in \(tree)")
    #expect(Set(search.asked).count == search.asked.count, "\(request) asks twice in \(tree)")
    #expect(target != request.source && !search.asked.contains(request.source))
  }
}

// MARK: - Carrying out

extension NestingCheck {
  /// Carries requests out, before and after a change of the layout and after a restore.
  func performances() throws {
    for (offset, request) in requests.enumerated() {
      var reference = ReferenceSearch(tree, answering: request.answering)
      guard let target = reference.run(from: request.source) else { continue }
      let expected = ReferenceUnwind(tree.withoutRules, from: request.source, to: target).tree
      let isCollapsed = (index + offset).isMultiple(of: 2)
      let first = try unwound(request, to: target, isCollapsed: isCollapsed) { $0.appear() }
      first.setCollapsed(!isCollapsed)
      #expect(first.blueprint == expected, "\(request) in \(tree)")
      let second = try unwound(request, to: target, isCollapsed: isCollapsed) {
        $0.setCollapsed(!isCollapsed)
      }
      #expect(second.blueprint == expected, "\(request) in another layout of \(tree)")
      #expect(second.visibleLabels == first.visibleLabels, "\(request) in \(tree)")
      guard isRestored else { continue }
      let records = try first.harness.archive().records
      #expect(try second.harness.archive().records == records, "\(request) in \(tree)")
      let third = try unwound(request, to: target, isCollapsed: isCollapsed) { try $0.restart() }
      #expect(third.blueprint == expected, "\(request) after a restore of \(tree)")
    }
  }

  /// Starts an app and unwinds in it, once it is prepared.
  private func unwound(
    _ request: Request,
    to target: String,
    isCollapsed: Bool,
    after prepare: (ProbeApp) throws -> Void
  ) throws -> ProbeApp {
    let app = ProbeApp(tree, isCollapsed: isCollapsed)
    try prepare(app)
    let source = try app.node(request.source)
    let plan = app.search(from: source, answering: request.answering).plan
    let result = app.unwind(from: source, answering: request.answering)
    #expect(result == plan.map { .performed($0) }, "\(request) in \(tree)")
    #expect(app.world.unbalanced == [], "\(request) in \(tree)")
    if let plan { try checkRoute(of: plan, in: app) }
    return app
  }

  /// Nothing is presented from the common ancestor down to the target, and all of it is shown.
  private func checkRoute(of plan: UnwindPlan, in app: ProbeApp) throws {
    let route = try plan.descent.map { try app.node($0.name) }
    for node in route {
      #expect(node.presentedRestorable == nil, "\(node.label) still presents in \(tree)")
    }
    for (outer, inner) in zip(route, route.dropFirst()) {
      let container = try #require(outer as? any RestorableContainer)
      let isShown = container.visibleRestorableChildren.contains { $0 === inner }
      #expect(isShown, "\(outer.label) does not show \(inner.label) in \(tree)")
    }
  }
}

extension Blueprint {
  /// The same tree as it is read back, which tells nothing of rules.
  var withoutRules: Blueprint {
    var copy = self
    for label in labels { copy.change(label) { $0.rule = nil } }
    return copy
  }
}

extension ProbeApp {
  /// Whether every record, encoded again, has the bytes that were saved last.
  fileprivate var hasNothingToSave: Bool {
    // Probe nodes promise nothing, so a save asks each of them.
    harness.session.save().outcome == .nothingChanged
  }

  /// The labels of all nodes that can be seen, in order.
  var visibleLabels: [String] {
    var labels: [String] = []
    var pending: [any Restorable] = [harness.root]
    while let next = pending.popLast() {
      if let node = next as? any ProbeNode { labels.append(node.label) }
      pending += (next as? any RestorableContainer)?.visibleRestorableChildren ?? []
      if let sheet = (next as? any Presenting)?.restorablePresentation {
        pending.append(sheet.presented)
      }
    }
    return labels
  }
}
