import Foundation

// Measures the rows of the table in Documentation/Benchmarks.md, and prints them as they come.

@MainActor
func run(_ options: CommandLineOptions) throws {
  if options.isList {
    for benchmark in Benchmark.all { print(benchmark.name) }
    return
  }
  #if DEBUG
  say("This is built for debugging, so the times say nothing; run it with -c release.")
  #endif
  let folder = try WorkFolder(in: options.folder)
  defer { removeOrSay(folder) }
  let output = Output(
    isJSON: options.isJSON,
    machine: try Machine().name,
    fileSystem: folder.fileSystem
  )
  output.printHead()
  var above: [String] = []
  for benchmark in Benchmark.all
  where options.only.isEmpty || options.only.contains(benchmark.name) {
    let figures = try benchmark.run(benchmark, folder)
    for figure in figures { try output.printLine(of: figure) }
    above += figures.filter(\.isAboveBar).map(\.name)
  }
  if options.isCheck, !above.isEmpty {
    throw BenchmarkError("above the bar: \(above.joined(separator: ", "))")
  }
}

@MainActor
func removeOrSay(_ folder: WorkFolder) {
  do {
    try folder.remove()
  } catch {
    say("The folder of this run could not be removed: \(error)")
  }
}

func say(_ text: String) {
  FileHandle.standardError.write(Data("restoration-benchmarks: \(text)\n".utf8))
}

let arguments = Array(CommandLine.arguments.dropFirst())
do {
  if arguments.first == PeakMemory.argument, let kind = PeakMemory(rawValue: arguments.last ?? "") {
    try kind.measure()
  } else {
    try run(CommandLineOptions(arguments))
  }
} catch {
  say("\(error)")
  exit(1)
}
