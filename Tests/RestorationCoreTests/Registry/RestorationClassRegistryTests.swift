import RestorationCore
import Testing

@MainActor
@Suite("The registry of classes")
struct RestorationClassRegistryTests {
  private func make(
    _ entry: RestorationClassRegistry.Entry?,
    at path: IdentifierPath = "root/node"
  ) throws -> Screen? {
    let request = RestorationRequest(scene: "main", path: path, className: entry?.name)
    return try entry?.factory(request, StateDecoder()) as? Screen
  }

  /// Walks down a path, as a restore does.
  private func placed(
    at path: IdentifierPath,
    in registry: RestorationClassRegistry
  ) -> RestorationClassRegistry.Entry? {
    registry.entry(
      in: path.components.reduce(registry.startState) { registry.advance($0, by: $1) }
    )
  }

  @Test("A class is found under its name and its aliases, with the recorded name.")
  func findsByName() throws {
    var registry = RestorationClassRegistry()
    registry.register(Article.self, named: "article", aliases: ["story", "post"], version: 3)
    for name in ["article", "story", "post"] {
      let entry = try #require(registry.entry(named: name))
      #expect(entry.name == "article")
      #expect(ObjectIdentifier(entry.type) == ObjectIdentifier(Article.self))
      #expect(entry.version == 3)
      #expect(entry.pattern == nil)
      #expect(try make(entry)?.kind == "article")
    }
    #expect(registry.entry(named: "person") == nil)
    #expect(registry.registeredName(of: Article.self)?.name == "article")
    #expect(registry.registeredName(of: Article.self)?.version == 3)
  }

  @Test("A name is found as it was registered, whatever it is.", arguments: SampleNames.all)
  func findsNamesOfEveryKind(name: String) {
    var registry = RestorationClassRegistry()
    registry.register(Article.self, named: name)
    #expect(registry.entry(named: name)?.name?.hasSameBytes(as: name) == true)
    #expect(SampleNames.all.filter { registry.entry(named: $0) != nil }.count == 1)
  }

  @Test("Two classes may have names that differ only in normalisation.")
  func normalisation() throws {
    var registry = RestorationClassRegistry()
    registry.register(Article.self, named: "caf\u{E9}")
    registry.register(Person.self, named: "cafe\u{301}")
    #expect(try make(registry.entry(named: "caf\u{E9}"))?.kind == "article")
    #expect(try make(registry.entry(named: "cafe\u{301}"))?.kind == "person")
  }

  @Test("B02: a class that was renamed is found under its old name through an alias.")
  func renamedClass() throws {
    var old = RestorationClassRegistry()
    old.register(Plain.self, named: "Stats2") { request, _ in Plain(request, kind: "old") }
    let recorded = try #require(old.registeredName(of: Plain.self)?.name)
    var new = RestorationClassRegistry()
    new.register(Article.self, named: "stats", aliases: ["Stats2"])
    #expect(try make(new.entry(named: recorded))?.kind == "article")
  }

  @Test("B15: a class that was never registered is found nowhere and has no recorded name.")
  func unregisteredClass() {
    var registry = RestorationClassRegistry()
    registry.register(Article.self, named: "article")
    #expect(registry.entry(named: "Plain") == nil)
    #expect(placed(at: "root/plain", in: registry) == nil)
    #expect(registry.registeredName(of: Plain.self) == nil)
  }

  @Test(
    "A type's own name is never a recorded name, and a subclass has not that of its superclass."
  )
  func typeNamesAreNotNames() {
    var registry = RestorationClassRegistry()
    registry.register(Article.self, named: "article")
    #expect(registry.entry(named: "Article") == nil)
    #expect(registry.entry(named: String(reflecting: Article.self)) == nil)
    #expect(registry.registeredName(of: LongArticle.self) == nil)
  }

  @Test("P12: each of a family of classes comes back as itself, by registered name.")
  func familyOfClasses() throws {
    var registry = RestorationClassRegistry()
    registry.register(Article.self, named: "article")
    registry.register(LongArticle.self, named: "long") { request, _ in
      LongArticle(request, kind: "long")
    }
    registry.register(Person.self, named: "person")
    for type in [Article.self, LongArticle.self, Person.self] as [AnyClass] {
      let name = try #require(registry.registeredName(of: type)?.name)
      let made = try #require(try make(registry.entry(named: name)))
      #expect(Swift.type(of: made) == type)
    }
  }

