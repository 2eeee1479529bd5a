#if os(Linux)
import Foundation
import Testing

@testable import RestorationCore
@testable import RestorationStore

@Suite("Saves that come faster than the disk takes them wait, and use up no descriptors")
struct DescriptorTests {
  /// Saves as fast as can be to segments that are full after a few saves; answers how many files
  /// were open at the most.
  static func saveInHotLoop(_ durability: FileStateStore.Durability, count: Int) throws -> Int {
    try withTemporaryFolder { folder in
      var options = FileStateStore.Options()
      options.durability = durability
      options.segmentBytes = 1 << 10
      let store = FileStateStore(directory: folder, options: options)
      var expected = StateArchive.sample()
      try store.commit([expected.replacing()])
      var most = 0
      for number in 0..<count {
        let change = JournalTests.change(UInt8(number % 250))
        try store.commit([change])
        expected.apply(change)
        if number.isMultiple(of: 20) { most = max(most, try openFileCount()) }
      }
      #expect(try store.load(scene: "main")?.archive == expected)
      return most
    }
  }

  private static func openFileCount() throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
  }

  @Test("A hot loop of saves to small segments keeps few files open.")
  func hotLoop() async throws {
    await #expect(processExitsWith: .success) {
      var limit = rlimit(rlim_cur: 160, rlim_max: 160)
      try #require(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
      try #require(try DescriptorTests.saveInHotLoop(.processCrash, count: 6_000) < 120)
      try #require(try DescriptorTests.saveInHotLoop(.powerLoss, count: 100) < 120)
    }
  }

  @Test("Many snapshots of many files are listed and read with few files open.")
  func snapshots() async throws {
    await #expect(processExitsWith: .success) {
      try withTemporaryFolder { folder in
        var expected = StateArchive.sample()
        for session in 0..<24 {
          let store = FileStateStore(directory: folder)
          let change = JournalTests.change(UInt8(session))
          try store.commit([session == 0 ? expected.replacing() : change])
          if session > 0 { expected.apply(change) }
          store.close()
        }
        let store = FileStateStore(directory: folder)
        for number in 0..<8 {
          try store.commit([JournalTests.change(UInt8(100 + number))])
          try store.keep(as: "k\(number)")
        }
        let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
        var limit = rlimit(rlim_cur: rlim_t(open + 60), rlim_max: rlim_t(open + 60))
        try #require(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
        let kept = try store.generations().filter { $0.name != nil }
        try #require(kept.count == 8)
        for generation in kept {
          try #require(try store.load(scene: "main", from: generation) != nil)
        }
      }
    }
  }
}
#endif
