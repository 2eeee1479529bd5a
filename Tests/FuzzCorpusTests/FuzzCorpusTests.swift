import Foundation
import FuzzTargets
import Testing

/// Replays what `Scripts/fuzz --keep` put into the folder `Corpus`: a file for each reader, and in
/// it a line in Base64 for each input.
@MainActor @Suite("Bytes that the search for broken readers found telling")
struct FuzzCorpusTests {
  @Test("They are read or refused, with all that has to hold.", arguments: FuzzTarget.all)
  func holds(target: FuzzTarget) throws {
    let inputs = try Self.corpus(of: target) + target.seeds()
    for bytes in inputs {
      let text = Data(bytes).base64EncodedString()
      #expect(throws: Never.self, "\(target.name): \(text)") { try target.check(bytes) }
    }
  }

  @Test("Every reader has some.", arguments: FuzzTarget.all)
  func isThere(target: FuzzTarget) throws {
    #expect(try Self.corpus(of: target).count > 10)
    #expect(try !target.seeds().isEmpty)
  }

  private static func corpus(of target: FuzzTarget) throws -> [[UInt8]] {
    let url = try #require(
      Bundle.module.url(forResource: target.name, withExtension: "txt", subdirectory: "Corpus")
    )
    return try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map { line in
      Array(try #require(Data(base64Encoded: String(line))))
    }
  }
}

extension FuzzTarget: CustomTestStringConvertible {
  /// The name of the reader.
  public var testDescription: String { name }
}
