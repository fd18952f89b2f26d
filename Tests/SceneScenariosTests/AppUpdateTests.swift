import SceneScenarios
import Testing

struct AppUpdateTests {
  private func merged(_ app: String, _ update: String) throws -> ScenarioValue {
    let source = SourceFile(path: "a.yaml", text: "app: \(app)\nupdate: \(update)")
    let node = try ScenarioReader.read(source)
    return ScenarioValue(
      try AppUpdate.merged(node["app"], try #require(node["update"]), in: source).content)
  }

  struct Merge: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let app: String
    let update: String
    let result: String
  }

  static let merges = [
    Merge(
      testDescription: "maps merge deeply",
      app: "{ types: { A: { x: int, y: int }, B: { z: int } } }",
      update: "{ types: { A: { y: string, w: bool } } }",
      result: "{ types: { A: { x: int, y: string, w: bool }, B: { z: int } } }"),
    Merge(
      testDescription: "$remove removes", app: "{ types: { A: { x: int, y: int } }, tabs: {} }",
      update: "{ types: { A: { y: $remove } }, tabs: $remove }",
      result: "{ types: { A: { x: int } } }"),
    Merge(
      testDescription: "lists are replaced", app: "{ recognises: [a, b], handlers: [{ on: a }] }",
      update: "{ recognises: [c], handlers: [{ on: b }] }",
      result: "{ recognises: [c], handlers: [{ on: b }] }"),
    Merge(
      testDescription: "a map replaces what is no map", app: "{ storage: { a: int } }",
      update: "{ storage: { a: { type: int } } }", result: "{ storage: { a: { type: int } } }"),
    Merge(
      testDescription: "migrations are appended", app: "{ migrations: [{ to: 2 }] }",
      update: "{ migrations: [{ to: 3 }] }", result: "{ migrations: [{ to: 2 }, { to: 3 }] }"),
    Merge(
      testDescription: "the first migrations", app: "{ name: a }",
      update: "{ migrations: [{ to: 3 }] }", result: "{ name: a, migrations: [{ to: 3 }] }"),
    Merge(
      testDescription: "data is replaced as a whole", app: "{ data: { a: [{ x: 1 }], b: [] } }",
      update: "{ data: { a: [{ x: 2 }] } }", result: "{ data: { a: [{ x: 2 }] } }"),
    Merge(
      testDescription: "data is removed", app: "{ data: { a: [] } }",
      update: "{ data: $remove }", result: "{}"),
    Merge(
      testDescription: "nil is a value", app: "{ a: 1 }", update: "{ a: ~ }", result: "{ a: ~ }"),
  ]

  @Test(arguments: merges) func `an update merges`(merge: Merge) throws {
    #expect(try merged(merge.app, merge.update) == AppHelper.value(merge.result))
  }

  @Test func `keys keep their order, new ones come last`() throws {
    let app = try AppHelper.updated(
      "app: { tabs: { a: A, b: B } }\nupdate: { tabs: { c: C, a: Again } }")
    #expect(app.app.tabs == ["a", "b", "c"])
    #expect(app.mistakes == [])
  }

  @Test func `removing what is not there is a mistake`() throws {
    let error = #expect(throws: Diagnostic.self) {
      try merged("{ tabs: { hawk: H } }", "{ tabs: { hwak: $remove } }")
    }
    #expect(error?.code == .unknownKey)
    #expect(error?.range.start == SourcePosition(line: 2, column: 19))
    #expect(error?.hint == "did you mean `hawk`?")
  }

  @Test func `an update keeps the version unless it gives one`() throws {
    let kept = try AppHelper.updated("app: { version: 4 }\nupdate: { name: Notes }")
    #expect(kept.app.version == 4)
    let lower = try AppHelper.updated("app: { version: 4 }\nupdate: { version: 2 }")
    #expect(lower.app.version == 2)
  }

  @Test func `an app that was not declared can be updated`() throws {
    let app = try AppHelper.updated("update: { tabs: { a: A } }")
    #expect(app.app.tabs == ["a"])
  }

  @Test func `mistakes point at the lines of the update`() throws {
    let found = try AppHelper.updated(
      """
      app:
        types: { A: { x: int } }
        storage: { a: "A?" }
      update:
        versoin: 2
        types: { A: { y: strng } }
        storage: { b: { scope: scene } }
        migrations: [{ type: A, to: 2, fill: { z: 1 } }]
      """)
    #expect(
      found.mistakes == [
        "5:3: there is no key `versoin` in the app [unknown-key]",
        "6:20: `strng` is no value of a type [wrong-value]",
        "7:17: `type` is missing in storage key `b` [missing-key]",
      ])
  }

  @Test func `migrations of older versions may name fields that are gone`() throws {
    let found = try AppHelper.updated(
      """
      app: { types: { A: { x: int, y: int } }, storage: { a: "A?" } }
      update:
        version: 2
        types: { A: { z: int } }
        migrations: [{ type: A, to: 2, fill: { z: 1 } }]
      back: { version: 1, types: { A: { z: $remove } } }
      again: { migrations: [{ type: A, to: 3, fill: { z: 1 } }] }
      """, updates: ["update", "back", "again"])
    #expect(found.mistakes == ["7:49: there is no key `z` in type `A` [unknown-key]"])
  }

  @Test func `an update that is no map changes nothing`() throws {
    let found = try AppHelper.updated("app: { name: Notes }\nupdate: [a]")
    #expect(found.app.name == "Notes")
    #expect(found.mistakes == ["2:9: `update` needs a map, this is a list [wrong-kind]"])
  }
}
