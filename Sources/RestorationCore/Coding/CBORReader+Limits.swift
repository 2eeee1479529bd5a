extension CBORReader {
  /// Says which limit encoded values exceed, if they exceed one.
  package static func firstExcess(in bytes: [UInt8], limits: RestorationLimits) -> String? {
    var reader = CBORReader(bytes, limits: limits)
    do {
      _ = try reader.readValue()
      return nil
    } catch {
      return error.message
    }
  }
}
