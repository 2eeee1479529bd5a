import Foundation
import RestorationCore

/// The program as the demo runs it: keys come as lines of text, saves as a user's do.
@MainActor
struct DemoHost {
  let feeder: Feeder
  let loop: MainLoop
  let report: Report

  func run() -> Int32 {
    report.say("restoring")
    let restored = feeder.launch()
    feeder.didUnwind = tell
    report.note(Stand(of: feeder))
    report.say("ready")
    if !restored.diagnostics.isEmpty { complain(restored) }
    var buffer: [UInt8] = []
    while true {
      switch loop.nextEvent(from: STDIN_FILENO) {
      case .bytes(let bytes):
        buffer += bytes
        takeLines(of: &buffer)
      case .signal(SIGTERM), .signal(SIGHUP), .end:
        feeder.session.save()
        report.say("ended")
        return 0
      case .signal, .pause, .work: break
      }
    }
  }

  private func takeLines(of buffer: inout [UInt8]) {
    while let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
      let line = String(decoding: buffer[..<end], as: UTF8.self)
      buffer.removeFirst(end + 1)
      do {
        for input in try KeyNotation.inputs(in: line) { feeder.take(input) }
      } catch {
        FileHandle.standardError.write(Data("\(error)\n".utf8))
      }
      // What a save writes is the stand after the last key, since nothing else changes it.
      report.note(Stand(of: feeder))
      _ = feeder.picture()
      report.say("took", line)
    }
  }

  private func tell(_ result: UnwindResult) {
    if let fault = UnwindCheck(feeder: feeder).fault(after: result) {
      report.say("fault", fault)
    } else if case .performed(let plan) = result {
      report.say("unwound", "\(plan)")
    }
  }

  private func complain(_ restored: RestorationReport) {
    FileHandle.standardError.write(Data("\(restored)\n".utf8))
  }
}
