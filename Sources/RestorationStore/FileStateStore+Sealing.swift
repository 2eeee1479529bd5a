internal import RestorationCore
internal import Synchronization

extension FileStateStore {
  /// Gives segments an index that were closed and have reached the disk.
  ///
  /// Without one, a segment is read whole at the next opening; so a failure costs that much.
  func sealSegments() {
    let closed = journal.withLock { journal in
      let (done, waiting) = journal?.takeSealable() ?? ([], [])
      journal?.closed = waiting
      return done
    }
    for segment in closed {
      do {
        if let index = try index(of: segment) {
          try segment.file.write(index, at: Int(segment.position.end))
        }
      } catch {
        continue  // A segment without an index is as good, if slower.
      }
    }
  }

  private func index(of segment: Journal.Closed) throws -> [UInt8]? {
    let end = Int(segment.position.end)
    let bytes = try segment.file.read(ItemRange(offset: 0, length: end))
    guard bytes.count == end else { return nil }
    var scan = SegmentScan(bytes, segment.head, limits: options.limits)
    try scan.run(through: segment.position.sequence)
    let content = try scan.content(ends: [segment.position], synced: 0) { 0 }
    guard content.position == segment.position, content.loss == nil,
      content.summary.damage.isEmpty,
      content.summary.scenes.values.allSatisfy({ $0.lost.isEmpty })
    else { return nil }
    let salt = segment.head.salt
    let limits = options.limits
    let index = ArchiveIndex(
      of: content.summary,
      sequence: segment.position.sequence,
      chain: segment.position.chain,
      covered: segment.head.number,
      limits: limits
    ) { range in
      let item = bytes[range.offset..<range.offset + range.length]
      return ArchiveItem(sealed: item, salt: salt, limits: limits)?.body
    }
    let encoded = index.encoded(salt: salt)
    return end + encoded.count <= options.bytesPerFile ? encoded : nil
  }
}

extension Journal {
  /// How many full segments may wait for the disk, each of which is an open file.
  private static let mostWaiting = 32

  /// Whether so many segments wait for the disk that saves must wait as well.
  var mustWait: Bool { closed.count > Self.mostWaiting }

  /// The closed segments that have reached the disk, and those that have not.
  fileprivate func takeSealable() -> (done: [Closed], waiting: [Closed]) {
    let isDone = { (closed: Closed) in closed.position.sequence <= synced }
    return (closed.filter(isDone), closed.filter { !isDone($0) })
  }
}
