#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// What tells one start of the operating system from others.
enum BootIdentity {
  /// The present boot; empty where it cannot be told, so that all boots count as one.
  static let current: String = {
    #if canImport(Darwin)
    var length = 0
    guard sysctlbyname("kern.bootsessionuuid", nil, &length, nil, 0) == 0, length > 0 else {
      return ""
    }
    var bytes = [UInt8](repeating: 0, count: length)
    guard sysctlbyname("kern.bootsessionuuid", &bytes, &length, nil, 0) == 0 else { return "" }
    return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    #elseif canImport(Glibc) || canImport(Musl)
    let file = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return "" }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(file, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    #else
    return ""
    #endif
  }()
}
