import Foundation

do {
  let options = try Options(Array(CommandLine.arguments.dropFirst()))
  if options.isDemo {
    var demo = Demo(options)
    exit(try demo.run() ? 0 : 1)
  }
  var loop = CommandLoop(options)
  loop.run()
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(2)
}
