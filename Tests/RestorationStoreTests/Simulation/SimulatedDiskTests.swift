import Foundation
import Testing

@testable import RestorationStore

@Suite("A simulated disk promises what a disk does, and no more")
struct SimulatedDiskTests {
  /// All files that may be found after a power loss.
  private func images(_ disk: SimulatedDisk) -> Set<[String: [UInt8]]> {
    var images: Set<[String: [UInt8]]> = []
    var chooser = ExhaustiveChooser()
    repeat { images.insert(disk.state.crashed(&chooser).files) } while chooser.advance()
    return images
  }

  private func write(
    _ text: String,
    to path: String,
    on disk: SimulatedDisk
  ) throws
    -> FileDescriptor
  {
    let file = try disk.open(path, for: .creating)
    let bytes = Array(text.utf8)
    let count = try bytes.withUnsafeBytes { try disk.write(file, $0, at: 0) }
    #expect(count == bytes.count)
    return file
  }

  private func synchronizeRoot(_ disk: SimulatedDisk) throws {
    let root = try disk.open("/", for: .folder)
    try disk.synchronize(root)
    try disk.close(root)
  }

  @Test("A file that was not synchronized may be missing, whole, cut short, or full of zeros.")
  func unsynchronized() throws {
    let disk = SimulatedDisk()
    _ = try write("abcd", to: "/f", on: disk)
    let images = images(disk)
    for bytes in ["", "ab", "abcd", "\0\0cd", "ab\0\0", "\0\0\0\0"] {
      #expect(images.contains(["/f": Array(bytes.utf8)]), "\(bytes)")
    }
    #expect(images.contains([:]))
  }

  @Test("Bytes last once the file was synchronized, and the name once the folder was.")
  func synchronized() throws {
    let disk = SimulatedDisk()
    let file = try write("abcd", to: "/f", on: disk)
    try disk.synchronizeContents(of: file)
    #expect(images(disk) == [[:], ["/f": Array("abcd".utf8)]])
    try synchronizeRoot(disk)
    #expect(images(disk) == [["/f": Array("abcd".utf8)]])
  }

  @Test("A rename is made or not, and leaves what it replaces where it is not.")
  func renamed() throws {
    let disk = SimulatedDisk()
    for (name, text) in [("/a", "1"), ("/b", "2")] {
      try disk.synchronize(try write(text, to: name, on: disk))
    }
    try synchronizeRoot(disk)
    try disk.rename("/b", to: "/a")
    #expect(images(disk) == [["/a": [0x31], "/b": [0x32]], ["/a": [0x32]]])
    try synchronizeRoot(disk)
    #expect(images(disk) == [["/a": [0x32]]])
  }

  @Test("After a failed synchronization reads show what no later one brings to the disk.")
  func failedSynchronization() throws {
    // The calls are: create and write the file; open, synchronize and close the folder.
    let disk = SimulatedDisk(fault: DiskFault(kind: .failing(EIO), calls: 5..<6))
    let file = try write("ab", to: "/f", on: disk)
    try synchronizeRoot(disk)
    #expect(throws: SystemCallFailure.self) { try disk.synchronize(file) }
    #expect(disk.state.files == ["/f": Array("ab".utf8)])
    try disk.synchronize(file)
    #expect(images(disk).isSuperset(of: [["/f": []], ["/f": Array("ab".utf8)]]))
  }

  @Test("What a removed file held may show where another one grows.")
  func remains() throws {
    let disk = SimulatedDisk()
    let old = try write("old bytes", to: "/f", on: disk)
    try disk.synchronize(old)
    try disk.remove("/f")
    try disk.close(old)
    _ = try write("new", to: "/g", on: disk)
    try synchronizeRoot(disk)
    #expect(images(disk).contains(["/g": Array("old".utf8)]))
  }

  @Test("A lock is its holder's until the holder closes, unlocks or dies.")
  func locks() throws {
    let first = SimulatedDisk()
    let second = first.otherProcess()
    let held = try first.open("/lock", for: .locking)
    let other = try second.open("/lock", for: .locking)
    #expect(try first.lock(held))
    #expect(try !second.lock(other))
    try first.unlock(held)
    #expect(try second.lock(other))
    try second.close(other)
    #expect(try first.lock(held))
    first.kill()
    let third = try second.open("/lock", for: .locking)
    #expect(try second.lock(third))
    #expect(throws: SystemCallFailure.self) { try first.close(held) }
    #expect(second.openCount == 1)
  }

  @Test("A removed file can be read by whoever has it open; its number is given again after that.")
  func numbers() throws {
    let disk = SimulatedDisk()
    let file = try write("abc", to: "/f", on: disk)
    let status = try disk.status(of: file)
    #expect(status.linkCount == 1 && status.mode == 0o600 && status.size == 3)
    try disk.link("/f", to: "/g")
    #expect(try disk.status(of: file).linkCount == 2)
    try disk.remove("/f")
    try disk.remove("/g")
    #expect(try disk.status(of: file).linkCount == 0)
    let next = try disk.open("/h", for: .creating)
    #expect(try disk.status(of: next).identity != status.identity)
    try disk.close(file)
    let last = try disk.open("/i", for: .creating)
    #expect(try disk.status(of: last).identity == status.identity)
    #expect(disk.misuses == [])
  }

  @Test("Calls that a system refuses are refused with its error numbers.")
  func refusals() throws {
    let disk = SimulatedDisk()
    try disk.makeFolder("/a")
    _ = try disk.open("/a/f", for: .creating)
    let calls: [(Int32, () throws -> Void)] = [
      (EEXIST, { _ = try disk.open("/a/f", for: .creating) }),
      (EEXIST, { try disk.makeFolder("/a") }),
      (ENOENT, { _ = try disk.open("/b", for: .reading) }),
      (ENOENT, { _ = try disk.open("/b/c", for: .creating) }),
      (ENOTDIR, { _ = try disk.open("/a/f/g", for: .creating) }),
      (ENOTDIR, { _ = try disk.names(in: "/a/f") }),
      (ENOTEMPTY, { try disk.removeFolder("/a") }),
      (EISDIR, { try disk.remove("/a") }),
      (EEXIST, { try disk.link("/a/f", to: "/a/f") }),
      (EBADF, { try disk.synchronize(FileDescriptor(99)) }),
    ]
    for (number, call) in calls {
      let failure = #expect(throws: SystemCallFailure.self) { try call() }
      #expect(failure?.errorNumber == number)
    }
    #expect(disk.misuses.count == 1)
  }
}
