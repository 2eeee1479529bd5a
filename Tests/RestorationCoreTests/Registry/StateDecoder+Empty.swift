import RestorationCore

extension StateDecoder {
  /// A decoder of a node that wrote nothing.
  convenience init() {
    self.init(
      state: NodeRecord.emptyState,
      path: "root",
      classVersion: 0,
      context: RestorationContext(),
      limits: RestorationLimits(),
      links: nil
    )
  }
}
