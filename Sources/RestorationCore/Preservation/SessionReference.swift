/// The way to a session, which does not keep it alive, for closures that scenes and timers keep.
@MainActor
final class SessionReference {
  private var reference: WeakReference<RestorationSession>?

  /// The session, unless it is gone.
  var session: RestorationSession? { reference?.object }

  /// Leads to a session from now on.
  func lead(to session: RestorationSession) {
    reference = WeakReference(session)
  }
}
