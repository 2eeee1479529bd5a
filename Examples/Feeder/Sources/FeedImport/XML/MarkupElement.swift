/// An element of an XML document.
///
/// Names are in lower case, which feeds do not keep to, with the usual prefix for their
/// namespace: `title` in RSS, `atom:title` in Atom, whatever prefix the file declares.
final class MarkupElement {
  /// A piece of an element's content.
  enum Content {
    case text(String)
    case element(MarkupElement)
  }

  /// The name, such as `atom:title`.
  let name: String

  /// The attributes by name, such as `href` or `rdf:about`.
  let attributes: [String: String]

  /// The address that relative addresses within the element are relative to.
  let base: String?

  /// What is in the element.
  fileprivate(set) var content: [Content] = []

  init(name: String, attributes: [String: String], base: String?) {
    self.name = name
    self.attributes = attributes
    self.base = base
  }

  func append(_ element: MarkupElement) { content.append(.element(element)) }

  func append(_ text: String) { content.append(.text(text)) }
}

extension MarkupElement {
  /// The elements directly within.
  var children: [MarkupElement] {
    content.compactMap {
      guard case .element(let element) = $0 else { return nil }
      return element
    }
  }

  /// The elements of a name directly within.
  func children(_ name: String) -> [MarkupElement] { children.filter { $0.name == name } }

  /// The first element of a name that has any content.
  func child(_ names: String...) -> MarkupElement? {
    for name in names {
      if let found = children.first(where: { $0.name == name && !$0.content.isEmpty }) {
        return found
      }
    }
    return nil
  }

  /// The text of the first element of these names that has some; nil for want of it.
  func text(of names: String...) -> String? {
    for name in names {
      for element in children where element.name == name {
        if let text = element.text.nonEmpty { return text }
      }
    }
    return nil
  }

  /// All text within, without spaces around.
  var text: String {
    allText.trimmingSpace
  }

  private var allText: String {
    var result = ""
    for piece in content {
      switch piece {
      case .text(let text): result += text
      case .element(let element): result += element.allText
      }
    }
    return result
  }

  /// The name without prefix.
  var localName: String { name.split(separator: ":").last.map(String.init) ?? name }

  /// The content as HTML: elements as tags, text escaped.
  var innerHTML: String {
    var result = ""
    for piece in content {
      switch piece {
      case .text(let text): result += text.escapedHTML
      case .element(let element): result += element.outerHTML
      }
    }
    return result
  }

  private var outerHTML: String {
    let attributes = self.attributes.filter { !$0.key.contains(":") }.sorted { $0.key < $1.key }
    let written = attributes.map { " \($0.key)=\"\($0.value.escapedHTML)\"" }.joined()
    guard !content.isEmpty else { return "<\(localName)\(written)/>" }
    return "<\(localName)\(written)>\(innerHTML)</\(localName)>"
  }

  /// An address, absolute if the base of the element makes it so.
  func resolve(_ address: String) -> String { WebAddress.resolve(address, base: base) }
}
