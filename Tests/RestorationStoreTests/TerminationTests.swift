import Dispatch
import Foundation
import RestorationCore
import Testing

@testable import RestorationStore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A process that is asked to end saves what it has before it does.
@Suite("A termination signal")
struct TerminationTests {
  @Test("What changed a moment before the signal is what the next launch finds.")
  @MainActor
  func signal() async throws {
    try await runInTemporaryFolder { folder in
      await #expect(processExitsWith: .exitCode(0)) { [path = folder.path as String] in
        await TerminationTests.runUntilSignal(in: URL(filePath: path))
      }
      let root = GuardedLeaf(restorationIdentifier: "root")
      let store = FileStateStore(directory: folder)
      let session = RestorationSession(store: store)
      session.configuration.savesAutomatically = false
      #expect(session.restore(root, in: "main").outcome == .restored)
      #expect(root.text == "the last word")
      store.close()
    }
  }

  /// Changes something, gets the signal until it is taken, and waits for its end.
  @MainActor
  private static func runUntilSignal(in folder: URL) async {
    var configuration = SessionConfiguration()
    configuration.saveDelay = .seconds(3_600)
    configuration.maximumSaveDelay = .seconds(3_600)
    let session = RestorationSession(
      store: FileStateStore(directory: folder),
      configuration: configuration
    )
    let sources = saveOnTermination(session)
    let root = GuardedLeaf(restorationIdentifier: "root")
    session.restore(root, in: "main")
    root.text = "the last word"
    while sources.allSatisfy({ !$0.isCancelled }) {
      // A signal that comes before the source has been registered is ignored; the next one is not.
      kill(getpid(), SIGTERM)
      await pause()
    }
    withExtendedLifetime((session, root)) {}
  }

  private static func pause() async {
    do {
      try await Task.sleep(for: .milliseconds(10))
    } catch {
      Issue.record(error)
    }
  }
}
