/// The prefixes in force while a document is read.
struct MarkupNames {
  /// What a prefix that the file declares stands for here; the empty one is for none.
  private var scopes: [[String: String]] = [[:]]

  /// Takes names without prefix and namespace for Atom's, as in a feed that declares none.
  mutating func assumeAtom() { scopes[scopes.count - 1][""] = "atom" }

  /// Enters an element with its declarations `xmlns` and `xmlns:…`.
  mutating func enter(_ attributes: [String: String]) {
    var scope = scopes.last ?? [:]
    for (name, value) in attributes where name == "xmlns" || name.hasPrefix("xmlns:") {
      let prefix = name == "xmlns" ? "" : String(name.dropFirst(6)).lowercased()
      scope[prefix] = Self.prefix(for: value.trimmingSpace, declared: prefix)
    }
    scopes.append(scope)
  }

  /// Leaves the element that was entered last.
  mutating func leave() { scopes.removeLast() }

  /// The name as it is called here, in lower case.
  func name(_ qualified: String, isAttribute: Bool = false) -> String {
    let parts = qualified.lowercased().split(separator: ":", maxSplits: 1)
    guard parts.count == 2 else {
      let prefix = isAttribute ? "" : scopes.last?[""] ?? ""
      return prefix.isEmpty ? qualified.lowercased() : "\(prefix):\(qualified.lowercased())"
    }
    // A prefix that is not declared means what it usually does.
    let prefix = scopes.last?[String(parts[0])] ?? String(parts[0])
    return prefix.isEmpty ? String(parts[1]) : "\(prefix):\(parts[1])"
  }

  private static func prefix(for namespace: String, declared: String) -> String {
    known[namespace.lowercased()] ?? declared
  }

  private static let known = [
    "http://www.w3.org/2005/atom": "atom",
    "http://purl.org/atom/ns#": "atom",
    "http://purl.org/rss/1.0/": "",
    "http://my.netscape.com/rdf/simple/0.9/": "",
    "http://channel.netscape.com/rdf/simple/0.9/": "",
    "http://backend.userland.com/rss2": "",
    "http://purl.org/rss/1.0/modules/content/": "content",
    "http://purl.org/dc/elements/1.1/": "dc",
    "http://purl.org/dc/terms/": "dcterms",
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#": "rdf",
    "http://www.w3.org/1999/xhtml": "xhtml",
    "http://www.itunes.com/dtds/podcast-1.0.dtd": "itunes",
  ]
}
