internal import Synchronization

/// The words of a page that is written to its file word by word, where it cannot be mapped.
final class WrittenWords: PageWords {
  private let folder: StoreFolder
  private let file: FileDescriptor
  private let words: Mutex<[UInt64]>

  /// Takes over an open file that holds these words.
  init(_ words: [UInt64], in file: FileDescriptor, of folder: StoreFolder) {
    self.words = Mutex(words)
    self.file = file
    self.folder = folder
  }

  deinit {
    folder.closeQuietly(file)
  }

  subscript(index: Int) -> UInt64 {
    get { words.withLock { $0[index] } }
    set {
      words.withLock { words in
        guard words[index] != newValue else { return }
        words[index] = newValue
        write(newValue, at: index)
      }
    }
  }

  private func write(_ word: UInt64, at index: Int) {
    do {
      try withUnsafeBytes(of: word.littleEndian) { (bytes) throws(SystemCallFailure) in
        _ = try folder.retrying { () throws(SystemCallFailure) in
          try folder.fileSystem.write(file, bytes, at: index * MemoryLayout<UInt64>.size)
        }
      }
    } catch {
      // A note that is missing blames nobody; to fail a launch for it would be worse.
    }
  }
}
