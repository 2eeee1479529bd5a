/// The user asked for something that cannot be; the text says what, and what to do.
struct UsageError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
