extension NodeRecord {
  /// Reads a record from its body, which becomes the record as it is.
  ///
  /// - Throws: ``CBORError`` if the body is unsound, or has no identifier.
  package static func read(
    _ number: NodeNumber,
    from body: ArraySlice<UInt8>,
    limits: RestorationLimits
  ) throws(CBORError) -> NodeRecord {
    let layout = try RecordLayout(body, limits: limits)
    guard layout.identifier?.isEmpty == false else {
      throw CBORError(.malformed, at: body.startIndex, "A record has no identifier.")
    }
    if let children = layout.children {
      var reader = CBORReader(archived: body[children], limits: limits)
      _ = try SlotRecord.readLists(from: &reader)
    }
    return NodeRecord(number: number, encoded: body)
  }
}
