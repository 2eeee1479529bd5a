import CBenchmarks
import Foundation
import RestorationCore

/// Measures how much memory a save or a restore takes at its peak, in a process of its own.
///
/// A process that measured something before has memory that was freed and stays resident, which would
/// hide what is taken anew. So the program runs itself with a hidden argument for each measurement.
@MainActor
enum PeakMemory: String, CaseIterable {
  /// The first save, to memory: by how much the peak lies above what the app's objects had taken.
  case save

  /// The restore of as much from memory, by how much its peak lies above what was there before; the
  /// app's objects that it makes are in it.
  case restore

  /// The objects that a restore makes, made by the app alone.
  case objects

  /// The argument that makes the program measure in place of running benchmarks.
  static let argument = "--measure-memory"

  /// Measures in a new process, so many times, and gives the median in bytes.
  func median(of runs: Int = 5) throws -> Double {
    restoration_benchmarks.median(try (0..<runs).map { _ in try measureInNewProcess() })
  }

  private func measureInNewProcess() throws -> Double {
    let process = Process()
    let output = Pipe()
    process.executableURL = try WorkFolder.executable
    process.arguments = [Self.argument, rawValue]
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let text = String(decoding: data, as: UTF8.self)
    guard process.terminationStatus == 0, let bytes = Double(text) else {
      throw BenchmarkError("The process that measures memory failed: \(text)")
    }
    return bytes
  }

  /// Measures in this process, which has done nothing else, and prints the number of bytes.
  func measure() throws {
    print(try growth(), terminator: "")
  }

  private func growth() throws -> Int {
    // The code that runs, and tables that are made once, are no part of what a save takes.
    try Self.saveAndRestoreFewNodes()
    switch self {
    case .save:
      let app = BenchmarkApp<HandwrittenNode>(InMemoryStateStore())
      app.launch(with: Benchmark.nodes)
      return try Self.peakGrowth(keeping: app) { try app.saveEverything() }
    case .restore:
      let store = try Benchmark.savedStore(of: HandwrittenNode.self)
      let app = BenchmarkApp<HandwrittenNode>(store)
      return try Self.peakGrowth(keeping: app) { try app.launch(expecting: Benchmark.nodes) }
    case .objects:
      let shelf = Shelf(restorationIdentifier: "shelf")
      return try Self.peakGrowth(keeping: shelf) {
        shelf.books = (0..<Benchmark.nodes).map { HandwrittenNode(Values($0)) }
      }
    }
  }

  private static func saveAndRestoreFewNodes() throws {
    let store = InMemoryStateStore()
    let saver = BenchmarkApp<HandwrittenNode>(store)
    saver.launch(with: 10)
    try saver.saveEverything()
    try BenchmarkApp<HandwrittenNode>(store).launch(expecting: 10)
  }

  /// By how much the peak of what is resident grows in a body.
  private static func peakGrowth<Kept>(keeping kept: Kept, in body: () throws -> Void) throws -> Int
  {
    // What was freed before would be taken again for nothing, as it is resident still.
    use_up_freed_memory()
    guard let file = FileHandle(forWritingAtPath: "/proc/self/clear_refs") else {
      throw BenchmarkError("/proc/self/clear_refs cannot be opened; peaks are measured on Linux.")
    }
    try file.write(contentsOf: Data("5".utf8))
    let before = try statusBytes("VmRSS")
    try body()
    let peak = try statusBytes("VmHWM")
    withExtendedLifetime(kept) {}
    return peak - before
  }

  /// A number of `/proc/self/status`, which has it in KiB.
  private static func statusBytes(_ key: String) throws -> Int {
    let line = try textFile("/proc/self/status").split(separator: "\n")
      .first { $0.hasPrefix("\(key):") }
    guard let digits = line?.filter(\.isNumber), let number = Int(digits) else {
      throw BenchmarkError("/proc/self/status has no \(key).")
    }
    return number * 1_024
  }
}
