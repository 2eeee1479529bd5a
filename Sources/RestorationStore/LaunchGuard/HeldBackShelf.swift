internal import RestorationCore

/// The files of the nodes that are held back.
struct HeldBackShelf {
  let folder: StoreFolder
  let options: FileStateStore.Options

  /// What is held back, the oldest first; what is damaged is left out.
  func nodes() throws(StateStoreError) -> [HeldBackNode] {
    var nodes: [HeldBackNode] = []
    for name in try names() {
      guard let bytes = try bytes(of: name) else { continue }
      do throws(StateStoreError) {
        nodes.append(try HeldBackNode(decoding: bytes, limits: options.limits))
      } catch {
        continue  // It cannot be brought back; the generation that it stood in may still be there.
      }
    }
    return nodes
  }

  /// Keeps a node in place of what has its identity, and removes the oldest above the bounds.
  func put(_ node: HeldBackNode) throws(StateStoreError) {
    let former = try names()
    let orders = former.map { $0.heldBack?.order ?? 0 }
    // The names of files give no number that has no successor.
    let order = (orders.max() ?? 0) % StoreFileName.highestGeneration + 1
    let bytes = node.encoded()
    try folder.reporting(.writing) { () throws(SystemCallFailure) in
      try folder.write(bytes, as: .heldBack(order: order, id: node.id))
    }
    for name in former where name.heldBack?.id == node.id { folder.removeQuietly(name) }
    try tidy()
  }

  /// Removes what has an identity.
  func remove(_ id: UInt64) throws(StateStoreError) {
    for name in try names() where name.heldBack?.id == id {
      try folder.reporting(.writing) { () throws(SystemCallFailure) in try folder.remove(name) }
    }
  }

  private func bytes(of name: StoreFileName) throws(StateStoreError) -> [UInt8]? {
    try folder.reporting(.reading) { () throws(SystemCallFailure) in
      guard case .file(let file, let size) = try folder.open(name, limit: options.bytesPerFile)
      else { return nil }
      return try file.read(ItemRange(offset: 0, length: size))
    }
  }

  private func names() throws(StateStoreError) -> [StoreFileName] {
    // The names sort as the numbers in them do, so the oldest come first.
    try folder.reporting(.reading) { () throws(SystemCallFailure) in
      (try folder.names() ?? []).filter { $0.heldBack != nil }
    }
  }

  private func tidy() throws(StateStoreError) {
    var sum = 0
    for (index, name) in try names().reversed().enumerated() {
      let status = try folder.reporting(.reading) { () throws(SystemCallFailure) in
        try folder.status(of: name)
      }
      sum += status?.size ?? 0
      let isTooMuch = index >= options.heldBackNodes || sum > options.heldBackBytes
      if index > 0, isTooMuch { folder.removeQuietly(name) }
    }
  }
}

extension StoreFileName {
  /// The order and the identity of a node that is held back, if this is the name of one.
  fileprivate var heldBack: (order: UInt64, id: UInt64)? {
    if case .heldBack(let order, let id) = self { (order, id) } else { nil }
  }
}
