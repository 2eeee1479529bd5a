internal import RestorationCore

/// The launch guard of a store: a page in its folder, and a file for each node that is held back.
struct FileLaunchGuard: LaunchGuarding {
  let store: FileStateStore

  func record(of scene: String, build: String) -> LaunchRecord? {
    guard let (page, boot) = store.guardPageIfLocked() else { return nil }
    return page.record(of: scene, boot: boot, build: stableHash(build))
  }

  func watch(scene: String, build: String, _ record: LaunchRecord) -> (any LaunchWatch)? {
    guard let (page, boot) = store.guardPageIfLocked() else { return nil }
    return page.watch(scene: scene, boot: boot, build: stableHash(build), record)
  }

  func heldBack() throws(StateStoreError) -> [HeldBackNode] {
    try shelf.nodes()
  }

  func holdBack(_ node: HeldBackNode) throws(StateStoreError) {
    try requireLock()
    try shelf.put(node)
  }

  func letGo(of node: HeldBackNode) throws(StateStoreError) {
    try requireLock()
    try shelf.remove(node.id)
  }

  private var shelf: HeldBackShelf { HeldBackShelf(folder: store.folder, options: store.options) }

  private func requireLock() throws(StateStoreError) {
    guard store.holdsLock() else {
      // That tells who has it, if somebody has.
      try store.withTables { _ in }
      throw StateStoreError(
        .readOnly,
        "The store may not write to its folder now; allow writing to it, and try again.",
        location: store.folder.path
      )
    }
  }
}
