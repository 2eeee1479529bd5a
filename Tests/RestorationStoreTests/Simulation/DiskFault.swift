import Foundation

/// What goes wrong on a simulated disk.
struct DiskFault: Sendable {
  /// What becomes of a call.
  enum Effect: Hashable, Sendable {
    /// It fails with an error number.
    ///
    /// A failed synchronization is no harmless one: what it was to write may never be written. A
    /// failed close has closed the file.
    case fail(Int32)

    /// It does its work, and fails with an error number all the same.
    case failLate(Int32)

    /// It takes half of the bytes, if it reads or writes some.
    case short
  }

  /// What happens.
  enum Kind: Hashable, Sendable {
    /// Calls fail with an error number.
    case failing(Int32)

    /// Calls that change something do so, and fail with an error number all the same.
    case failingLate(Int32)

    /// Calls that would make the disk fuller fail once half of one write was taken.
    case filling

    /// Reads and writes take half.
    case cuttingShort
  }

  var kind: Kind

  /// The numbers of the calls that it happens to, counted from 0.
  var calls: Range<Int>

  /// What becomes of a call.
  func effect(on call: DiskCall.Kind, at index: Int) -> Effect? {
    guard calls.contains(index) else { return nil }
    switch kind {
    case .failing(let number): return .fail(number)
    case .cuttingShort: return .short
    case .failingLate(let number):
      switch call {
      case .write, .rename, .link, .unlink, .mkdir, .rmdir: return .failLate(number)
      default: return nil
      }
    case .filling:
      switch call {
      case .write: return index == calls.lowerBound ? .short : .fail(ENOSPC)
      case .create, .mkdir, .link, .rename: return .fail(ENOSPC)
      default: return nil
      }
    }
  }
}
