/// The keys that lead to a value, as a list that a longer path shares.
///
/// An array would have to be copied for every value, though it is looked at only in errors.
struct CodingPath {
  private final class Link {
    let key: any CodingKey
    let previous: Link?

    init(key: any CodingKey, previous: Link?) {
      self.key = key
      self.previous = previous
    }
  }

  private var last: Link?

  /// This path and one more key.
  func appending(_ key: (any CodingKey)?) -> CodingPath {
    guard let key else { return self }
    var path = self
    path.last = Link(key: key, previous: last)
    return path
  }

  /// The keys, the outermost first.
  ///
  /// - Complexity: O(*n*) in their number.
  var keys: [any CodingKey] {
    var keys: [any CodingKey] = []
    var link = last
    while let current = link {
      keys.append(current.key)
      link = current.previous
    }
    return keys.reversed()
  }
}

/// A key for what has none: an element of an array, or the part that belongs to a superclass.
struct PlaceKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  /// The key under which a class encodes what belongs to its superclass.
  static let superclass = PlaceKey(stringValue: "super")

  /// The key of an element of an array.
  static func index(_ index: Int) -> PlaceKey {
    PlaceKey(intValue: index)
  }

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  init(intValue: Int) {
    stringValue = "\(intValue)"
    self.intValue = intValue
  }
}
