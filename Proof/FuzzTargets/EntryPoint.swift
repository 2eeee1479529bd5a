import Foundation

#if canImport(Glibc)
import Glibc
#endif

/// The reader that `FUZZ_TARGET` names, for libFuzzer, which calls the two functions below.
private let target: FuzzTarget = {
  let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? ""
  guard let target = FuzzTarget.named(name) else {
    stop("FUZZ_TARGET is '\(name)'; it may be \(FuzzTarget.all.map(\.name).joined(separator: " "))")
  }
  return target
}()

/// Lists the readers, or writes the inputs to begin with into the folder that `FUZZ_SEEDS` names.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
  _ count: UnsafeMutableRawPointer,
  _ arguments: UnsafeMutableRawPointer
)
  -> Int32
{
  if ProcessInfo.processInfo.environment["FUZZ_LIST"] != nil {
    print(FuzzTarget.all.map(\.name).joined(separator: "\n"))
    exit(0)
  }
  guard let folder = ProcessInfo.processInfo.environment["FUZZ_SEEDS"] else { return 0 }
  do {
    let seeds = try MainActor.assumeIsolated { try target.seeds() }
    for (index, seed) in seeds.enumerated() {
      try Data(seed).write(to: URL(filePath: folder).appending(path: "seed-\(index)"))
    }
  } catch {
    stop("The seeds of \(target.name) cannot be written: \(error)")
  }
  return 0
}

/// Reads one input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let began = processorTime()
  do {
    try MainActor.assumeIsolated { try target.check(bytes) }
  } catch {
    stop("FINDING: \(target.name): \(error)")
  }
  let seconds = processorTime() - began
  if seconds > 1 { stop("FINDING: \(target.name): it takes \(seconds) s.") }
  return 0
}

/// How long this thread has been running; others may use the processor meanwhile.
private func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Ends the process in a way that libFuzzer takes for a crash.
private func stop(_ message: String) -> Never {
  FileHandle.standardError.write(Data("\(message)\n".utf8))
  abort()
}