  @Test("P294: of two registrations of one type under one name, the last counts.")
  func lastRegistrationCounts() throws {
    var registry = RestorationClassRegistry()
    registry.register(Article.self, named: "article", aliases: ["story"], version: 1)
    registry.register(Article.self, named: "article", version: 2) { request, _ in
      Article(request, kind: "second")
    }
    for name in ["article", "story"] {
      #expect(registry.entry(named: name)?.version == 2)
      #expect(try make(registry.entry(named: name))?.kind == "second")
    }
    #expect(registry.registeredName(of: Article.self)?.version == 2)
  }

  @Test("Of two names of one type both are found, and the later is recorded.")
  func twoNames() {
    var registry = RestorationClassRegistry()
    registry.register(Article.self, named: "old", version: 1)
    registry.register(Article.self, named: "new", version: 2)
    #expect(registry.entry(named: "old")?.name == "old")
    #expect(registry.entry(named: "new")?.name == "new")
    #expect(registry.registeredName(of: Article.self)?.name == "new")
    #expect(registry.registeredName(of: Article.self)?.version == 2)
  }

  @Test("P352: a class is found by place, and its factory gets the whole request.")
  func findsByPlace() throws {
    var registry = RestorationClassRegistry()
    registry.register(Person.self, at: "**/person")
    registry.register(Plain.self, at: "root/*/secondary:person", version: 5) { request, _ in
      #expect(request.scene == "main")
      #expect(request.identifier == "person")
      #expect(request.slot == ContainerSlot("secondary"))
      #expect(request.ordinal == 2)
      #expect(request.className == "recorded")
      #expect(request.classVersion == 4)
      #expect(request.parent is Article)
      return Plain(request, kind: "placed")
    }
    let path: IdentifierPath = "root/tabs/secondary:person[2]"
    let entry = try #require(placed(at: path, in: registry))
    let parent = Article(RestorationRequest(scene: "main", path: "root"), kind: "parent")
    let request = RestorationRequest(
      scene: "main",
      path: path,
      className: "recorded",
      classVersion: 4,
      parent: parent
    )
    #expect((try entry.factory(request, StateDecoder()) as? Screen)?.kind == "placed")
    #expect(entry.pattern == "root/*/secondary:person")
    #expect(entry.version == 5)
    #expect(try make(placed(at: "root/person", in: registry))?.kind == "person")
    #expect(placed(at: "root/other", in: registry) == nil)
  }

  @Test("A class registered by place records a name only if it has one, and its version anyway.")
  func recordedNameOfPlaces() {
    var registry = RestorationClassRegistry()
    registry.register(Person.self, at: "**/person", version: 1)
    #expect(registry.registeredName(of: Person.self) == nil)
    #expect(registry.registeredVersion(of: Person.self) == 1)
    registry.register(Person.self, named: "person", version: 2)
    registry.register(Person.self, at: "**/author", version: 3)
    #expect(registry.registeredName(of: Person.self)?.name == "person")
    #expect(registry.registeredVersion(of: Person.self) == 2)
  }

  @Test("A copy of a registry does not see what is registered in the other one.")
  func copiesAreIndependent() {
    var original = RestorationClassRegistry()
    original.register(Article.self, at: "**/node")
    var copy = original
    #expect(placed(at: "root/node", in: copy)?.type == Article.self)
    copy.register(Person.self, at: "root/node")
    copy.register(Person.self, named: "person")
    #expect(placed(at: "root/node", in: original)?.type == Article.self)
    #expect(original.entry(named: "person") == nil)
    #expect(placed(at: "root/node", in: copy)?.type == Person.self)
  }

  @Test("A factory may decline with nil or with an error, which reaches the caller.")
  func declining() throws {
    struct Refusal: Error {}
    var registry = RestorationClassRegistry()
    registry.register(Plain.self, named: "nil") { _, _ in nil }
    registry.register(Person.self, named: "error") { _, _ in throw Refusal() }
    #expect(try make(registry.entry(named: "nil")) == nil)
    #expect(throws: Refusal.self) { try make(registry.entry(named: "error")) }
  }
}
