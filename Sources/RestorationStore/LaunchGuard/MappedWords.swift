internal import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

#if canImport(Glibc) || canImport(Musl) || canImport(Darwin)
/// The words of a page that is mapped shared: what is stored is in the file, whatever ends the
/// process, without a system call.
///
/// Invariants: `words` points to `count` words of one mapping, which is made in `init`, unmapped in
/// `deinit` and nowhere else. Each is used through atomic operations alone, from any thread; so the
/// class is `Sendable`.
final class MappedWords: PageWords {
  private nonisolated(unsafe) let words: UnsafeMutablePointer<Atomic<UInt64>>
  private let count: Int

  /// Maps the first words of a file that has as many, or fails where a file cannot be mapped.
  ///
  /// The file may be closed afterwards.
  init?(of file: FileDescriptor, count: Int) {
    let length = count * MemoryLayout<UInt64>.size
    let address = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_SHARED, file.rawValue, 0)
    guard let address, address != MAP_FAILED else { return nil }
    words = address.bindMemory(to: Atomic<UInt64>.self, capacity: count)
    self.count = count
  }

  deinit {
    munmap(words, count * MemoryLayout<UInt64>.size)
  }

  subscript(index: Int) -> UInt64 {
    get {
      precondition((0..<count).contains(index))
      return UInt64(littleEndian: words[index].load(ordering: .acquiring))
    }
    set {
      precondition((0..<count).contains(index))
      words[index].store(newValue.littleEndian, ordering: .releasing)
    }
  }
}
#endif
