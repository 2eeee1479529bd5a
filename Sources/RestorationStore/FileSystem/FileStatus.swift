/// What the file system says of a file.
package struct FileStatus: Hashable, Sendable {
  /// What kind of thing it is.
  package enum Kind: String, Hashable, Sendable {
    case file = "a file"
    case folder = "a folder"
    case link = "a symbolic link"
    case other = "a pipe, socket or device"
  }

  /// What kind of thing it is.
  package var kind: Kind

  /// The device and the number on it, which together are a file's identity.
  package var identity: FileIdentity

  /// The user who owns it.
  package var owner: UInt32

  /// The permission bits.
  package var mode: UInt32

  /// The length in bytes.
  package var size: Int

  /// How many names it has; none if it was removed while it is open.
  package var linkCount: Int

  /// Describes a file.
  package init(
    kind: Kind,
    identity: FileIdentity,
    owner: UInt32,
    mode: UInt32,
    size: Int,
    linkCount: Int = 1
  ) {
    self.kind = kind
    self.identity = identity
    self.owner = owner
    self.mode = mode
    self.size = size
    self.linkCount = linkCount
  }
}

/// What makes a file the same file, whatever it is called.
package struct FileIdentity: Hashable, Sendable {
  /// The device that it is on.
  package var device: UInt64

  /// Its number on the device.
  package var number: UInt64

  /// Makes an identity.
  package init(device: UInt64, number: UInt64) {
    self.device = device
    self.number = number
  }
}
