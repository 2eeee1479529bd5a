internal import RestorationCore

extension StoreTables {
  /// The most bytes between two items that are read along with them, and the most read at once.
  private static let gap = 16 << 10
  private static let run = 4 << 20

  /// Reads the items at some places, in the same order, in as few reads as can be.
  ///
  /// What is not a sound item is `nil`.
  func items(
    at places: [StorePlace],
    limits: RestorationLimits
  ) throws(SystemCallFailure) -> [ArchiveItem?] {
    var result = [ArchiveItem?](repeating: nil, count: places.count)
    var order: [Int] = []
    for (index, place) in places.enumerated() {
      if let bytes = recentBytes(at: place) {
        result[index] = ArchiveItem(sealed: bytes, salt: salt(of: place), limits: limits)
      } else {
        order.append(index)
      }
    }
    order.sort { (places[$0].file, places[$0].offset) < (places[$1].file, places[$1].offset) }
    var next = 0
    while next < order.count {
      let first = places[order[next]]
      var end = first.offset + Int(first.length)
      var last = next + 1
      while last < order.count {
        let place = places[order[last]]
        guard place.file == first.file, place.offset <= end + Self.gap,
          place.offset + Int(place.length) - first.offset <= Self.run
        else { break }
        end = max(end, place.offset + Int(place.length))
        last += 1
      }
      let range = ItemRange(offset: first.offset, length: end - first.offset)
      let bytes = try files[first.file]?.file?.read(range) ?? []
      let salt = salt(of: first)
      for index in order[next..<last] {
        result[index] = Self.item(places[index], in: bytes, from: first.offset, salt, limits)
      }
      next = last
    }
    return result
  }

  private static func item(
    _ place: StorePlace,
    in bytes: [UInt8],
    from offset: Int,
    _ salt: UInt64,
    _ limits: RestorationLimits
  ) -> ArchiveItem? {
    let start = place.offset - offset
    let end = start + Int(place.length)
    guard end <= bytes.count else { return nil }
    return ArchiveItem(sealed: bytes[start..<end], salt: salt, limits: limits)
  }

  private func salt(of place: StorePlace) -> UInt64 { files[place.file]?.salt ?? 0 }

  /// The bytes of an item that may not have reached the disk, from memory.
  ///
  /// They are not read from a file, since one that failed to reach the disk is not to be trusted.
  private func recentBytes(at place: StorePlace) -> ArraySlice<UInt8>? {
    guard let first = recent.first, case .journal(let segment)? = files[place.file]?.name,
      segment >= first.head.number
    else { return nil }
    // Batches are in the order of their segments, and within each in that of their offsets.
    var low = 0
    var high = recent.count
    while low < high {
      let middle = low + (high - low) / 2
      let batch = recent[middle]
      if (batch.head.number, batch.offset) <= (segment, place.offset) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    guard low > 0, recent[low - 1].head.number == segment else { return nil }
    let batch = recent[low - 1]
    let start = place.offset - batch.offset
    let end = start + Int(place.length)
    return end <= batch.bytes.count ? batch.bytes[start..<end] : nil
  }
}

// MARK: - Archives

extension StoreTables {
  /// Reads the archive of a scene, and what was lost of it.
  ///
  /// Nodes that turn out to be damaged are lost from now on.
  mutating func archive(
    of name: String,
    limits: RestorationLimits
  ) throws(StateStoreError) -> LoadedArchive? {
    guard let scene = scenes[ExactString(name)] else {
      try checkLoss(of: name)
      return nil
    }
    var saved = SavedScene(archive: scene.item.archive)
    var lost = scene.lost
    let places = Array(scene.records)
    let items: [ArchiveItem?]
    do {
      items = try self.items(at: places.map(\.value), limits: limits)
    } catch {
      throw StateStoreError(error, while: .reading)
    }
    for (place, item) in zip(places, items) {
      if let reason = saved.add(item, node: place.key, limits: limits) {
        lost[place.key] = reason
        scenes[ExactString(name)]?.lose(place.key, reason)
        markDamaged(place.value.file)
      }
    }
    let isMended = mended.contains(ExactString(name))
    saved.settle(lost: lost)
    return LoadedArchive(
      archive: saved.archive,
      damage: saved.damage + (isMended ? [] : damage)
    )
  }

  /// Throws if a scene may have been saved and cannot be read.
  private func checkLoss(of name: String) throws(StateStoreError) {
    if mended.contains(ExactString(name)) { return }
    let isLost = lostScenes.contains { $0.hasSameBytes(as: name) }
    guard isLost || obstacle != nil || !damage.isEmpty else { return }
    let reasons = damage.map(\.message).joined(separator: " ")
    throw StateStoreError(
      .damaged,
      "Nothing can be read of the scene '\(name.prefix(40))', if it was saved: \(reasons) "
        + "A save begins anew and sets aside what is damaged."
    )
  }
}
