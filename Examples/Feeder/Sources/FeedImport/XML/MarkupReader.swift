import Foundation
import FoundationXML

/// Builds the tree of an XML document, and says in one line what keeps it from that.
final class MarkupReader: NSObject {
  /// How deep elements may be nested.
  static let maximumDepth = 200

  /// How many elements a document may have.
  static let maximumElements = 200_000

  private let file: String
  private let xml: PreparedXML
  private var names = MarkupNames()
  private var open: [MarkupElement] = []
  private var root: MarkupElement?

  /// Text not yet in its element: it comes in small pieces, which are joined here.
  private var text = ""
  private var elementCount = 0
  private var failure: FeedImportError?

  private init(_ xml: PreparedXML, file: String) {
    self.xml = xml
    self.file = file
  }

  /// Reads a document.
  static func read(_ xml: PreparedXML, file: String) throws(FeedImportError) -> MarkupElement {
    let reader = MarkupReader(xml, file: file)
    let parser = XMLParser(data: Data(xml.bytes))
    parser.delegate = reader
    parser.shouldResolveExternalEntities = false
    _ = parser.parse()
    if let failure = reader.failure { throw failure }
    guard let root = reader.root, reader.open.isEmpty else {
      throw reader.cutOff
    }
    return root
  }
}

extension MarkupReader: XMLParserDelegate {
  func parser(
    _ parser: XMLParser,
    didStartElement elementName: String,
    namespaceURI: String?,
    qualifiedName: String?,
    attributes declared: [String: String]
  ) {
    guard failure == nil else { return }
    elementCount += 1
    guard open.count < Self.maximumDepth, elementCount <= Self.maximumElements else {
      failure = tooComplex(at: position(of: parser))
      return parser.abortParsing()
    }
    flushText()
    names.enter(declared)
    if root == nil, names.name(elementName) == "feed" { names.assumeAtom() }
    var attributes: [String: String] = [:]
    for (key, value) in declared where key != "xmlns" && !key.hasPrefix("xmlns:") {
      attributes[names.name(key, isAttribute: true)] = value
    }
    let base = attributes["xml:base"].map { WebAddress.resolve($0, base: open.last?.base) }
    let element = MarkupElement(
      name: names.name(elementName),
      attributes: attributes,
      base: base?.nonEmpty ?? open.last?.base
    )
    if root == nil { root = element }
    open.last?.append(element)
    open.append(element)
  }

  func parser(
    _ parser: XMLParser,
    didEndElement elementName: String,
    namespaceURI: String?,
    qualifiedName: String?
  ) {
    guard failure == nil, !open.isEmpty else { return }
    flushText()
    names.leave()
    open.removeLast()
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    guard failure == nil else { return }
    text += string
  }

  func parser(_ parser: XMLParser, foundCDATA block: Data) {
    guard failure == nil else { return }
    text += String(decoding: block, as: UTF8.self)
  }

  func parser(_ parser: XMLParser, parseErrorOccurred parseError: any Error) {
    guard failure == nil else { return }
    let code = (parseError as NSError).code
    // Prefixes that are not declared are understood all the same.
    guard !(200...205).contains(code), code != 99, code != 100 else { return }
    failure = damage(code, parser)
    parser.abortParsing()
  }
}

extension MarkupReader {
  private func flushText() {
    guard !text.isEmpty else { return }
    open.last?.append(text)
    text = ""
  }

  private func position(of parser: XMLParser) -> SourcePosition {
    xml.position(line: parser.lineNumber, column: parser.columnNumber)
  }

  private func damage(_ code: Int, _ parser: XMLParser) -> FeedImportError {
    let place = position(of: parser)
    // 5: more was expected; 45, 47, 63: a comment, an instruction, a CDATA section has no end.
    let isCutOff =
      [45, 47, 63].contains(code) || code == 5 && !(open.isEmpty && root != nil)
      || xml.endsSoon(afterLine: parser.lineNumber, column: parser.columnNumber)
    if isCutOff { return cutOff }
    let problem =
      switch code {
      case 4: "has text before its first element"
      case 5: "has more after its last closing tag"
      case 76: "closes an element that is not open\(whereOpen)"
      case 38, 39, 40, 41, 65: "has a broken attribute\(whereOpen)"
      case 42: "has an attribute twice in one tag\(whereOpen)"
      default: "is not well-formed XML\(whereOpen) (libxml2 error \(code))"
      }
    return FeedImportError(
      .malformed,
      file: file,
      position: place,
      problem: problem,
      remedy: "get it again, or correct it there"
    )
  }

  private var whereOpen: String {
    open.last.map { " within <\(printable($0.name))>" } ?? ""
  }

  private var cutOff: FeedImportError {
    let whereOpen = self.whereOpen.isEmpty ? " before its first element" : self.whereOpen
    return FeedImportError(
      .cutOff,
      file: file,
      position: xml.end,
      problem: "is cut off\(whereOpen)",
      remedy: "get the whole file again"
    )
  }

  private func tooComplex(at place: SourcePosition) -> FeedImportError {
    let isDeep = open.count >= Self.maximumDepth
    return FeedImportError(
      .tooComplex,
      file: file,
      position: place,
      problem: isDeep
        ? "nests elements more than \(Self.maximumDepth) deep"
        : "has more than \(Self.maximumElements) elements",
      remedy: "check that it is a feed; none is like this"
    )
  }
}
