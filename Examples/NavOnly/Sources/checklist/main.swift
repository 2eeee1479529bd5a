import Foundation

let path = CommandLine.arguments.dropFirst().first ?? "checklist.state"
let checklist = Checklist(store: OneFileStore(file: URL(fileURLWithPath: path)))
print(checklist.screen)
while let line = readLine(), line != "quit" {
  checklist.enter(line)
  print(checklist.screen)
}
