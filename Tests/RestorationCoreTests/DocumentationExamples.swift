import Foundation
import Observation
import RestorationCore
import RestorationTestSupport
import Synchronization
import Testing

// The code of the articles stands here so that it is compiled and run.
// `Scripts/check articles` compares the two.

// MARK: - RestorationCore

final class EditorScreen: RestorableController, RestorationClass {
  @Restored("draft") var draft = ""
  @Restored("scroll") var scrollOffset = 0.0

  static func makeRestorable(
    for request: RestorationRequest,
    from decoder: StateDecoder
  ) throws -> (any Restorable)? {
    EditorScreen(restorationIdentifier: request.identifier)
  }
}

@MainActor
func openMainWindow(store: any StateStore) -> (RestorationSession, EditorScreen) {
  var registry = RestorationClassRegistry()
  registry.register(EditorScreen.self, named: "editor")
  let session = RestorationSession(store: store, registry: registry)
  let root = EditorScreen(restorationIdentifier: "editor")  // built in code, as on every launch
  print(session.restore(root, in: "main"))
  return (session, root)
}

// MARK: - Adopting restoration in an app

final class RecipeScreen: RestorableController, RestorationClass {
  let recipe: ModelIdentifier
  @Restored("scroll") var scrollOffset = 0.0

  init(recipe: ModelIdentifier) {
    self.recipe = recipe
    super.init(restorationIdentifier: "recipe")
  }

  static func makeRestorable(
    for request: RestorationRequest,
    from decoder: StateDecoder
  ) throws -> (any Restorable)? {
    guard let recipe = try decoder.decodeModel(Recipe.self, forKey: .recipe) else {
      return nil  // deleted meanwhile
    }
    return RecipeScreen(recipe: recipe.identifier)
  }

  override func encodeRestorableState(to encoder: StateEncoder) throws {
    encoder.encodeModel(recipe, forKey: .recipe)
  }
}

extension StateKey where Value == ModelIdentifier {
  static var recipe: Self { "recipe" }
}

final class RecipeBook: ModelStore {
  var recipes: [ModelIdentifier: Recipe] = [:]

  func model(for identifier: ModelIdentifier) -> Any? {
    recipes[identifier]
  }
}

struct Recipe {
  let identifier: ModelIdentifier
}

extension ModelIdentifier {
  init(recipe row: Int64, isInDatabase: Bool = true) {
    self.init(uri: URL(filePath: "/recipe/\(row)"), isTemporary: !isInDatabase)
  }

  var recipeRow: Int64? { Int64(uri.lastPathComponent) }
}

@MainActor
func recipeIdentifier(from decoder: StateDecoder) throws -> ModelIdentifier {
  try decoder.decode(forKey: .recipe)
}

final class FilterScreen: RestorableController {
  var courses = ["main", "dessert"]
  var diets: Set<String> = []

  override func encodeRestorableState(to encoder: StateEncoder) throws {
    encoder.encode(courses, forKey: "courses")
    try encoder.encode(diets, forKey: "diets")
  }

  override func decodeRestorableState(from decoder: StateDecoder) throws {
    courses = try decoder.decodeIfPresent(forKey: "courses") ?? courses
    diets = try decoder.decodeIfPresent(forKey: "diets") ?? diets
  }

  func add(_ diet: String) {
    loadRestorableStateIfNeeded()  // it may never have been shown since the launch
    diets.insert(diet)
    invalidateRestorableState()
  }
}

@Observable
final class SearchScreen: RestorableController {
  @ObservationIgnored @Restored("query") var query = ""
  var hits: [String] = []
}

@MainActor
func makeSession(store: any StateStore, recipes: RecipeBook) -> RestorationSession {
  var registry = RestorationClassRegistry()
  registry.register(RecipeScreen.self, named: "recipe", aliases: ["meal"])

  var context = RestorationContext()
  context.models = recipes

  var configuration = SessionConfiguration()
  configuration.appVersion = "2.1"
  configuration.schema = 3

  return RestorationSession(
    store: store,
    registry: registry,
    context: context,
    configuration: configuration
  )
}

