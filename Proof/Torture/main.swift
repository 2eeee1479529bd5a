import Foundation

do {
  let arguments = Array(CommandLine.arguments.dropFirst())
  if arguments.first == "--child", arguments.count > 2, let run = Run(Array(arguments[2...])) {
    let folder = URL(filePath: arguments[1], directoryHint: .isDirectory)
    if run.isSession {
      await SessionChild(run, folder: folder).work()
    } else {
      RecordsChild(run, folder: folder).work()
    }
    exit(2)
  }
  var torture = Torture(try TortureOptions(arguments))
  try torture.run()
} catch {
  FileHandle.standardError.write(Data("torture: \(error)\n".utf8))
  exit(error is UsageError ? 64 : 1)
}
