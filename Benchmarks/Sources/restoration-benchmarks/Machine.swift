import Foundation

/// What a figure was measured on.
struct Machine {
  /// Processor, cores and system, in a few words.
  let name: String

  init() throws {
    let info = ProcessInfo.processInfo
    let cores = info.activeProcessorCount
    name =
      "\(try Self.processor), \(cores) cores, \(info.operatingSystemVersionString), \(Self.kernel)"
  }

  private static var processor: String {
    get throws {
      let text = try textFile("/proc/cpuinfo")
      let line = text.split(separator: "\n").first { $0.hasPrefix("model name") }
      let name = line?.split(separator: ":").last ?? "unknown processor"
      return name.trimmingCharacters(in: .whitespaces)
    }
  }

  private static var kernel: String {
    var name = utsname()
    guard uname(&name) == 0 else { return "unknown kernel" }
    return text(of: name.sysname) + " " + text(of: name.release)
  }

  private static func text<Characters>(of characters: Characters) -> String {
    withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}

/// The text of a file, such as one of those in `/proc` that have no length.
func textFile(_ path: String) throws -> String {
  guard let data = FileManager.default.contents(atPath: path) else {
    throw BenchmarkError("\(path) cannot be read; the benchmarks are made for Linux.")
  }
  return String(decoding: data, as: UTF8.self)
}
