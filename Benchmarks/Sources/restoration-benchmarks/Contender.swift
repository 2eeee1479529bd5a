/// Something that is timed beside others.
@MainActor
struct Contender {
  /// Prepares a run, untimed, and returns the work, which is timed.
  ///
  /// What the work returns is kept until its time is taken, so that nobody's time has to free it.
  fileprivate let prepare: () throws -> () throws -> Any?

  /// How many operations one run has, by which its time is divided.
  fileprivate let operations: Int

  /// Makes a contender that is prepared anew for each run, for work of milliseconds.
  init(prepare: @escaping () throws -> () throws -> Any?) {
    self.prepare = prepare
    operations = 1
  }

  /// Makes a contender that does the same again and again, for work of microseconds.
  ///
  /// A run does it as often as takes 5 ms, a thousand times at the most, so that the clock costs
  /// nothing.
  init(repeating operation: @escaping () throws -> Void) throws {
    let count = 20
    let trial = try seconds { for _ in 0..<count { try operation() } } / Double(count)
    let operations = Int(max(1, min(1_000, 0.005 / trial)))
    self.operations = operations
    prepare = {
      {
        for _ in 0..<operations { try operation() }
        return nil
      }
    }
  }
}

/// Runs contenders in turn, and gives the median time of each, in seconds.
///
/// The first two rounds warm up, and do not count.
@MainActor
func medians(of contenders: [Contender], rounds: Int = 15) throws -> [Double] {
  var times = contenders.map { _ in [Double]() }
  for round in -2..<rounds {
    for (index, contender) in contenders.enumerated() {
      let work = try contender.prepare()
      var result: Any?
      let time = try seconds { result = try work() }
      withExtendedLifetime(result) {}
      if round >= 0 { times[index].append(time / Double(contender.operations)) }
    }
  }
  return times.map(median)
}

/// The value in the middle.
func median(_ values: [Double]) -> Double {
  values.sorted()[values.count / 2]
}

/// How long a body takes, in seconds.
@MainActor
func seconds(_ body: () throws -> Void) rethrows -> Double {
  let start = ContinuousClock.now
  try body()
  return (ContinuousClock.now - start) / .seconds(1)
}
