/// What the walks need of the session, as it is at the time of a walk.
@MainActor
struct CodingSettings {
  var registry: RestorationClassRegistry
  var context: RestorationContext
  var hooks: CoderHooks
  var limits: RestorationLimits
  var fallback: RestorationClassRegistry.Factory?
}
