import Foundation
import Testing

@testable import RestorationCore
@testable import RestorationStore

@Suite("A process that dies leaves the last save or the one before, whole")
struct CrashTests {
  private static let old = StateArchive.sample(version: 1)
  private static let new = StateArchive.sample(version: 2)

  /// Saves twice, the second time in the way that the test is about.
  static func save(in folder: URL, with fileSystem: any FileSystem, setsAside: String?) throws {
    let store = FileStateStore(directory: folder, fileSystem: fileSystem)
    try store.commit([new.replacing(setsAside: setsAside), StateArchive.sample("b").replacing()])
  }

  private static func calls(prepared: Bool, setsAside: String?) throws -> [String] {
    try withTemporaryFolder { folder in
      let place = folder.appending(path: "a/state")
      if prepared { try FileStateStore(directory: place).commit([old.replacing()]) }
      let counting = FaultyFileSystem()
      try save(in: place, with: counting, setsAside: setsAside)
      return counting.operations
    }
  }

  /// Checks what a later launch finds, and that it can save.
  private static func check(_ place: URL, prepared: Bool, _ comment: Comment) throws {
    let store = FileStateStore(directory: place)
    let loaded = try store.load(scene: "main")
    #expect(loaded?.damage ?? [] == [], comment)
    let isNew = loaded?.archive == new
    #expect(isNew || loaded?.archive == (prepared ? old : nil), comment)
    #expect(try store.load(scene: "b")?.archive == (isNew ? .sample("b") : nil), comment)
    let next = StateArchive.sample(version: 3)
    try store.commit([next.replacing()])
    store.close()
    #expect(try store.load(scene: "main") == LoadedArchive(archive: next), comment)
    #expect(!place.names.contains { $0.hasSuffix(".unfinished") }, comment)
  }

  @Test("P336: killed before or after any system call of a save, it opens the old or the new one.")
  func killed() async throws {
    for setsAside in [nil, "vetoed"] {
      let calls = try Self.calls(prepared: true, setsAside: setsAside)
      #expect(calls.contains("write") && calls.contains("fdatasync"))
      for number in calls.indices {
        try await kill(.dieBefore, at: number, setsAside: setsAside)
      }
      try await kill(.dieAfter, at: calls.count - 1, setsAside: setsAside)
    }
  }

  private func kill(
    _ fault: FaultyFileSystem.Fault,
    at number: Int,
    setsAside: String?
  ) async throws {
    try await runInTemporaryFolder { folder in
      try FileStateStore(directory: folder).commit([Self.old.replacing()])
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [
          path = folder.path as String, fault = fault as FaultyFileSystem.Fault,
          number = number as Int, setsAside = setsAside as String?
        ] in
        try CrashTests.save(
          in: URL(filePath: path),
          with: FaultyFileSystem(fault, at: number),
          setsAside: setsAside
        )
      }
      try Self.check(folder, prepared: true, "call \(number), \(fault)")
    }
  }

  @Test("When all calls from any one on fail, a save throws, and a later launch finds the old one.")
  func deadFromHereOn() throws {
    for prepared in [true, false] {
      for setsAside in [nil, "vetoed"] {
        let calls = try Self.calls(prepared: prepared, setsAside: setsAside)
        for number in calls.indices {
          try withTemporaryFolder { folder in
            let place = folder.appending(path: "a/state")
            if prepared { try FileStateStore(directory: place).commit([Self.old.replacing()]) }
            let fileSystem = FaultyFileSystem(.failFromHereOn(EIO), at: number)
            do {
              try Self.save(in: place, with: fileSystem, setsAside: setsAside)
            } catch let error as StateStoreError {
              #expect(error.errorNumber == EIO)
              #expect(error.operation != nil)
              #expect(error.location != nil)
            }
            try Self.check(place, prepared: prepared, "call \(number): \(calls[number])")
          }
        }
      }
    }
  }
}
