@testable import RestorationCore

extension StateDecoder {
  /// The restored text of a record.
  static func text(of record: NodeRecord) -> String? {
    let decoder = StateDecoder(
      state: record.state,
      path: IdentifierPath(root: .init(identifier: record.identifier)),
      classVersion: 0,
      context: RestorationContext(),
      limits: RestorationLimits(),
      links: nil
    )
    do {
      return try decoder.decode(String.self, forKey: "text")
    } catch {
      return nil
    }
  }
}
