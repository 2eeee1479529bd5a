/// A list of plain values in memory of its own, which it keeps when it is emptied.
///
/// Unlike an array it is never shared, so nothing is counted and nothing checked for sharing. The
/// invariants: `start` is the address of room for `capacity` elements, of which the first `count` are
/// initialized; each index is compared with `count` before it is used.
struct RawList<Element: BitwiseCopyable>: ~Copyable {
  private var start: UnsafeMutablePointer<Element>
  private var capacity: Int

  /// How many elements there are.
  private(set) var count = 0

  /// Makes an empty list.
  ///
  /// - Parameter capacity: For how many elements to make room at first, at least one.
  init(capacity: Int) {
    self.capacity = max(capacity, 1)
    start = .allocate(capacity: self.capacity)
  }

  deinit {
    start.deallocate()
  }

  /// The element at an index; one that is out of bounds is a programmer error.
  subscript(index: Int) -> Element {
    @inline(__always)
    get {
      precondition(index >= 0 && index < count)
      return start[index]
    }
    @inline(__always)
    set {
      precondition(index >= 0 && index < count)
      start[index] = newValue
    }
  }

  /// Appends an element.
  @inline(__always)
  mutating func append(_ element: Element) {
    if count == capacity { grow(to: count + 1) }
    (start + count).initialize(to: element)
    count += 1
  }

  /// Replaces all elements.
  mutating func set(to elements: UnsafeBufferPointer<Element>) {
    count = 0
    if elements.count > capacity { grow(to: elements.count) }
    if let source = elements.baseAddress {
      start.initialize(from: source, count: elements.count)
    }
    count = elements.count
  }

  /// Forgets all elements and keeps the memory.
  @inline(__always)
  mutating func removeAll() {
    count = 0
  }

  /// The elements, which nobody may use once the list is touched or gone.
  ///
  /// It is for functions so short that this can be seen; a closure to ``withElements(_:)`` that
  /// captures another one is called, which takes longer than what it does.
  @inline(__always)
  var elements: UnsafeBufferPointer<Element> { UnsafeBufferPointer(start: start, count: count) }

  /// The elements, for as long as the list is not touched.
  @inline(__always)
  func withElements<Result>(_ body: (UnsafeBufferPointer<Element>) -> Result) -> Result {
    body(UnsafeBufferPointer(start: start, count: count))
  }

  private mutating func grow(to minimum: Int) {
    let larger = max(minimum, 2 * capacity)
    let memory = UnsafeMutablePointer<Element>.allocate(capacity: larger)
    memory.initialize(from: start, count: count)
    start.deallocate()
    start = memory
    capacity = larger
  }
}
