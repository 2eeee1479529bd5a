import RestorationCore
import RestorationTestSupport
import Testing

// The code of the articles on writing and checking a container stands here so that it is compiled and run.
// `Scripts/check articles` compares the two.

// MARK: - Writing a container

extension ContainerSlot {
  static let map = ContainerSlot("map")
  static let legend = ContainerSlot("legend")
}

final class AtlasController: RestorableController, RestorableContainer {
  private(set) var map: (any Restorable)?
  private(set) var legend: (any Restorable)?
  private(set) var isLegendOpen = false

  func setMap(_ map: (any Restorable)?) {
    updateChildren { self.map = map }
  }

  func setLegend(_ legend: (any Restorable)?) {
    updateChildren { self.legend = legend }
  }

  func openLegend() {
    updateChildren { isLegendOpen = true }
  }

  func encodeChildren(to encoder: ChildEncoder) {
    encoder.encode(map, in: .map)
    encoder.encode(legend, in: .legend)
  }

  func restoreChildren(from decoder: ChildDecoder) {
    updateChildren {
      map = decoder.node(in: .map, orKeep: map)
      legend = decoder.node(in: .legend, orKeep: legend)
    }
  }

  func encodeContainerState(to encoder: StateEncoder) throws {
    encoder.encode(isLegendOpen, forKey: "legendIsOpen")
  }

  func decodeContainerState(from decoder: StateDecoder) throws {
    isLegendOpen = try decoder.decodeIfPresent(forKey: "legendIsOpen") ?? false
  }

  var visibleRestorableChildren: [any Restorable] {
    isLegendOpen ? restorableChildren : map.map { [$0] } ?? []
  }

  override class var tracksChanges: Bool { true }
}

extension AtlasController {
  convenience init(restorationIdentifier: String, map: any Restorable) {
    self.init(restorationIdentifier: restorationIdentifier)
    updateChildren { self.map = map }
  }
}

// MARK: - The examples do what the articles say

@MainActor
@Suite("The code in the articles on containers")
struct ContainerDocumentationExamples {
  @Test("An atlas comes back with its legend open.")
  func atlas() throws {
    let harness = RestorationHarness { _ in
      let atlas = AtlasController(restorationIdentifier: "atlas")
      atlas.setMap(RestorableController(restorationIdentifier: "map"))
      atlas.setLegend(RestorableController(restorationIdentifier: "legend"))
      return atlas
    }
    harness.root.openLegend()
    let report = try harness.restartAndRestore()
    #expect(report.outcome == .restored, "\(report)")
    #expect(harness.root.isLegendOpen)
  }

  @MainActor
  @Test("An atlas obeys the laws of containers.")
  func atlasLaws() throws {
    let laws = ContainerLaws(
      slots: [.map: 1, .legend: 1],
      make: { AtlasController(restorationIdentifier: "atlas") },
      fill: { atlas, slot, children in
        if slot == .map { atlas.setMap(children.first) } else { atlas.setLegend(children.first) }
      }
    )
    #expect(try laws.violations() == [])
  }
}
