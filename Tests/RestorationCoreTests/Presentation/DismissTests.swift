import RestorationCore
import Testing

@Suite("Dismissing") @MainActor
struct DismissTests {
  @Test("A presented controller takes itself down, with everything that is presented above it.")
  func dismiss() {
    let controllers = ["root", "sheet", "picker", "alert"].map {
      RestorableController(restorationIdentifier: $0)
    }
    for (presenter, presented) in zip(controllers, controllers.dropFirst()) {
      presenter.present(presented)
    }
    for taken in controllers.indices.dropFirst().reversed() {
      #expect(controllers[taken].dismiss() == .performed)
      #expect(controllers[taken].presentingRestorable == nil)
      #expect(controllers[taken - 1].presentedRestorable == nil)
    }
    controllers[0].present(controllers[1])
    controllers[1].present(controllers[2])
    #expect(controllers[1].dismiss() == .performed)
    #expect(controllers[0].presentedRestorable == nil)
    #expect(controllers[1].presentedRestorable === controllers[2])
  }

  @Test("A controller that is not presented refuses, and says why.")
  func refusal() {
    let root = RestorableController(restorationIdentifier: "root")
    #expect(root.dismiss() == .refused("It is not presented."))
  }
}
