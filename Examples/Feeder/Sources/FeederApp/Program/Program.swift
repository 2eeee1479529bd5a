import Foundation
import RestorationCore
import RestorationStore

/// The program as it is started, with its arguments.
@MainActor
public struct Program {
  private let options: Options
  private let folders: Folders

  /// Reads the arguments; throws a line that says what is wrong with them.
  public init(arguments: [String]) throws {
    options = try Options(arguments)
    folders = Folders(home: options.home)
  }

  /// Runs to the end, and gives the exit code.
  public func run() throws -> Int32 {
    switch options.command {
    case .read: return try read()
    case .importFiles(let paths): return try importFiles(paths)
    case .demo:
      var demo = try Demo(
        rounds: options.rounds,
        seed: options.seed,
        unwinds: options.unwinds
      )
      return try demo.run() ? 0 : 1
    }
  }

  private func importFiles(_ paths: [String]) throws -> Int32 {
    let library = try openLibrary()
    var failures: Int32 = 0
    for path in paths {
      do {
        print(try library.importFile(at: path))
      } catch {
        FileHandle.standardError.write(Data("\(error)\n".utf8))
        failures = 1
      }
    }
    return failures
  }

  private func openLibrary() throws -> any ReadingLibrary {
    try StoredLibrary(path: folders.library.path)
  }
}

// MARK: - Reading

extension Program {
  private func read() throws -> Int32 {
    if let keys = options.keys {
      let inputs = try KeyNotation.inputs(in: keys)
      let loop = try MainLoop()
      let player = KeyPlayer(feeder: try feeder(loop, size: size, store: store), loop: loop)
      return player.play(inputs, dies: options.dies)
    }
    if options.reports { return try report() }
    guard Terminal.isThere else {
      throw UsageError("There is no terminal here to read in.\n\n\(Options.usage)")
    }
    let loop = try MainLoop()
    let noColor = ProcessInfo.processInfo.environment["NO_COLOR"] ?? ""
    let terminal = Terminal(usesColor: noColor.isEmpty)
    let feeder = try feeder(loop, size: terminal.size, store: store)
    return TerminalHost(feeder: feeder, loop: loop, terminal: terminal).run()
  }

  private func report() throws -> Int32 {
    let report = Report()
    let store = ReportingStore(
      self.store,
      willSave: { report.say("saving") },
      didSave: { report.say("saved") }
    )
    let loop = try MainLoop()
    let feeder = try feeder(loop, size: size, store: store)
    return DemoHost(feeder: feeder, loop: loop, report: report).run()
  }

  private var size: Size { options.size ?? Size(width: 100, height: 30) }

  private var store: FileStateStore { FileStateStore(directory: folders.state) }

  private func feeder(_ loop: MainLoop, size: Size, store: any StateStore) throws -> Feeder {
    var configuration = SessionConfiguration()
    configuration.scheduling = loop
    return Feeder(
      library: try openLibrary(),
      store: store,
      size: size,
      configuration: configuration
    )
  }
}
