extension StateDecoder {
  /// Reads a model object.
  ///
  /// - Returns: `nil` if null was written, or the object was deleted.
  /// - Throws: ``StateCodingError`` if the key is absent or is no identifier, the context has no
  ///   ``ModelStore``, or the object is not a `Model`; or the error of the model store.
  public func decodeModel<Model>(
    _ type: Model.Type = Model.self,
    forKey key: StateKey<ModelIdentifier>
  ) throws -> Model? {
    guard try presence(of: key) != .null else { return nil }
    let identifier = try decode(forKey: key)
    guard let models = context.models else {
      throw StateCodingError(
        .noModelStore,
        key: key.name,
        "\(path): key '\(key.name)' names the model \(identifier), and the context has no model "
          + "store; set RestorationContext.models before restoring."
      )
    }
    guard let object = try models.model(for: identifier) else {
      note(deleted: identifier)
      return nil
    }
    guard let model = object as? Model else {
      throw StateCodingError(
        .wrongModelKind,
        key: key.name,
        "\(path): key '\(key.name)' names the model \(identifier), which is a "
          + "\(Swift.type(of: object)) and not a \(type); ask for the type that was encoded."
      )
    }
    return model
  }
}
