import RestorationCore

/// A node that can be made for a benchmark.
@MainActor
protocol BenchmarkNode: RestorableController {
  init(_ values: Values)
  init(identifier: String)

  /// The value that a benchmark changes; setting it marks the node.
  var pageNumber: Int { get set }
}
