#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A clock that tells no more than the tick of the operating system, of a few milliseconds, and
/// costs a fraction of one that is exact.
enum CoarseClock {
  #if !canImport(Darwin) && !canImport(Glibc) && !canImport(Musl)
  private static let start = ContinuousClock.now
  #endif

  /// Nanoseconds since some moment; they only grow.
  static var now: UInt64 {
    #if canImport(Darwin)
    return clock_gettime_nsec_np(CLOCK_MONOTONIC_RAW_APPROX)
    #elseif canImport(Glibc) || canImport(Musl)
    var time = timespec()
    guard clock_gettime(CLOCK_MONOTONIC_COARSE, &time) == 0 else { return 0 }
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    #else
    let (seconds, attoseconds) = (start.duration(to: .now)).components
    return UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000)
    #endif
  }
}
