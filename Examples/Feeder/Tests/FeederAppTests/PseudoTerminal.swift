import Foundation
import Testing

@testable import FeederApp

#if os(Linux)
/// A terminal without a window, in which the program is run.
final class PseudoTerminal {
  private let master: FileHandle
  private let slave: FileHandle

  // TIOCSPTLCK and TIOCGPTN, whose macros Swift does not see, and glibc hides `posix_openpt`.
  private static let lockRequest: UInt = 0x4004_5431
  private static let numberRequest: UInt = 0x8004_5430

  init(size: Size) throws {
    let descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    var (lock, number) = (Int32(0), Int32(0))
    try #require(descriptor >= 0)
    try #require(ioctl(descriptor, Self.lockRequest, &lock) == 0)
    try #require(ioctl(descriptor, Self.numberRequest, &number) == 0)
    let name = "/dev/pts/\(number)"
    let other = open(name, O_RDWR | O_NOCTTY)
    try #require(other >= 0)
    master = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    slave = FileHandle(fileDescriptor: other, closeOnDealloc: true)
    resize(to: size)
  }

  func resize(to size: Size) {
    var window = winsize()
    window.ws_col = UInt16(size.width)
    window.ws_row = UInt16(size.height)
    _ = ioctl(master.fileDescriptor, UInt(TIOCSWINSZ), &window)
  }

  /// The flags that tell a raw terminal from any other.
  var settings: [tcflag_t] {
    var settings = termios()
    tcgetattr(slave.fileDescriptor, &settings)
    return [settings.c_iflag, settings.c_oflag, settings.c_lflag]
  }

  func start(_ home: TemporaryHome) throws -> Process {
    let process = Process()
    process.executableURL = TemporaryHome.program
    process.arguments = ["--home", home.url.path]
    process.standardInput = slave
    process.standardOutput = slave
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(master.fileDescriptor, bytes, bytes.count)
  }

  /// Reads until some text has come, or for ten seconds.
  func read(until text: String) -> String {
    var bytes: [UInt8] = []
    let end = ContinuousClock.now + .seconds(10)
    while ContinuousClock.now < end {
      var wait = pollfd(fd: master.fileDescriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&wait, 1, 100) > 0 else { continue }
      var byte: UInt8 = 0
      guard Foundation.read(master.fileDescriptor, &byte, 1) == 1 else { break }
      bytes.append(byte)
      if bytes.suffix(text.utf8.count).elementsEqual(text.utf8) { break }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
#endif
