package import Foundation

/// The end of a batch, without which the batch does not exist.
package struct JournalCommit: Hashable, Sendable {
  /// What changed of a scene whose item was not written again.
  package struct SceneUpdate: Hashable, Sendable {
    /// The number of the scene in its segment.
    package var scene: UInt64

    /// When it was saved, in seconds since 2001.
    package var seconds: Double

    /// The number of the root node and the next number, if they changed.
    package var root: NodeNumber?
    package var nextNumber: UInt64?

    /// Describes a change; `root` counts only with a next number.
    package init(
      scene: UInt64,
      date: Date,
      root: NodeNumber? = nil,
      nextNumber: UInt64? = nil
    ) {
      self.scene = scene
      seconds = date.timeIntervalSinceReferenceDate
      self.root = root
      self.nextNumber = nextNumber
    }

    fileprivate init() {
      self.init(scene: 0, date: .distantPast)
    }

    /// Applies the change to what was read of the scene before.
    package func apply(to scene: inout SceneItem) {
      scene.take(seconds: seconds)
      guard let nextNumber else { return }
      scene.root = root
      scene.nextNumber = nextNumber
    }
  }

  /// The number of the save.
  package var sequence: UInt64 = 0

  /// How many items the batch has before this one, and how many bytes.
  package var count: UInt64 = 0
  package var length: UInt64 = 0

  /// The checksum of the batch and of everything before it.
  package var chain: UInt32 = 0

  /// The highest save that is known to have reached the disk.
  package var synced: UInt64 = 0

  /// What changed of scenes whose items were not written again.
  package var scenes: [SceneUpdate] = []
}

// MARK: - Coding

extension JournalCommit {
  func write(to writer: inout CBORWriter) {
    writer.writeArrayHeader(5 + scenes.count)
    writer.writeUnsigned(sequence)
    writer.writeUnsigned(count)
    writer.writeUnsigned(length)
    writer.writeFixed(chain)
    writer.writeUnsigned(sequence - synced)
    for scene in scenes { scene.write(to: &writer) }
  }

  /// Reads the body of a commit.
  init(body: ArraySlice<UInt8>) throws(CBORError) {
    var reader = CBORReader(body)
    let start = reader.position
    let parts = try reader.readArrayHeader()
    sequence = try reader.readUnsigned()
    count = try reader.readUnsigned()
    length = try reader.readUnsigned()
    chain = try reader.readFixed()
    let unsynced = try reader.readUnsigned()
    guard parts >= 5, unsynced <= sequence, sequence <= ArchiveFormat.highestNumber else {
      throw CBORError(.outOfRange, at: start, "The numbers of a commit do not fit.")
    }
    synced = sequence - unsynced
    for _ in 5..<parts { scenes.append(try SceneUpdate(from: &reader)) }
  }
}

extension JournalCommit.SceneUpdate {
  func write(to writer: inout CBORWriter) {
    writer.writeArrayHeader(nextNumber == nil ? 2 : 4)
    writer.writeUnsigned(scene)
    writer.writeDouble(seconds)
    guard let nextNumber else { return }
    writer.writeUnsignedOrNull(root?.rawValue)
    writer.writeUnsigned(nextNumber)
  }

  init(from reader: inout CBORReader) throws(CBORError) {
    self.init()
    let start = reader.position
    let count = try reader.readArrayHeader()
    guard count == 2 || count == 4 else {
      throw CBORError(.malformed, at: start, "A commit says of a scene two things or four.")
    }
    scene = try reader.readUnsigned()
    seconds = try reader.readDouble()
    guard count == 4 else { return }
    root = try reader.readUnsignedOrNull().map { NodeNumber($0) }
    nextNumber = try reader.readUnsigned()
  }
}