@MainActor
func runCommands(
  _ session: RestorationSession,
  next: () -> String? = { readLine() },
  perform: (String) -> String
) {
  session.markStable()  // everything is restored; Ctrl-C from now on is no death of this launch
  while let command = next(), command != "quit" {
    print(perform(command))
    print(session.save())  // nothing saves by itself here; without a change nothing is written
  }
}

final class KitchenTimer: Restorable {
  let restorationIdentifier: String? = "timer"
  let restorationTracker: RestorationTracker? = RestorationTracker()
  @Restored("end") var end: Date? = nil
}

// MARK: - How a restore proceeds

final class OfferScreen: RestorableController {
  @Restored("expiry") var expiry = Date.distantFuture

  override func didFinishRestoring() {
    guard expiry < .now else { return }
    (presentingRestorable as? RestorableController)?.dismissPresented()
  }
}

// MARK: - The examples do what the articles say

@MainActor
@Suite("The code in the documentation")
struct DocumentationExamples {
  @Test("The program on the first page brings its draft back.")
  func firstPage() {
    let store = InMemoryStateStore()
    let (session, root) = openMainWindow(store: store)
    root.draft = "Dear"
    #expect(session.save().outcome == .saved)
    #expect(openMainWindow(store: store).1.draft == "Dear")
  }

