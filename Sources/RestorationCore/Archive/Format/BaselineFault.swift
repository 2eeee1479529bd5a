/// Why a file is no baseline that can be read.
package enum BaselineFault: Error, Hashable, Sendable {
  /// There is no sound footer, so the baseline was never completed, or is no more.
  case incomplete(String)

  /// A newer version of the format wrote it.
  case fromNewerVersion(String)
}

extension StateStoreError {
  /// Makes the error for a file that cannot be read.
  package init(_ fault: BaselineFault, location: String? = nil) {
    switch fault {
    case .incomplete(let reason):
      self.init(.damaged, "The archive cannot be used: \(reason).", location: location)
    case .fromNewerVersion(let reason):
      self.init(
        .fromNewerVersion,
        "A newer version wrote the archive: \(reason); update the app to open it.",
        location: location
      )
    }
  }
}
