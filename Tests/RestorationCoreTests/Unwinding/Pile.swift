import RestorationCore

/// A fifth container: pages on top of each other, of which any may be in front.
///
/// It is written against the public protocol alone.
final class Pile: Page, RestorableContainer {
  private(set) var pages: [any Restorable] = []
  private(set) var front: (any Restorable)?

  init(_ identifier: String?, _ pages: [Page] = [], _ log: EventLog = EventLog()) {
    super.init(identifier, log)
    updateChildren {
      self.pages = pages
      front = pages.last
    }
  }

  func encodeChildren(to encoder: ChildEncoder) {
    encoder.encode(pages)
  }

  func restoreChildren(from decoder: ChildDecoder) {
    guard let children = decoder.objects() else { return }
    updateChildren {
      pages = children
      front = pages.last
    }
  }

  func encodeContainerState(to encoder: StateEncoder) throws {
    encoder.encodeReference(front, forKey: "front")
  }

  func decodeContainerState(from decoder: StateDecoder) throws {
    let front: (any Restorable)? = try decoder.decodeReference(forKey: "front")
    updateChildren { self.front = front ?? pages.last }
  }

  var visibleRestorableChildren: [any Restorable] { front.map { [$0] } ?? [] }

  func unwind(_ plan: UnwindPlan, toward child: any Restorable) -> NavigationOutcome {
    if front !== child {
      log.note("\(name) shows \(child.unwindName)")
      updateChildren { front = child }
    }
    return .performed
  }

  func captureArrangement() -> @MainActor () -> Void {
    let (pages, front) = (pages, front)
    return {
      self.updateChildren {
        self.pages = pages
        self.front = front
      }
    }
  }

  override var canHandleBack: Bool { pages.count > 1 }

  override func handleBack() -> NavigationOutcome { remove() }

  // MARK: Navigating

  /// Puts a page on top.
  @discardableResult
  func add(_ page: Page) -> NavigationOutcome {
    performNavigation {
      guard page.canJoin(self) else { return .refused("It stands elsewhere.") }
      self.updateChildren {
        self.pages.append(page)
        self.front = page
      }
      return .performed
    }
  }

  /// Takes the last page away.
  @discardableResult
  func remove() -> NavigationOutcome {
    performNavigation {
      guard self.pages.count > 1 else { return .refused("The last page stays.") }
      self.updateChildren {
        self.pages.removeLast()
        self.front = self.pages.last
      }
      return .performed
    }
  }

  /// Replaces all pages, at once.
  func replaceAll(with pages: [Page]) {
    updateChildren {
      self.pages = pages
      front = pages.last
    }
  }

  /// Drops all pages but one, at once.
  func keepOnly(_ index: Int) {
    updateChildren {
      pages = [pages[index]]
      front = pages.first
    }
  }

  /// Puts a page in front.
  @discardableResult
  func show(_ page: any Restorable) -> NavigationOutcome {
    performNavigation {
      guard self.pages.contains(where: { $0 === page }) else { return .refused("It is no page.") }
      self.updateChildren { self.front = page }
      return .performed
    }
  }
}
