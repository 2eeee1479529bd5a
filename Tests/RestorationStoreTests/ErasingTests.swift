import Foundation
import Testing

@testable import RestorationCore
@testable import RestorationStore

@Suite("Erasing a store leaves nothing behind")
struct ErasingTests {
  @Test("P244: erase leaves nothing behind but what is not the store's.")
  func erase() throws {
    try withTemporaryFolder { folder in
      let place = folder.appending(path: "state")
      let store = FileStateStore(directory: place)
      try store.erase()
      for version in 0..<5 {
        let archive = StateArchive.sample(version: version)
        try store.commit([archive.replacing(setsAside: "version \(version)")])
      }
      try Data("x".utf8).write(to: place.appending(path: "state-00000000000000ff.cbors"))
      try Data("x".utf8).write(to: place.appending(path: "state-00000000000000fe.unfinished"))
      store.close()
      try store.commit([StateArchive.sample("other").replacing()])
      #expect(place.names.contains { $0.hasPrefix("snapshot-") })
      #expect(place.names.contains { $0.hasPrefix("damaged-") })
      try store.erase()
      #expect(folder.names.isEmpty)
      #expect(try store.load(scene: "other") == nil)

      try store.commit([StateArchive.sample().replacing()])
      try Data("x".utf8).write(to: place.appending(path: "notes.txt"))
      try store.erase()
      #expect(place.names == ["notes.txt"])
    }
  }

  /// A folder with files of every kind.
  private func fill(_ place: URL) throws {
    let store = FileStateStore(directory: place)
    for version in 0..<3 {
      try store.commit([StateArchive.sample(version: version).replacing(setsAside: "vetoed")])
      try store.compact()
    }
    try store.commit([StateArchive.sample(version: 3).replacing()])
    store.close()
    let others = [
      "damaged-0000000000000001", "guard", "state-00000000000000fe.unfinished",
      "held-0000000000000001-0000000000000007.cbors", "kept-0000000000000001-vetoed.cbors",
    ]
    for name in others { try Data("x".utf8).write(to: place.appending(path: name)) }
    try #require(place.names.count > 10)
  }

  @Test(
    "P244: whatever stands in place of its files is erased too.",
    arguments: GarbageTests.Garbage.allCases
  )
  func garbage(_ garbage: GarbageTests.Garbage) throws {
    try withTemporaryFolder { folder in
      let place = folder.appending(path: "state")
      try fill(place)
      for name in place.names { try garbage.put(at: place.appending(path: name)) }
      try FileStateStore(directory: place).erase()
      #expect(place.names == (garbage == .link ? ["target"] : []))
    }
  }

  @Test("Where a link leads to the folder, all in it is erased, and the link stays.")
  func linkedFolder() throws {
    try withTemporaryFolder { folder in
      let place = folder.appending(path: "state")
      let link = folder.appending(path: "link")
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: place)
      let store = FileStateStore(directory: link)
      for version in 1...2 {
        try store.commit([.sampleChanges(version)])
        try store.erase()
        #expect(place.names.isEmpty && folder.names == ["link", "state"])
        #expect(try store.load(scene: "main") == nil)
      }
    }
  }

  @Test("P244: a folder that a save had set aside is erased with all that is in it.")
  func setAside() throws {
    try withTemporaryFolder { folder in
      let place = folder.appending(path: "state")
      let outside = folder.appending(path: "outside")
      let store = FileStateStore(directory: place)
      try store.commit([StateArchive.sample().replacing()])
      store.close()
      let journal = try #require(place.journals.first)
      try GarbageTests.Garbage.fullFolder.put(at: journal)
      let inner = journal.appending(path: "a/b")
      try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
      try Data("y".utf8).write(to: inner.appending(path: "y"))
      // What a link leads to is not in the folder.
      try FileManager.default.createDirectory(at: outside, withIntermediateDirectories: true)
      try Data("z".utf8).write(to: outside.appending(path: "z"))
      try FileManager.default.createSymbolicLink(
        at: inner.appending(path: "link"),
        withDestinationURL: outside
      )
      try store.commit([StateArchive.sample().replacing()])
      #expect(place.names.contains { $0.hasPrefix("damaged-") })
      try store.erase()
      #expect(folder.names == ["outside"])
      #expect(outside.names == ["z"])
    }
  }

  @Test("What cannot be removed keeps nothing else, and another attempt removes it.")
  func failures() throws {
    var refusals = 0
    var index = 0
    var isDone = false
    try withTemporaryFolder { folder in
      let filled = folder.appending(path: "filled")
      try fill(filled)
      while !isDone {
        let parent = folder.appending(path: "\(index)")
        try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: false)
        let place = parent.appending(path: "state")
        try FileManager.default.copyItem(at: filled, to: place)
        let fileSystem = FaultyFileSystem(.fail(EIO), at: index)
        let store = FileStateStore(directory: place, fileSystem: fileSystem)
        var failure: StateStoreError?
        do throws(StateStoreError) {
          try store.erase()
        } catch {
          failure = error
        }
        isDone = !fileSystem.wasHit
        if !isDone, ["unlink", "rmdir"].contains(fileSystem.operations[index]) {
          refusals += 1
          #expect(failure != nil)
          // The lock is the last to leave.
          let left = place.names.filter { $0 != "lock" }
          #expect(left.count <= 1, "\(left) after the failure of call \(index)")
        }
        try FileStateStore(directory: place).erase()
        #expect(parent.names.isEmpty)
        index += 1
      }
    }
    #expect(refusals > 10)
  }
}
