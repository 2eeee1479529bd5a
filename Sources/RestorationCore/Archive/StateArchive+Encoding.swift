internal import Foundation

extension StateArchive {
  /// The archive as a sequence of CBOR items (RFC 8742) that stands alone.
  ///
  /// It is what a file of a store holds, for one scene; `Documentation/ArchiveFormat.md` describes
  /// it byte by byte. Equal archives give equal bytes.
  ///
  /// - Complexity: O(*n*) in the size of all records.
  public func encoded() -> [UInt8] {
    BaselineWriter.uncheckedBytes(of: standalone)
  }

  /// The archive as a sequence of CBOR items, if it can be read again within limits.
  ///
  /// - Throws: ``StateStoreError`` with the code ``StateStoreError/Code/limitExceeded``.
  /// - Complexity: O(*n*) in the size of all records.
  package func encoded(limits: RestorationLimits) throws(StateStoreError) -> [UInt8] {
    try BaselineWriter.bytes(of: standalone, limits: limits)
  }

  private var standalone: Baseline {
    var baseline = Baseline()
    // A salt that is no other archive's, as far as can be without chance: these bytes may come to
    // lie within a record of another archive, and must not be taken for a part of it.
    baseline.salt = header.date.timeIntervalSinceReferenceDate.bitPattern ^ nextNumber
    baseline.scenes = [SavedScene(archive: self)]
    return baseline
  }
}

extension LoadedArchive {
  /// Reads an archive from the bytes that ``StateArchive/encoded()`` made, whatever became of them.
  ///
  /// - Throws: ``StateStoreError`` with the code ``StateStoreError/Code/damaged`` if nothing can be
  ///   made of the bytes, or ``StateStoreError/Code/fromNewerVersion``.
  /// - Complexity: O(*n*) in the number of bytes.
  public init(
    decoding bytes: [UInt8],
    limits: RestorationLimits = RestorationLimits()
  ) throws(StateStoreError) {
    let baseline: Baseline
    do {
      baseline = try BaselineReader.baseline(in: bytes, limits: limits)
    } catch {
      throw StateStoreError(error)
    }
    guard let scene = baseline.scenes.first else {
      throw StateStoreError(.damaged, "The archive cannot be used: its scene is damaged.")
    }
    self.init(archive: scene.archive, damage: scene.damage + baseline.damage)
  }
}
