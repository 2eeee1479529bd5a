import Foundation
import Synchronization

@testable import RestorationStore

/// A disk in memory that keeps apart what reads show and what would survive, as one process sees it.
///
/// It promises no more than a file system does: bytes last once their file was synchronized, names
/// once their folder was, whatever the order of the calls.
final class SimulatedDisk: FileSystem {
  /// Sees each call before it is made, and the disk as it is then.
  typealias Observer = @Sendable (DiskCall, _ index: Int, DiskState) -> Void

  struct Descriptor: Sendable {
    var process: Int
    var inode: Int
    var path: String
    var use: FileUse
  }

  struct Contents: Sendable {
    var state: DiskState
    var descriptors: [Int32: Descriptor] = [:]
    var lastDescriptor: Int32 = 2
    var locks: [Int: Int32] = [:]
    var callCount = 0
    var synchronizations: [String] = []
    var misuses: [String] = []
    var lastProcess = 0
    var deadProcesses: Set<Int> = []
  }

  /// What all processes on a disk share.
  final class Shared: Sendable {
    let contents: Mutex<Contents>

    init(_ state: DiskState) {
      contents = Mutex(Contents(state: state))
    }
  }

  private let shared: Shared
  let process: Int
  private let fault: DiskFault?
  let ignored: Set<String>
  private let observer: Observer?

  /// Makes a disk.
  ///
  /// - Parameters:
  ///   - state: What it holds.
  ///   - fault: What goes wrong.
  ///   - ignored: The labels of synchronizations that do nothing and say that they did.
  ///   - observer: Sees each call.
  init(
    _ state: DiskState = DiskState(),
    fault: DiskFault? = nil,
    ignoring ignored: Set<String> = [],
    observer: Observer? = nil
  ) {
    shared = Shared(state)
    process = 0
    self.fault = fault
    self.ignored = ignored
    self.observer = observer
  }

  private init(process: Int, besides other: SimulatedDisk) {
    shared = other.shared
    fault = other.fault
    ignored = other.ignored
    observer = other.observer
    self.process = process
  }

  /// The disk as another process sees it.
  func otherProcess() -> SimulatedDisk {
    let process = shared.contents.withLock { contents in
      contents.lastProcess += 1
      return contents.lastProcess
    }
    return SimulatedDisk(process: process, besides: self)
  }

  /// Ends the process: its files are closed, its locks are free, and it makes no call any more.
  func kill() {
    shared.contents.withLock { contents in
      contents.deadProcesses.insert(process)
      for (number, descriptor) in contents.descriptors where descriptor.process == process {
        contents.descriptors[number] = nil
        contents.release(descriptor.inode, by: FileDescriptor(number))
        contents.state.close(descriptor.inode)
      }
      contents.state.forgetFailures()
    }
  }

  /// Puts a file on the disk as if somebody else had done so long ago, if its folder is there.
  func litter(_ path: String) {
    shared.contents.withLock { contents in
      do throws(DiskError) {
        let inode = try contents.state.make(path, isFolder: false, mode: 0o644)
        contents.state.inodes[inode]?.write([0x68, 0x69], at: 0)
        contents.state.synchronize(inode)
        contents.state.settleAddition(of: inode)
      } catch {
        // There is no such folder, or there is such a file.
      }
    }
  }

  let userID: UInt32 = 1_000

  let processID: Int32 = 4_242

  /// What the disk holds now.
  var state: DiskState { shared.contents.withLock { $0.state } }

  /// How many calls there were.
  var callCount: Int { shared.contents.withLock { $0.callCount } }

  /// How many files are open.
  var openCount: Int { shared.contents.withLock { $0.descriptors.count } }

  /// The labels of all synchronizations so far that had something to do.
  var synchronizations: [String] { shared.contents.withLock { $0.synchronizations } }

  /// Calls with a descriptor that nobody has, which could have hit somebody else's file.
  var misuses: [String] { shared.contents.withLock { $0.misuses } }

  /// Makes a call about a path, or lets it fail.
  func call<Result: Sendable>(
    _ kind: DiskCall.Kind,
    _ path: String,
    _ body: (inout Contents) throws(DiskError) -> Result
  ) throws(SystemCallFailure) -> Result {
    try shared.contents.withLock { (contents) throws(SystemCallFailure) in
      try contents.check(process, kind)
      let effect = begin(DiskCall(kind: kind, path: path), &contents)
      do throws(DiskError) {
        if case .fail(let number) = effect { throw DiskError(number) }
        let result = try body(&contents)
        if case .failLate(let number) = effect { throw DiskError(number) }
        return result
      } catch {
        throw SystemCallFailure(kind.rawValue, error.number, path)
      }
    }
  }

  /// Makes a call about an open file, which decides itself what becomes of a fault.
  func call<Result: Sendable>(
    _ kind: DiskCall.Kind,
    _ file: FileDescriptor,
    _ body: (inout Contents, Descriptor, DiskFault.Effect?) throws(DiskError) -> Result
  ) throws(SystemCallFailure) -> Result {
    try shared.contents.withLock { (contents) throws(SystemCallFailure) in
      try contents.check(process, kind)
      guard let descriptor = contents.descriptors[file.rawValue] else {
        contents.misuses.append("\(kind.rawValue) of \(file.rawValue)")
        throw SystemCallFailure(kind.rawValue, EBADF, "")
      }
      // A write tells of itself, with what it writes.
      let effect =
        kind == .write
        ? nil : begin(DiskCall(kind: kind, path: descriptor.path), &contents)
      do throws(DiskError) {
        return try body(&contents, descriptor, effect)
      } catch {
        throw SystemCallFailure(kind.rawValue, error.number, "")
      }
    }
  }

  func begin(_ call: DiskCall, _ contents: inout Contents) -> DiskFault.Effect? {
    let index = contents.callCount
    contents.callCount += 1
    observer?(call, index, contents.state)
    return fault?.effect(on: call.kind, at: index)
  }
}

extension DiskFault.Effect? {
  /// Throws if the call is to fail.
  func check() throws(DiskError) {
    if case .fail(let number) = self { throw DiskError(number) }
  }
}
