import SceneScenarios
import SceneState
import StoreFormat
import Testing

struct ValueMigrationTests {
  /// Migrates JSON of a key `value` that a version of the app stored, to JSON.
  private func migrated(
    _ json: String, _ app: AppDeclaration, from version: Int
  ) throws -> String? {
    let key = try #require(app.key("value"))
    let bytes = EncodedValue(tag: 10, payload: Array(json.utf8))
    let result = try key.migration.migrated(bytes, as: key.type, key: key.name, from: version)
    return result.map { String(decoding: $0.payload, as: UTF8.self) }
  }

  private static let country = """
    version: 4
    types: { Country: { name: string, people: string, flag: string } }
    storage: { value: "Country?" }
    migrations:
      - { type: Country, to: 4, rename: { population: people }, convert: { people: string } }
      - { type: Country, to: 3, drop: [old], fill: { flag: "?" } }
    """

  @Test func `migrations run in order of their versions`() throws {
    let app = try AppHelper.app(Self.country)
    let json = #"{"name":"France","old":1,"population":67413000}"#
    #expect(
      try migrated(json, app, from: 1) == #"{"flag":"?","name":"France","people":"67413000"}"#)
    // Version 3 stored a flag, or would have: only the step to 4 is left.
    let problem = CodingProblem.undecodableField(
      "value.flag", "no field `flag` (value.flag), string, no default")
    #expect(throws: problem) { try migrated(json, app, from: 3) }
    #expect(try migrated(json, app, from: 4) == nil)
    #expect(try migrated(json, app, from: 5) == nil)
  }

  @Test func `what is above the app's version does not run`() throws {
    let app = try AppHelper.updated(
      """
      app: { version: 1, types: { A: { x: int } }, storage: { value: "A?" } }
      update:
        version: 2
        migrations: [{ type: A, to: 3, fill: { x: 3 } }, { type: A, to: 2, fill: { x: 2 } }]
      """)
    #expect(app.mistakes == [])
    #expect(try migrated("{}", app.app, from: 1) == #"{"x":2}"#)
  }

  @Test func `equal versions run in order of declaration`() throws {
    let app = try AppHelper.app(
      """
      version: 2
      types: { A: { x: int, y: int } }
      storage: { value: "A?" }
      migrations:
        - { type: A, to: 2, fill: { x: 1 } }
        - { type: A, to: 2, fill: { x: 2, y: 2 } }
      """)
    #expect(try migrated("{}", app, from: 1) == #"{"x":1,"y":2}"#)
  }

