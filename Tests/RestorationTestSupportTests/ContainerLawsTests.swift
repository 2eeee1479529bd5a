import RestorationCore
import RestorationTestSupport
import Testing

@MainActor @Suite("Laws for containers")
struct ContainerLawsTests {
  private func violations(of fault: Row.Fault?) throws -> [String] {
    let laws = ContainerLaws(
      slots: [.only: 3],
      make: { Row(fault) },
      fill: { row, _, children in row.children = children }
    )
    return try laws.violations()
  }

  @Test("A sound container violates nothing.")
  func sound() throws {
    let violations = try violations(of: nil)
    #expect(violations == [])
  }

  @Test("Whatever is wrong with a container, a law says so.", arguments: Row.Fault.allCases)
  func findsFaults(fault: Row.Fault) throws {
    let violations = try violations(of: fault)
    #expect(violations.contains { $0.contains(finding(fault)) }, "\(violations)")
  }

  @Test("A violation is one line, and names the filling in which it was found.")
  func namesTheFilling() throws {
    for fault in Row.Fault.allCases {
      for violation in try violations(of: fault) {
        #expect(violation.hasSuffix("in '')") && !violation.contains("\n"))
      }
    }
  }

  @Test("A container that keeps unknown children is held to that.")
  func keepsUnknownChildren() throws {
    let laws = ContainerLaws(
      slots: [.only: 2],
      keepsUnknownChildren: true,
      make: { Row() },
      fill: { row, _, children in row.children = children }
    )
    let violations = try laws.violations()
    #expect(violations.contains { $0.contains("a launch that built more than was saved") })
  }

  @Test("A container that takes only its toolkit's children is filled with these.")
  func ownChildren() throws {
    let laws = ContainerLaws(
      slots: [.only: 3],
      make: { Shelf() },
      makeChild: { Book($0) },
      fill: { shelf, _, children in shelf.books = children.compactMap { $0 as? Book } }
    )
    let violations = try laws.violations()
    #expect(violations == [])
    let forgetful = ContainerLaws(
      slots: [.only: 1],
      make: { Shelf() },
      makeChild: { Book($0, keepsText: false) },
      fill: { shelf, _, children in shelf.books = children.compactMap { $0 as? Book } }
    )
    #expect(try forgetful.violations().contains { $0.contains("has the state ''") })
  }

  /// What the laws say of a fault, in the words that matter.
  private func finding(_ fault: Row.Fault) -> String {
    switch fault {
    case .forgetsHiddenChildren: "encodeChildren(to:) lists"
    case .reversesOnRestore, .appendsOnRestore, .takesFirstChildOnly: "a restart turns"
    case .replacesWhatIsInPlace: "replaced a child"
    case .ignoresEmptiedSlot: "a launch that built more than was saved"
    case .shiftsNamesOverHoles: "has the state"
    case .fillsHoles: "declined to come back and is there"
    case .showsWhatItDoesNotList: "does not list"
    case .showsWhatIsHidden: "appeared as"
    }
  }
}

/// A child that is no controller of the package, and keeps its text if it is told to.
private final class Book: ContainerLawChild {
  let restorationIdentifier: String?
  var text = ""
  private let keepsText: Bool

  init(_ identifier: String, keepsText: Bool = true) {
    restorationIdentifier = identifier
    self.keepsText = keepsText
  }

  func encodeRestorableState(to encoder: StateEncoder) {
    if keepsText { encoder.encode(text, forKey: "text") }
  }

  func decodeRestorableState(from decoder: StateDecoder) throws {
    text = try decoder.decodeIfPresent(forKey: "text") ?? ""
  }
}

private final class Shelf: RestorableContainer {
  let restorationIdentifier: String? = "shelf"
  var books: [Book] = []

  func encodeChildren(to encoder: ChildEncoder) { encoder.encode(books) }

  func restoreChildren(from decoder: ChildDecoder) {
    books = decoder.children()?.compactMap { $0.object as? Book } ?? books
  }
}
