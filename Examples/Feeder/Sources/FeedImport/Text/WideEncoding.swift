/// UTF-16 and UTF-32, which show in the first four bytes.
struct WideEncoding {
  /// How errors call it.
  let name: String

  /// The bytes of a code unit: 2 or 4.
  private let width: Int

  private let isBigEndian: Bool

  /// The bytes of the byte order mark: 0 without one.
  private let markLength: Int

  /// Looks for a mark, or for the zeros beside the `<` or `{` that a feed begins with.
  init?(sniffing bytes: [UInt8]) {
    let head = Array(bytes.prefix(4))
    let isStart = { (byte: UInt8) in [0x3C, 0x7B, 0x20, 0x0A, 0x0D, 0x09].contains(byte) }
    switch (head.count, head) {
    case (4, [0xFF, 0xFE, 0, 0]): self.init("UTF-32", 4, big: false, mark: 4)
    case (4, [0, 0, 0xFE, 0xFF]): self.init("UTF-32", 4, big: true, mark: 4)
    case (2..., _) where head.starts(with: [0xFF, 0xFE]):
      self.init("UTF-16", 2, big: false, mark: 2)
    case (2..., _) where head.starts(with: [0xFE, 0xFF]):
      self.init("UTF-16", 2, big: true, mark: 2)
    case (4, _) where head.dropFirst() == [0, 0, 0] && isStart(head[0]):
      self.init("UTF-32", 4, big: false, mark: 0)
    case (4, _) where head.dropLast() == [0, 0, 0] && isStart(head[3]):
      self.init("UTF-32", 4, big: true, mark: 0)
    case (4, _) where head[1] == 0 && isStart(head[0]):
      self.init("UTF-16", 2, big: false, mark: 0)
    case (4, _) where head[0] == 0 && isStart(head[1]):
      self.init("UTF-16", 2, big: true, mark: 0)
    default: return nil
    }
  }

  private init(_ name: String, _ width: Int, big: Bool, mark: Int) {
    self.name = name
    self.width = width
    self.isBigEndian = big
    self.markLength = mark
  }

  /// Decodes the bytes; nil if they are not in this encoding.
  ///
  /// A last code unit or pair that is not whole is left out: such a text is cut off.
  func decode(_ bytes: [UInt8]) -> String? {
    let body = bytes.dropFirst(markLength)
    let whole = body.prefix(body.count / width * width)
    guard width == 2 else { return String(validating: units(whole, UInt32.self), as: UTF32.self) }
    var units = units(whole, UInt16.self)
    if let last = units.last, UTF16.isLeadSurrogate(last) { units.removeLast() }
    return String(validating: units, as: UTF16.self)
  }

  private func units<Unit: FixedWidthInteger>(_ bytes: ArraySlice<UInt8>, _: Unit.Type) -> [Unit] {
    var units: [Unit] = []
    units.reserveCapacity(bytes.count / width)
    for start in stride(from: bytes.startIndex, to: bytes.endIndex, by: width) {
      let group = bytes[start..<start + width]
      let ordered = isBigEndian ? Array(group) : group.reversed()
      units.append(ordered.reduce(0) { $0 << 8 | Unit($1) })
    }
    return units
  }
}
