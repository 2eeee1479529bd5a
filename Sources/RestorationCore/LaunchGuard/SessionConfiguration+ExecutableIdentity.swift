internal import Foundation

extension SessionConfiguration {
  /// What tells the running program from others: its path, size, time and file number.
  ///
  /// It is read once.
  nonisolated static let executableIdentity: String = {
    let path = Bundle.main.executablePath ?? CommandLine.arguments.first ?? ""
    do {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      let parts: [Any?] = [
        attributes[.size], (attributes[.modificationDate] as? Date)?.timeIntervalSince1970,
        attributes[.systemFileNumber],
      ]
      return ([path] + parts.map { "\($0 ?? "")" }).joined(separator: "\n")
    } catch {
      return path
    }
  }()
}
