import RestorationStore

extension FileStateStore.Options {
  /// Options under which all happens all the time that happens now and then.
  static func torture(_ run: Run) -> Self {
    var options = Self()
    options.durability = run.isDurable ? .powerLoss : .processCrash
    options.segmentBytes = run.segmentBytes
    options.compactionFloor = 2 * run.segmentBytes
    options.syncInterval = .milliseconds(2)
    options.keptGenerations = 4
    return options
  }
}
