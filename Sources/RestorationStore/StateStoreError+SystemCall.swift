internal import RestorationCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#elseif canImport(ucrt)
import ucrt
#endif

extension StateStoreError {
  /// What a store was doing when a system call failed.
  enum Activity {
    case reading
    case writing
    case erasing
  }

  /// Makes the error that a failed system call amounts to.
  init(_ failure: SystemCallFailure, while activity: Activity, at path: String? = nil) {
    let reason = String(cString: strerror(failure.errorNumber))
    let number = failure.errorNumber
    let code = activity == .reading ? Code.unavailable : Code(writing: number)
    let location = failure.path.isEmpty ? path : failure.path
    self.init(
      code,
      "\(activity.subject) failed: \(failure.operation) says '\(reason)'; \(code.remedy(activity, number))",
      location: location,
      operation: failure.operation,
      errorNumber: failure.errorNumber
    )
  }

  /// Makes the error of whatever keeps a file from being read.
  init(reading path: String, _ error: any Error) {
    switch error {
    case let fault as BaselineFault: self.init(fault, location: path)
    case let failure as SystemCallFailure: self.init(failure, while: .reading, at: path)
    default: self.init(.damaged, "\(error)", location: path)
    }
  }
}

extension StateStoreError.Activity {
  /// The activity as the subject of a sentence.
  fileprivate var subject: String {
    switch self {
    case .reading: "Reading saved state"
    case .writing: "Saving state"
    case .erasing: "Erasing saved state"
    }
  }

  /// What holds meanwhile, before what is to be done.
  fileprivate var standing: String {
    switch self {
    case .reading: "nothing is saved over it; "
    case .writing: "the last save is intact; "
    case .erasing: ""
    }
  }
}

extension StateStoreError.Code {
  /// Sorts an error number of a call that changes something.
  fileprivate init(writing errorNumber: Int32) {
    self =
      switch errorNumber {
      case ENOSPC, EFBIG, EDQUOT: .outOfSpace
      case EROFS, EACCES, EPERM: .readOnly
      default: .inputOutput
      }
  }

  /// What to do about it.
  fileprivate func remedy(_ activity: StateStoreError.Activity, _ errorNumber: Int32) -> String {
    if let cure = Self.cure(of: errorNumber) { return "\(activity.standing)\(cure)" }
    return switch (activity, self) {
    case (.reading, _): "nothing is saved over it until it can be read"
    case (.erasing, .readOnly): "allow writing to the folder and erase again"
    case (.erasing, _): "erase again, or remove the folder by hand"
    case (_, .outOfSpace): "the last save is intact; free space and save again"
    case (_, .readOnly): "the last save is intact; allow writing to the folder and save again"
    default: "the last save is intact; save again"
    }
  }

  /// What to do where to try again would be of no use by itself.
  private static func cure(of errorNumber: Int32) -> String? {
    switch errorNumber {
    case EMFILE, ENFILE: "close files, or raise the limit of open ones, and try again"
    case ENOTDIR, ELOOP, ENAMETOOLONG: "choose a path at which a folder is or can be made"
    default: nil
    }
  }
}
