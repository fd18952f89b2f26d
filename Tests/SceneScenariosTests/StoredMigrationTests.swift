import Foundation
import SceneScenarios
import SceneState
import Testing

/// A stored struct meets newer versions of itself, through the real store.
final class StoredMigrationTests {
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "stored-migration-\(UUID().uuidString)", directoryHint: .isDirectory)

  deinit { try? FileManager.default.removeItem(at: folder) }

  private static let app = """
    app:
      version: 1
      types: { Country: { name: string, capital: string?, area: double, population: int } }
      storage: { country: { type: "Country?", default: ~ }, careful: { type: int } }
    optional: { version: 2, types: { Country: { flag: string? } } }
    needed: { version: 3, types: { Country: { flag: string } } }
    filled:
      version: 3
      types: { Country: { flag: string } }
      migrations: [{ type: Country, to: 3, fill: { flag: "?" } }]
    renamed:
      version: 4
      types: { Country: { population: $remove, people: string } }
      migrations:
        - { type: Country, to: 4, rename: { population: people }, convert: { people: string } }
    text: { storage: { careful: { type: string, on-mismatch: fail } } }
    """

  private func app(_ updates: String...) throws -> AppDeclaration {
    let result = try AppHelper.updated(Self.app, updates: updates)
    try #require(result.mistakes == [])
    return result.app
  }

  private func withStore<Result>(
    _ app: AppDeclaration, _ key: String, _ body: (SceneScope, StorageKey) throws -> Result
  ) throws -> Result {
    let options = SceneStore.Options(appVersion: UInt32(app.version))
    let store = try SceneStore.open(folder, options: options)
    defer { store.close() }
    return try body(store.scene("A"), try #require(app.key(key)))
  }

  private func read(_ app: AppDeclaration) throws -> (json: String, detail: String?) {
    try withStore(app, "country") { scope, key in
      let value = scope[key.key]
      return (value.json(as: key.type), scope.facts(of: key.key).problem?.detail)
    }
  }

  @Test func `a struct is read, set aside, found again, filled and converted`() throws {
    let first = try app()
    let value = try AppHelper.value(
      "{ name: France, capital: Paris, area: 551500.0, population: 67413000 }")
    try withStore(first, "country") { try $0.write(value, to: $1.key) }

    let fields = #""name": "France", "capital": "Paris", "area": 551500.0"#
    let old = "{\(fields), \"population\": 67413000}"
    #expect(try read(try app("optional")) == (old, nil))

    let unreadable = try read(try app("needed"))
    #expect(unreadable.json == "null")
    let detail = try #require(unreadable.detail)
    #expect(detail == "no field `flag` (country.flag), string, no default")
    #expect(try read(first) == (old, nil))

    #expect(
      try read(try app("renamed")) == ("{\(fields), \"people\": \"67413000\"}", nil))
    // It was stored as version 4 by that read, so nothing is left to migrate.
    #expect(try read(try app("renamed")).detail == nil)
  }

  @Test func `a field is filled once and stays`() throws {
    let value = try AppHelper.value("{ name: France, area: 1.5, population: 1 }")
    try withStore(try app(), "country") { try $0.write(value, to: $1.key) }
    let filled = #"{"name": "France", "area": 1.5, "population": 1, "flag": "?"}"#
    #expect(try read(try app("filled")) == (filled, nil))
    #expect(try read(try app("needed")) == (filled, nil))
  }

  @Test func `a key that must not be overwritten refuses until it is cleared`() throws {
    try withStore(try app(), "careful") { try $0.write(.int(1), to: $1.key) }
    try withStore(try app("text"), "careful") { scope, key in
      #expect(scope[key.key] == .text(""))
      let problem = #expect(throws: SceneProblem.self) { try scope.write(.text("a"), to: key.key) }
      #expect(problem?.code == .valueNotReadable)
      scope.reset(key.key)
      try scope.write(.text("a"), to: key.key)
      #expect(scope[key.key] == .text("a"))
    }
  }
}
