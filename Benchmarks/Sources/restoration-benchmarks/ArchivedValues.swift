import Foundation

/// The ten values as an object that `NSKeyedArchiver` can code.
final class ArchivedValues: NSObject, NSSecureCoding {
  private let values: Values

  static var supportsSecureCoding: Bool { true }

  init(_ values: Values) {
    self.values = values
  }

  init?(coder: NSCoder) {
    guard let identifier = coder.decodeObject(of: NSString.self, forKey: "identifier"),
      let title = coder.decodeObject(of: NSString.self, forKey: "title"),
      let query = coder.decodeObject(of: NSString.self, forKey: "query")
    else { return nil }
    var values = Values(0)
    values.identifier = String(describing: identifier)
    values.position = coder.decodeInteger(forKey: "position")
    values.count = coder.decodeInteger(forKey: "count")
    values.offset = coder.decodeDouble(forKey: "offset")
    values.zoom = coder.decodeDouble(forKey: "zoom")
    values.title = String(describing: title)
    values.query = String(describing: query)
    values.isOpen = coder.decodeBool(forKey: "isOpen")
    values.isStarred = coder.decodeBool(forKey: "isStarred")
    values.page = coder.decodeInteger(forKey: "page")
    self.values = values
  }

  func encode(with coder: NSCoder) {
    coder.encode(NSString(string: values.identifier), forKey: "identifier")
    coder.encode(values.position, forKey: "position")
    coder.encode(values.count, forKey: "count")
    coder.encode(values.offset, forKey: "offset")
    coder.encode(values.zoom, forKey: "zoom")
    coder.encode(NSString(string: values.title), forKey: "title")
    coder.encode(NSString(string: values.query), forKey: "query")
    coder.encode(values.isOpen, forKey: "isOpen")
    coder.encode(values.isStarred, forKey: "isStarred")
    coder.encode(values.page, forKey: "page")
  }
}
