/// One departure from what was saved or asked for: where, why, and what to do.
public struct RestorationDiagnostic: Hashable, Sendable, Codable {
  /// The kinds of departure.
  public struct Reason: RawRepresentable, Hashable, Sendable, Codable {
    /// The reason's name.
    public let rawValue: String

    /// Makes a reason from its name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }
  }

  /// Why it happened.
  public var reason: Reason

  /// The path of the node concerned, if one is.
  public var path: IdentifierPath?

  /// One line that says what happened.
  public var message: String

  /// One line that says what to do about it.
  public var remedy: String

  /// Makes a diagnostic; line breaks in what it is told are escaped.
  public init(_ reason: Reason, at path: IdentifierPath?, _ message: String, remedy: String) {
    self.reason = reason
    self.path = path
    self.message = message.onOneLine
    self.remedy = remedy.onOneLine
  }
}

extension RestorationDiagnostic: CustomStringConvertible {
  /// The path, what happened and what to do, on one line.
  public var description: String {
    let place = path.map { "\($0): " } ?? ""
    return "\(place)\(message) \(remedy)"
  }
}

// MARK: - Reasons

extension RestorationDiagnostic.Reason {
  private init(_ name: String) {
    self.init(rawValue: name)
  }

  /// A node without an identifier cut off nodes that have one.
  public static let noIdentifier = Self("noIdentifier")
  /// A factory declined to make the node.
  public static let declined = Self("declined")
  /// A factory, a hook or a node threw an error.
  public static let failed = Self("failed")
  /// No class is registered for the node, and the launch had not built it.
  public static let noClass = Self("noClass")
  /// The object is of another class than the one that was recorded.
  public static let otherClass = Self("otherClass")
  /// The object has another identifier than the one that was recorded.
  public static let otherIdentifier = Self("otherIdentifier")
  /// The root that was handed in is not the one that was saved.
  public static let otherRoot = Self("otherRoot")
  /// The container did not take the node.
  public static let leftOut = Self("leftOut")
  /// Two siblings that must differ share an identifier.
  public static let duplicateIdentifier = Self("duplicateIdentifier")
  /// One node wrote one key twice.
  public static let duplicateKey = Self("duplicateKey")
  /// One object stands in two places.
  public static let nodeInTwoPlaces = Self("nodeInTwoPlaces")
  /// A reference points to an object outside the tree.
  public static let referenceOutsideTree = Self("referenceOutsideTree")
  /// A reference points to a node that did not come back.
  public static let referenceNotRestored = Self("referenceNotRestored")
  /// Something is larger, deeper or more than a limit allows.
  public static let limitExceeded = Self("limitExceeded")
  /// A node was changed before its saved state was read.
  public static let changedAsleep = Self("changedAsleep")
  /// The archive was damaged.
  public static let damaged = Self("damaged")
  /// The store could not be read or written.
  public static let store = Self("store")
  /// The app died when it restored this, so it is not restored.
  public static let heldBack = Self("heldBack")
  /// The app decided against it.
  public static let vetoed = Self("vetoed")
  /// An unwind rule leads to nothing that stands in the tree.
  public static let unwindRule = Self("unwindRule")
  /// A class was registered in a way that will not work as it looks.
  public static let registration = Self("registration")
}
