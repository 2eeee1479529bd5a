import Foundation
import RestorationCore

/// Keeps what a session hands over, without encoding it as a file.
final class NullStore: StateStore {
  func scenes() -> [ArchiveHeader] { [] }
  func load(scene: String) -> LoadedArchive? { nil }
  func commit(_ changes: [SceneChanges]) {}
  func discard(scene: String) {}
  func erase() {}
}

let count = 10_000
let values = (0..<count).map { Values($0) }

@MainActor
func session<Node: BenchmarkNode>(_ store: any StateStore, _ type: Node.Type) -> RestorationSession
{
  var registry = RestorationClassRegistry()
  registry.register(type, named: "node") { request, _ in type.init(identifier: request.identifier) }
  var configuration = SessionConfiguration()
  configuration.savesAutomatically = false
  return RestorationSession(store: store, registry: registry, configuration: configuration)
}

@MainActor
func shelf<Node: BenchmarkNode>(_ type: Node.Type) -> Shelf {
  let shelf = Shelf(restorationIdentifier: "shelf")
  shelf.updateChildren { shelf.books = values.map { type.init($0) } }
  return shelf
}

@MainActor
func encodeFull<Node: BenchmarkNode>(_ name: String, _ type: Node.Type) throws -> Measure {
  let encoder = JSONEncoder()
  let times = try medians {
    let root = shelf(type)
    let session = session(NullStore(), type)
    session.restore(root, in: "main")
    return {
      let report = session.save()
      precondition(report.updatedRecords == root.books.count + 1, "\(report)")
    }
  } _: {
    { _ = try encoder.encode(values) }
  }
  return Measure(
    name: name,
    ours: times.ours,
    reference: times.reference,
    referenceName: "JSONEncoder",
    unit: "ms"
  )
}

@MainActor
func restoreFull<Node: BenchmarkNode>(_ name: String, _ type: Node.Type) throws -> Measure {
  let store = InMemoryStateStore()
  let saver = session(store, type)
  let saved = shelf(type)
  saver.restore(saved, in: "main")
  saver.save()
  let json = try JSONEncoder().encode(values)
  let decoder = JSONDecoder()
  let times = try medians {
    let root = Shelf(restorationIdentifier: "shelf")
    let session = session(store, type)
    return {
      let report = session.restore(root, in: "main")
      precondition(report.outcome == .restored && report.sleepingNodes == 0, "\(report)")
    }
  } _: {
    { _ = try decoder.decode([Values].self, from: json) }
  }
  return Measure(
    name: name,
    ours: times.ours,
    reference: times.reference,
    referenceName: "JSONDecoder",
    unit: "ms"
  )
}

@MainActor
func changeOne<Node: BenchmarkNode>(_ name: String, _ type: Node.Type) throws -> Measure {
  let root = shelf(type)
  let session = session(NullStore(), type)
  session.restore(root, in: "main")
  session.save()
  let node = root.books[count / 2] as? Node
  var page = 1_000
  let times = try medians {
    page += 1
    node?.pageNumber = page
    return {
      let report = session.save()
      precondition(report.updatedRecords == 1, "\(report)")
    }
  } _: {
    let root = shelf(type)
    let session = RestorationSession(store: NullStore())
    session.restore(root, in: "main")
    return {
      let report = session.save()
      precondition(report.updatedRecords == root.books.count + 1, "\(report)")
    }
  }
  return Measure(
    name: name,
    ours: times.ours,
    reference: times.reference,
    referenceName: "the full save",
    unit: "ms"
  )
}

let benchmarks: [(name: String, run: @MainActor (String) throws -> Measure)] = [
  ("encode-full", { try encodeFull($0, HandwrittenNode.self) }),
  ("encode-full-restored", { try encodeFull($0, RestoredNode.self) }),
  ("restore-full", { try restoreFull($0, HandwrittenNode.self) }),
  ("restore-full-restored", { try restoreFull($0, RestoredNode.self) }),
  ("change-one", { try changeOne($0, RestoredNode.self) }),
]

let arguments = CommandLine.arguments.dropFirst()
let only = arguments.first == "--only" ? arguments.last : nil
print("\(count) nodes with 10 values each; median of 15 interleaved runs; smaller is better")
for benchmark in benchmarks where only == nil || only == benchmark.name {
  print(try benchmark.run(benchmark.name).line)
}
