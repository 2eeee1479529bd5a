import FeederApp
import Foundation

do {
  let program = try Program(arguments: Array(CommandLine.arguments.dropFirst()))
  exit(try program.run())
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(2)
}
