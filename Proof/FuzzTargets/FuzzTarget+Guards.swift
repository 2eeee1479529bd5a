import Foundation
import RestorationCore
import RestorationStore

extension FuzzTarget {
  /// The reader of the launch guard's page, which must never keep an app from being launched.
  ///
  /// If the first byte is odd, the checksum of each entry is made right.
  static let guards = FuzzTarget(
    name: "guards",
    seeds: { try GuardedFolder().pages().flatMap { [[0] + $0, [1] + $0] } },
    check: { bytes in
      guard let first = bytes.first else { return }
      var page = Array(bytes.dropFirst().prefix(4_096))
      page += [UInt8](repeating: 0, count: 4_096 - page.count)
      if first & 1 == 1 { page.repairGuardEntries() }
      try GuardedFolder(page: page).check()
    }
  )
}

/// A folder with a saved scene and a page of the launch guard.
@MainActor
private struct GuardedFolder {
  private let disk: MemoryDisk

  init(page: [UInt8]? = nil) throws {
    disk = MemoryDisk()
    try disk.makeFolder(FolderInput.path)
    let store = makeStore()
    try store.commit([SceneChanges(replacingWith: SampleArchive.full)])
    store.close()
    guard let page else { return }
    let file = try disk.open(FolderInput.path + "/guard", for: .creating)
    _ = try page.withUnsafeBytes { try disk.write(file, $0, at: 0) }
    try disk.close(file)
  }

  private func makeStore() -> FileStateStore {
    FileStateStore(
      directory: URL(filePath: FolderInput.path, directoryHint: .isDirectory),
      fileSystem: disk
    )
  }

  /// Pages as launches leave them that die once or twice.
  func pages() throws -> [[UInt8]] {
    var pages: [[UInt8]] = []
    for _ in 0..<3 {
      let store = makeStore()
      let launch = Launch(store, scene: "main", root: "root")
      pages.append(disk.files[FolderInput.path + "/guard"] ?? [])
      // It is not closed: whoever launches next finds what this one was about.
      withExtendedLifetime(launch) { store.close() }
    }
    return pages
  }

  /// Launches until whatever the page blames is held back, and back again.
  func check() throws {
    for _ in 0..<3 {
      let store = makeStore()
      defer { store.close() }
      let launch = Launch(store, scene: "main", root: "root")
      let outcomes: [RestorationOutcome] = [.restored, .partial, .heldBack]
      try require(outcomes.contains(launch.report.outcome), "The launch ended as \(launch.report)")
      try require(
        launch.report.diagnostics.allSatisfy { !$0.description.contains("\n") },
        "A diagnostic has several lines."
      )
      _ = try launch.save()
    }
    let archive = try makeStore().load(scene: "main")
    try require(archive?.damage.isEmpty ?? false, "The archive is damaged by a page of the guard.")
  }
}

extension [UInt8] {
  /// Makes the checksum of each entry of a page right, without which nothing in it counts.
  fileprivate mutating func repairGuardEntries() {
    for start in stride(from: 64, to: count, by: 64) {
      func word(_ index: Int) -> UInt64 {
        self[start + index * 8..<start + index * 8 + 8].reversed().reduce(0) {
          $0 << 8 | UInt64($1)
        }
      }
      guard word(0) != 0 else { continue }
      var hash: UInt64 = 0xCBF2_9CE4_8422_2325
      for index in [0, 2, 3, 4, 5, 6] {
        hash = (hash ^ word(index)) &* 0x100_0000_01B3
        hash ^= hash >> 29
      }
      Swift.withUnsafeBytes(of: Swift.max(1, hash).littleEndian) { bytes in
        replaceSubrange(start + 56..<start + 64, with: bytes)
      }
    }
  }
}
