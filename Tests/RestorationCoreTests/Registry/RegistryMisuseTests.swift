import RestorationCore
import Testing

@MainActor
@Suite("Misuse of the registry")
struct RegistryMisuseTests {
  @Test("Two classes under one name end the program, and it says what to change.")
  func sameName() async throws {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      await MainActor.run {
        var registry = RestorationClassRegistry()
        registry.register(Article.self, named: "node")
        registry.register(Person.self, named: "node")
      }
    }
    let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(output.contains(#"Article and Person are both registered under the name "node""#))
    #expect(output.contains("give one of them another name"))
  }

  @Test("An alias that is another class's name ends the program, and so does the reverse.")
  func sameAlias() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        var registry = RestorationClassRegistry()
        registry.register(Article.self, named: "node")
        registry.register(Person.self, named: "person", aliases: ["node"])
      }
    }
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        var registry = RestorationClassRegistry()
        registry.register(Article.self, named: "article", aliases: ["node"])
        registry.register(Plain.self, named: "node") { _, _ in nil }
      }
    }
  }

  @Test("An empty name or alias ends the program, and it says what to change.")
  func emptyName() async throws {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      await MainActor.run {
        var registry = RestorationClassRegistry()
        registry.register(Article.self, named: "")
      }
    }
    let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(output.contains("Article is registered under an empty name"))
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        var registry = RestorationClassRegistry()
        registry.register(Article.self, named: "a", aliases: [""])
      }
    }
  }

  @Test("B03: a class that inherits its factory is diagnosed when it is registered.")
  func inheritedFactory() throws {
    var registry = RestorationClassRegistry()
    registry.register(Article.self, named: "article")
    #expect(registry.diagnostics.isEmpty)
    registry.register(LongArticle.self, named: "long")
    registry.register(LongArticle.self, at: "**/long")
    #expect(registry.diagnostics.map(\.name) == ["long", nil])
    #expect(registry.diagnostics.map(\.pattern) == [nil, "**/long"])
    let warning = try #require(registry.diagnostics.first)
    #expect(warning.typeName == String(reflecting: LongArticle.self))
    #expect(
      warning.message
        == "LongArticle inherits its factory from Article and may be made as Article; write"
        + #" register(LongArticle.self, named: "long", factory: …) and make a LongArticle there."#
    )
  }

  @Test("A class with a factory of its own is not diagnosed, and no longer once it has one.")
  func explicitFactory() {
    var registry = RestorationClassRegistry()
    registry.register(LongArticle.self, named: "long") { request, _ in
      LongArticle(request, kind: "long")
    }
    #expect(registry.diagnostics.isEmpty)
    registry.register(LongArticle.self, named: "long")
    registry.register(LongArticle.self, named: "long")
    #expect(registry.diagnostics.count == 1)
    registry.register(LongArticle.self, named: "long") { request, _ in
      LongArticle(request, kind: "long")
    }
    #expect(registry.diagnostics.isEmpty)
  }
}
