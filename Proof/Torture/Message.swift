import Foundation

/// What a child reports, one line each.
enum Message: Equatable {
  /// It is about to open the store.
  case opening

  /// It found what this many saves had left.
  case found(Int)

  /// It changes what it will save as this step.
  case begun(Int)

  /// It saved this many times, the last time just now.
  case saved(Int)

  /// It keeps a snapshot of what this many saves have left.
  case keeping(Int)

  /// It kept a snapshot of what this many saves had left.
  case kept(Int)

  /// It cannot go on, and why.
  case failed(String)
}

// MARK: - As a line

extension Message {
  var line: String {
    switch self {
    case .opening: "opening"
    case .found(let step): "found \(step)"
    case .begun(let step): "begun \(step)"
    case .saved(let step): "saved \(step)"
    case .keeping(let step): "keeping \(step)"
    case .kept(let step): "kept \(step)"
    case .failed(let reason): "failed \(reason)"
    }
  }

  init?(_ line: String) {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    let rest = words.count > 1 ? words[1] : ""
    switch (words.first, Int(rest)) {
    case ("opening", _): self = .opening
    case ("found", let step?): self = .found(step)
    case ("begun", let step?): self = .begun(step)
    case ("saved", let step?): self = .saved(step)
    case ("keeping", let step?): self = .keeping(step)
    case ("kept", let step?): self = .kept(step)
    case ("failed", _): self = .failed(rest)
    default: return nil
    }
  }
}

// MARK: - Reporting

extension Message {
  /// Writes the line at once, so that it is out even if the process dies at the next instruction.
  func report() {
    let bytes = Array("\(line)\n".utf8)
    guard write(1, bytes, bytes.count) == bytes.count else { exit(3) }
  }
}
