import RestorationCore
import Testing

/// An unwind in a tree, checked in every presentation style, in all layouts, before and after a
/// restore.
@MainActor
struct UnwindScenario {
  let tree: Blueprint
  let source: String

  /// Who answers; `nil` if nobody does.
  let target: String?

  /// What the plan reads like, without a prefix of the layout.
  let plan: String

  /// Whom the search asks.
  let asked: [String]

  static let styles: [PresentationStyle] = [
    .automatic, .fullScreen, .pageSheet, .formSheet, .currentContext, .overFullScreen,
    .overCurrentContext, .popover, .custom, PresentationStyle(rawValue: "an app's own"),
  ]

  init(
    _ tree: Blueprint,
    from source: String,
    to target: String?,
    plan: String = "",
    asked: [String]
  ) {
    self.tree = tree
    self.source = source
    self.target = target
    self.plan = plan
    self.asked = asked
  }

  /// The tree in an environment: by itself, in a split with room, and in one without.
  enum Host: CaseIterable {
    case bare
    case wide
    case narrow
  }

  func check() throws {
    for style in Self.styles {
      for host in Host.allCases {
        try check(style, host, isRestored: false)
        try check(style, host, isRestored: true)
      }
    }
  }

  private func check(_ style: PresentationStyle, _ host: Host, isRestored: Bool) throws {
    let tree = (host == .bare ? self.tree : hosted).styled(style)
    let app = ProbeApp(tree, isCollapsed: host == .narrow)
    if isRestored { try app.restart() }
    #expect(app.blueprint == tree)
    app.appear()
    let answering = Set([target].compactMap(\.self))
    let search = app.search(from: try app.node(source), answering: answering)
    let result = try #require(app.unwind(from: app.node(source), answering: answering))
    guard let target else {
      let asked = if case .notFound(let nodes) = result { nodes.map(\.name) } else { [String]() }
      let expected = self.asked + (host == .bare ? [] : ["side", "host"])
      #expect(asked == expected && search.asked == expected && search.plan == nil)
      #expect(app.blueprint == tree)
      return
    }
    #expect(search.asked == asked, "\(style) \(host)")
    #expect(search.plan?.description == plan, "\(style) \(host)")
    #expect(result == search.plan.map { .performed($0) })
    #expect(app.blueprint == ReferenceUnwind(tree, from: source, to: target).tree)
    #expect(app.world.unbalanced == [], "\(style) \(host)")
  }

  private var hosted: Blueprint {
    .split("host", primary: .screen("side"), secondary: tree)
  }
}
