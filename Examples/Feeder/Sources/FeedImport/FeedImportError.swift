/// Why a file was not imported: what is wrong, where, and what to do, in one line.
public struct FeedImportError: Error, Hashable, Sendable {
  /// What kind of damage this is.
  public var code: Code

  /// The name of the file as the caller gave it.
  public var file: String

  /// Where the damage is, if it is at one place.
  public var position: SourcePosition?

  /// What is wrong, without a final period.
  public var problem: String

  /// What to do about it, without a final period.
  public var remedy: String

  /// Creates an error.
  public init(
    _ code: Code,
    file: String,
    position: SourcePosition? = nil,
    problem: String,
    remedy: String
  ) {
    self.code = code
    self.file = file
    self.position = position
    self.problem = problem
    self.remedy = remedy
  }
}

extension FeedImportError {
  /// A kind of damage; later versions may know more.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name of the kind.
    public var rawValue: String

    /// Creates a kind.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The file cannot be opened or read.
    public static let unreadable = Code(rawValue: "unreadable")

    /// The file holds nothing.
    public static let empty = Code(rawValue: "empty")

    /// The file is larger than ``FeedImporter/maximumSize``.
    public static let tooLarge = Code(rawValue: "tooLarge")

    /// Elements are nested deeper, or there are more articles, than any feed has.
    public static let tooComplex = Code(rawValue: "tooComplex")

    /// The bytes are not text in the encoding that the file declares.
    public static let wrongEncoding = Code(rawValue: "wrongEncoding")

    /// The file declares an encoding that is not known here.
    public static let unknownEncoding = Code(rawValue: "unknownEncoding")

    /// The file ends in the middle.
    public static let cutOff = Code(rawValue: "cutOff")

    /// An entity is used that neither XML nor HTML defines.
    public static let unknownEntity = Code(rawValue: "unknownEntity")

    /// The file is a web page.
    public static let webPage = Code(rawValue: "webPage")

    /// The XML or JSON is not well formed.
    public static let malformed = Code(rawValue: "malformed")

    /// The file is readable, but it is no feed.
    public static let notAFeed = Code(rawValue: "notAFeed")
  }
}

extension FeedImportError: CustomStringConvertible {
  /// The whole in one line, as `file:line:column: problem; remedy.` reads.
  public var description: String {
    let place = position.map { "\(file):\($0)" } ?? file
    return "\(place): \(problem); \(remedy)."
  }
}