  @Test("A recipe comes back for as long as it exists.", arguments: [true, false])
  func recipe(exists: Bool) throws {
    let identifier = ModelIdentifier(uri: try #require(URL(string: "recipe:7")))
    let book = RecipeBook()
    book.recipes[identifier] = Recipe(identifier: identifier)
    let store = InMemoryStateStore()
    let session = makeSession(store: store, recipes: book)
    session.configuration.savesAutomatically = false
    let root = RestorableController(restorationIdentifier: "root")
    session.restore(root, in: "main")
    root.present(RecipeScreen(recipe: identifier))
    session.save()

    if !exists { book.recipes = [:] }
    let next = makeSession(store: store, recipes: book)
    next.configuration.savesAutomatically = false
    let nextRoot = RestorableController(restorationIdentifier: "root")
    let report = next.restore(nextRoot, in: "main")
    #expect((nextRoot.presentedRestorable as? RecipeScreen)?.recipe == (exists ? identifier : nil))
    #expect(report.diagnostics.map(\.reason) == (exists ? [] : [.declined]))
  }

  @Test("The identifier of a model can be read without the model.")
  func modelIdentifier() throws {
    final class Reader: RestorableController {
      let recipe: ModelIdentifier
      var read: ModelIdentifier?

      init(_ recipe: ModelIdentifier) {
        self.recipe = recipe
        super.init(restorationIdentifier: "recipe")
      }

      override func encodeRestorableState(to encoder: StateEncoder) throws {
        encoder.encodeModel(recipe, forKey: .recipe)
      }

      override func decodeRestorableState(from decoder: StateDecoder) throws {
        read = try recipeIdentifier(from: decoder)
      }
    }
    let identifier = ModelIdentifier(uri: try #require(URL(string: "recipe:7")))
    let harness = RestorationHarness { _ in Reader(identifier) }
    try harness.restartAndRestore()
    #expect(harness.root.read == identifier)
  }

  @Test("An identifier that is made of a number gives it back, and is refused while it may change.")
  func numberedRecipe() {
    #expect(ModelIdentifier(recipe: 7).recipeRow == 7)
    #expect(ModelIdentifier(recipe: 7) == ModelIdentifier(ModelIdentifier(recipe: 7).description))
    let session = RestorationSession(store: InMemoryStateStore())
    let root = RecipeScreen(recipe: ModelIdentifier(recipe: 8, isInDatabase: false))
    session.restore(root, in: "main")
    #expect(session.save().diagnostics.map(\.reason) == [.failed])
  }

  @Test("A loop that blocks the main actor saves after each command.")
  func commandLoop() {
    let store = InMemoryStateStore()
    let (session, root) = openMainWindow(store: store)
    var commands = ["Dear", "Dear Sir", "quit"]
    func next() -> String? { commands.isEmpty ? nil : commands.removeFirst() }
    runCommands(session, next: next) { text in
      root.draft = text
      return ""
    }
    #expect(openMainWindow(store: store).1.draft == "Dear Sir")
  }

  @Test("A child that an initialiser sets finds its way up.")
  func childFromTheBeginning() {
    let map = RestorableController(restorationIdentifier: "map")
    let atlas = AtlasController(restorationIdentifier: "atlas", map: map)
    #expect(map.enclosingRestorable === atlas)
  }

  @Test("A change of a sleeping node's handwritten state is made upon what was saved.")
  func sleepingFilter() throws {
    let harness = RestorationHarness { _ in
      let atlas = AtlasController(restorationIdentifier: "atlas")
      atlas.setLegend(FilterScreen(restorationIdentifier: "filter"))
      return atlas
    }
    (harness.root.legend as? FilterScreen)?.add("vegan")
    try harness.restartAndRestore()
    #expect(harness.report.sleepingNodes == 1)
    (harness.root.legend as? FilterScreen)?.add("kosher")
    try harness.restartAndRestore()
    let filter = try #require(harness.root.legend as? FilterScreen)
    filter.loadRestorableStateIfNeeded()
    #expect(filter.diets == ["vegan", "kosher"] && filter.courses == ["main", "dessert"])
  }

  @Test("A restored property of an observable class is observed, as its other properties are.")
  func observableSearch() throws {
    let harness = RestorationHarness { _ in SearchScreen(restorationIdentifier: "search") }
    for change in [{ harness.root.query = "bread" }, { harness.root.hits = ["Rye bread"] }] {
      let count = Mutex(0)
      withObservationTracking {
        _ = harness.root.query
        _ = harness.root.hits
      } onChange: {
        count.withLock { $0 += 1 }
      }
      change()
      #expect(count.withLock { $0 } == 1)
    }
    try harness.restartAndRestore()
    #expect(harness.root.query == "bread" && harness.root.hits.isEmpty)
  }

  @Test("A plain object takes part if it is registered before the restore, and not after.")
  func registersTimer() throws {
    let store = InMemoryStateStore()
    let end = Date(timeIntervalSinceReferenceDate: 700)
    func launch(registersFirst: Bool) -> (KitchenTimer, RestorationReport) {
      let session = RestorationSession(store: store)
      session.configuration.savesAutomatically = false
      let root = RestorableController(restorationIdentifier: "root")
      let timer = KitchenTimer()
      if registersFirst { session.register(timer, under: root) }
      let report = session.restore(root, in: "main")
      if !registersFirst { session.register(timer, under: root) }
      if report.outcome == .nothingSaved {
        timer.end = end
        session.save()
      }
      return (timer, report)
    }
    #expect(launch(registersFirst: true).1.outcome == .nothingSaved)
    #expect(launch(registersFirst: true).0.end == end)
    let (late, report) = launch(registersFirst: false)
    #expect(late.end == nil && report.diagnostics.map(\.reason) == [.noClass])
  }

  @Test("An offer that has expired goes away once the restore has ended.")
  func offer() throws {
    var registry = RestorationClassRegistry()
    registry.register(OfferScreen.self, named: "offer") { request, _ in
      OfferScreen(restorationIdentifier: request.identifier)
    }
    let harness = RestorationHarness(registry: registry) { _ in
      RestorableController(restorationIdentifier: "root")
    }
    let offer = OfferScreen(restorationIdentifier: "offer")
    offer.expiry = .distantPast
    harness.root.present(offer)
    let report = try harness.restartAndRestore()
    #expect(report.restoredNodes == 2)
    #expect(harness.root.presentedRestorable == nil)
  }

  // MARK: - RestorationTestSupport

  @MainActor
  @Test("The draft survives a restart.")
  func draftSurvives() throws {
    let harness = RestorationHarness { _ in
      EditorScreen(restorationIdentifier: "editor")
    }
    harness.root.draft = "Dear"

    let report = try harness.restartAndRestore()

    #expect(report.outcome == .restored, "\(report)")
    #expect(harness.root.draft == "Dear")
  }

  @Test("A second save after a restart writes what the first one wrote.")
  func cycle() throws {
    let harness = RestorationHarness { _ in
      EditorScreen(restorationIdentifier: "editor")
    }
    harness.root.draft = "Dear"

    let before = try harness.archive()
    try harness.restartAndRestore()

    #expect(try harness.archive().records == before.records)
  }
}