  @Test func `one migration drops, renames, fills and converts, in this order`() throws {
    let app = try AppHelper.app(
      """
      version: 2
      types: { A: { a: string, b: int?, c: int } }
      storage: { value: "A?" }
      migrations:
        - { type: A, to: 2, convert: { a: string }, fill: { a: 7, c: 9 },
            rename: { c: b, b: c, x: a }, drop: [x] }
      """)
    // `x` is dropped before it could become `a`; `b` and `c` change places; nil is filled.
    #expect(
      try migrated(#"{"x":1,"b":null,"c":3}"#, app, from: 1) == #"{"a":"7","b":3,"c":9}"#)
  }

  @Test func `values of the type migrate at any depth, inner ones first`() throws {
    let app = try AppHelper.updated(
      """
      app:
        types: { In: { v: int }, Out: { inner: In, more: "{string: [In]}" } }
        storage: { value: "[Out]" }
      update:
        version: 2
        types: { In: { v: $remove, w: string }, Out: { inner: $remove, core: "In?" } }
        migrations:
          - { type: Out, to: 2, rename: { inner: core } }
          - { type: In, to: 2, rename: { v: w }, convert: { w: string } }
      """)
    #expect(app.mistakes == [])
    let json = #"[{"inner":{"v":1},"more":{"a":[{"v":2},{"v":3}]}}]"#
    #expect(
      try migrated(json, app.app, from: 1)
        == #"[{"core":{"w":"1"},"more":{"a":[{"w":"2"},{"w":"3"}]}}]"#)
  }

  @Test func `a failure names the field from the key on`() throws {
    let app = try AppHelper.app(
      """
      version: 2
      types: { In: { v: int }, Out: { list: "[In]" } }
      storage: { value: "Out?" }
      migrations: [{ type: In, to: 2, convert: { v: int } }]
      """)
    let text = "`v` (value.list[1].v) cannot be converted: \"2.5\" is no int"
    #expect(throws: CodingProblem.undecodableField("value.list[1].v", text)) {
      try migrated(#"{"list":[{"v":"2"},{"v":"2.5"}]}"#, app, from: 1)
    }
  }

  @Test func `a value that no migration concerns is left alone`() throws {
    let app = try AppHelper.app(
      """
      version: 2
      types: { A: { x: int }, B: { y: int } }
      storage: { value: "[A]", text: string }
      migrations: [{ type: B, to: 2, fill: { y: 1 } }]
      """)
    #expect(try migrated(#"[{"x":1}]"#, app, from: 1) == nil)
    let text = try #require(app.key("text"))
    let bytes = EncodedValue(tag: 2, payload: Array("a".utf8))
    #expect(try text.migration.migrated(bytes, as: text.type, key: "text", from: 1) == nil)
  }

  @Test func `the old type tells doubles from integers`() throws {
    let app = try AppHelper.updated(
      """
      app: { types: { A: { area: double, n: int } }, storage: { value: "A?" } }
      update:
        version: 2
        types: { A: { area: string, n: string } }
        migrations: [{ type: A, to: 2, convert: { area: string, n: string } }]
      """)
    #expect(
      try migrated(#"{"area":551500,"n":3}"#, app.app, from: 1)
        == #"{"area":"551500.0","n":"3"}"#)
  }

  struct Conversion: Sendable, CustomTestStringConvertible {
    let from: ScenarioValue
    let kind: String
    let to: ScenarioValue?
    var testDescription: String { "\(from.json()) → \(kind)" }

    init(_ from: ScenarioValue, _ kind: String, _ to: ScenarioValue?) {
      (self.from, self.kind, self.to) = (from, kind, to)
    }
  }

  static let conversions = [
    Conversion(.int(-3), "string", .text("-3")), Conversion(.double(1.5), "string", .text("1.5")),
    Conversion(.double(3), "string", .text("3.0")),
    Conversion(.bool(true), "string", .text("true")),
    Conversion(.text("a"), "string", .text("a")), Conversion(.list([]), "string", nil),
    Conversion(.map([:]), "string", nil), Conversion(.null, "string", .null),
    Conversion(.text("12"), "int", .int(12)), Conversion(.double(4), "int", .int(4)),
    Conversion(.double(4.5), "int", nil), Conversion(.text("4.5"), "int", nil),
    Conversion(.text("4.0"), "int", .int(4)), Conversion(.text("+4"), "int", nil),
    Conversion(.text("007"), "int", nil), Conversion(.text(""), "int", nil),
    Conversion(.text("9223372036854775808"), "int", nil), Conversion(.bool(true), "int", nil),
    Conversion(.int(2), "double", .double(2)), Conversion(.text("2.5"), "double", .double(2.5)),
    Conversion(.text("inf"), "double", .double(.infinity)), Conversion(.text("x"), "double", nil),
    Conversion(.int(9_007_199_254_740_993), "double", nil),
    Conversion(.text("true"), "bool", .bool(true)), Conversion(.text("no"), "bool", nil),
    Conversion(.int(1), "bool", nil), Conversion(.bool(false), "bool", .bool(false)),
  ]

  @Test(arguments: conversions) func `a kind is converted if it means the same`(
    conversion: Conversion
  ) throws {
    let kind = try #require(MigrationDeclaration.Kind(rawValue: conversion.kind))
    let migration = MigrationDeclaration(
      type: "A", to: 2, convert: [MigrationDeclaration.Conversion(field: "f", kind: kind)])
    let type = ValueType.structure("A", [])
    let migrations = ValueMigration(migrations: [migration], version: 2)
    let value = ScenarioValue.map(["f": conversion.from])
    if let to = conversion.to {
      #expect(try migrations.migrated(value, as: type, from: 1) == .map(["f": to]))
    } else {
      #expect(throws: ValueFault.self) { try migrations.migrated(value, as: type, from: 1) }
    }
  }
}
