import LookAlikeToolkit
import RestorationCore

/// The toolkit's coder over the package's, so that what is written for the one is kept by the other.
final class StateCoder: Coder {
  private let encoder: StateEncoder?
  private let decoder: StateDecoder?

  /// The first error, which the toolkit's methods have no way to throw.
  private(set) var error: (any Error)?

  init(encoder: StateEncoder? = nil, decoder: StateDecoder? = nil) {
    self.encoder = encoder
    self.decoder = decoder
    super.init()
  }

  override func encode(_ string: String?, forKey key: String) {
    encoder?.encode(string, forKey: StateKey(key))
  }

  override func decodeString(forKey key: String) -> String? {
    do {
      return try decoder?.decodeIfPresent(forKey: StateKey(key))
    } catch {
      self.error = self.error ?? error
      return nil
    }
  }
}
