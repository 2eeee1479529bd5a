public import Foundation

/// What is known of a scene's archive before anything in it is restored.
///
/// The app sees the header before it decides whether to restore.
public struct ArchiveHeader: Hashable, Sendable, Codable {
  /// The name of the scene.
  public var scene: String

  /// When the scene was last saved.
  public var date: Date

  /// The version of the app that saved it, as the app's configuration gives it.
  public var appVersion: String

  /// The version of the app's state, as the app's configuration gives it.
  public var schema: Int

  /// The operating system that it was saved on.
  public var system: String

  /// The layout that the app had when it was saved (such as `compact`), if it told.
  public var layoutClass: String?

  /// Makes a header.
  public init(
    scene: String,
    date: Date,
    appVersion: String = "",
    schema: Int = 0,
    system: String = "",
    layoutClass: String? = nil
  ) {
    self.scene = scene
    self.date = date
    self.appVersion = appVersion
    self.schema = schema
    self.system = system
    self.layoutClass = layoutClass
  }
}
