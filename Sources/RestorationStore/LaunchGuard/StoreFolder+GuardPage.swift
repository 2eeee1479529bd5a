extension StoreFolder {
  /// Opens the launch guard's page, and makes it if it is missing or of no use.
  ///
  /// The file is written whole first, so that no store to memory needs room on the disk.
  func openGuardPage() throws(SystemCallFailure) -> GuardPage {
    if let status = try status(of: .launchGuard), status.kind != .file || status.linkCount > 1 {
      try setAside(.launchGuard)
    }
    let path = path(of: .launchGuard)
    let file = try retrying { () throws(SystemCallFailure) in
      try fileSystem.open(path, for: .locking)
    }
    do {
      let status = try naming(path) { () throws(SystemCallFailure) in
        try fileSystem.status(of: file)
      }
      let words = try guardWords(in: file, path, status)
      return GuardPage(words, identity: status.identity)
    } catch {
      closeQuietly(file)
      throw error
    }
  }

  private func guardWords(
    in file: FileDescriptor,
    _ path: String,
    _ status: FileStatus
  ) throws(SystemCallFailure) -> any PageWords {
    var bytes = [UInt8](repeating: 0, count: GuardPage.wordCount * 8)
    if status.size == bytes.count {
      let count = try naming(path) { () throws(SystemCallFailure) in
        try bytes.withUnsafeMutableBufferPointer { (buffer) throws(SystemCallFailure) in
          try fileSystem.read(file, into: UnsafeMutableRawBufferPointer(buffer), at: 0)
        }
      }
      // A read that was cut short shows nothing of which anybody could be blamed.
      if count < bytes.count { bytes = [UInt8](repeating: 0, count: bytes.count) }
    }
    try write(bytes, to: file, path: path)
    #if canImport(Glibc) || canImport(Musl) || canImport(Darwin)
    // A file system that is simulated has nothing to map.
    if fileSystem is PosixFileSystem,
      let words = MappedWords(of: file, count: GuardPage.wordCount)
    {
      closeQuietly(file)
      return words
    }
    #endif
    let words = (0..<GuardPage.wordCount).map { index in
      bytes.withUnsafeBytes {
        UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self))
      }
    }
    return WrittenWords(words, in: file, of: self)
  }
}
