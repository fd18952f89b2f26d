import Foundation
import SceneScenarios
import SceneSimulator
import Testing

/// What a check finds in rows, columns, `with`, `$not`, and the files of others.
struct FurtherFindingTests {
  private static func findings(_ text: String, path: String = "t.scene.yaml") -> [String] {
    ScenarioCheck.diagnostics(of: SourceFile(path: path, text: text)).map {
      RunHelper.line($0) + ($0.hint.map { " \($0)" } ?? "")
    }
  }

  /// With what is no mistake and hardly meant.
  private static func warnings(_ text: String) -> [String] {
    ScenarioCheck.diagnostics(of: SourceFile(path: "t.scene.yaml", text: text), takesShared: true)
      .map(RunHelper.line)
  }

  private static let lists = """
    scenesim: 1
    scenario: rows
    app:
      tabs: { w: W }
      data: { birds: [{ name: Tala }, { name: 7 }] }
      lists: { birds: { tab: w, rows: birds, id: name } }
    steps:
      - launch: A

    """

  @Test func `a row that no table has is found before the run`() {
    #expect(
      Self.findings(Self.lists + "  - scroll: { birds: Tla }\n") == [
        "9:22: list `birds` has no row `Tla` [no-such-row] did you mean `Tala`?"
      ])
    #expect(
      Self.findings(Self.lists + "  - pick: { birds: 8 }\n").first?.hasPrefix("9:20: list") == true)
    let fine = ["scroll: { birds: Tala }", "pick: { birds: 7 }", "pick: { birds: ~ }"]
    for step in fine { #expect(Self.findings(Self.lists + "  - \(step)\n") == [], "\(step)") }
    #expect(Self.findings(Self.lists + "  - { pick: { birds: x }, fails: no-such-row }\n") == [])
    // What has come since is not looked at.
    let changed = "  - change-data: { birds: { insert: { rows: [{ name: x }] } } }\n"
    #expect(Self.findings(Self.lists + changed + "  - pick: { birds: x }\n") == [])
    let update = "  - kill\n  - update: { data: { birds: [{ name: y }] } }\n  - launch\n"
    #expect(
      Self.findings(Self.lists + "  - background\n" + update + "  - pick: { birds: y }\n") == [])
  }

  @Test func `what a later version lets wait may be called off`() {
    let app = """
      scenesim: 1
      scenario: later
      app:
        storage: { sent: [string] }
        actions: { undo: [{ later: { deliver: ~ } }], deliver: [{ append: { sent: one } }] }
      steps:
        - launch: A
        - act: undo

      """
    #expect(Self.warnings(app).contains { $0.contains("`deliver` is called off") })
    let updated =
      app + """
          - background
          - kill
          - update: { version: 2, actions: { send: [{ later: { deliver: 10s } }] } }
          - launch
          - act: send

        """
    #expect(!Self.warnings(updated).contains { $0.contains("called off") })
  }

  @Test func `rows that a loop of the app takes away are not there with those that come`() {
    let app = """
      scenesim: 1
      scenario: rows
      app:
        data: { books: [{ id: hawk }] }
        lists: { books: { rows: books, id: id } }
        actions:
          go: [{ for-each: { b: "${rows.books}" }, do: [{ change-data: { books: { remove: ["${b.id}"] } } }] }]
          come: [{ change-data: { books: { insert: { rows: [{ id: hawk }] } } } }]
      steps:
        - launch: A
        - act: go
        - act: come
        - expect: { data: { books: [{ id: hawk }] } }

      """
    #expect(Self.warnings(app) == [])
    let without = app.replacing("  - act: go\n", with: "").split(separator: "\n")
      .filter { !$0.contains("for-each") }.joined(separator: "\n")
    #expect(Self.warnings(without).first?.contains("two rows of table `books`") == true)
  }

  @Test func `a part of a link's pattern is written as in the pattern`() {
    let app = """
      scenesim: 1
      scenario: links
      app:
        tabs: { home: Home }
        navigator:
          places:
            "nest://article/{id}": { tab: home, path: ["article/${id}"] }
            "nest://list/{id}": { tab: home, path: ["list/${other}"] }
      steps:
        - launch: A
        - fault: { corrupt: { in: A, key: url } }

      """
    let found = Self.findings(app)
    #expect(found.first?.hasSuffix("a part of the pattern is written without `$`: `{id}`") == true)
    #expect(found[1].hasSuffix("declare it at the top of the file: `vars: { other: … }`"))
    #expect(found[2].hasSuffix("the window is named by `window`"))
  }

  @Test func `a field of a payload that was left out is nothing for the handler`() throws {
    let app = """
        types: { Event: { title: string, place: string? } }
        activities: { x.event: { payload: Event } }
        handlers:
          - on: x.event
            do: [{ set: { draft: "${payload.title}", note: "${payload.place}" } }]
      """
    let steps = """
        - launch: A
        - continue: { activity: x.event, payload: { title: Dentist } }
        - expect: { A: { values: { draft: Dentist, note: ~ } } }
      """
    let text = RunHelper.source(steps, app: app).text
      .replacingOccurrences(of: "count: int", with: "count: int, note: string?")
    let scenario = try LoadedScenario(SourceFile(path: "t.scene.yaml", text: text))
    let run = ScenarioRun.run(scenario, case: try #require(scenario.cases.first))
    #expect(run.outcome == .passed)
  }

  private static let cases = """
    scenesim: 1
    scenario: cases
    app: { storage: { draft: string } }
    cases:
      - { case: one, text: x, is-set: true }
      - { case: two, is-set: false }
    steps:
      - launch: A

    """

  @Test func `a column that one case does not have is found where it is used`() {
    let used = "  - { if: { is-set: true }, set: { draft: \"${text}\" } }\n"
    #expect(Self.findings(Self.cases + used) == [])
    let found = Self.findings(Self.cases + used + "  - set: { draft: \"${text}\" }\n")
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("10:19: case 2 “two” has no `text` [no-such-var") == true)
    let inGroup = "  - { group: g, if: { is-set: true }, do: [{ set: { draft: \"${text}\" } }] }\n"
    #expect(Self.findings(Self.cases + inGroup) == [])
  }

  @Test(arguments: [("3", 1), ("true", 1), ("x", 0), ("~", 1), ("$absent", 0), ("[x]", 1)])
  func `a matcher not of another kind cannot fail`(value: String, count: Int) {
    let text = Self.cases.replacing(", text: x, is-set: true", with: "").replacing(
      ", is-set: false", with: "")
    let found = Self.findings(
      text + "  - expect: { A: { values: { draft: { $not: \(value) } } } }\n")
    #expect(found.count == count, "\(found)")
    let sentence = value == "~" ? "this check cannot fail" : "`$not` cannot fail here"
    #expect(found.allSatisfy { $0.contains("\(sentence) [vacuous]") })
  }

  @Test func `a variable that no step of an included file uses is a warning`() throws {
    let folder = try TemporaryPlace()
    let part = "scenesim: 1\nsteps:\n  - launch: A\n  - set: { draft: \"${a}\" }\n"
    try folder.write(part, "part.yaml")
    let head = "scenesim: 1\nscenario: t\napp: { storage: { draft: string } }\nsteps:\n"
    let found = Self.findings(
      head + "  - { include: part.yaml, with: { a: x, bb: y } }\n",
      path: folder.file("t.scene.yaml"))
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("5:41: nothing in `part.yaml` uses `bb` [unused]") == true)
  }

  @Test func `the file of an app lies beside the scenario or below`() throws {
    let folder = try TemporaryPlace()
    try folder.write("storage: { draft: string }\n", "app.yaml")
    try folder.write("storage: { draft: string }\n", "inner/app.yaml")
    func found(_ app: String) -> [String] {
      Self.findings(
        "scenesim: 1\nscenario: t\napp: \(app)\nsteps: [launch]\n",
        path: folder.file("inner/t.scene.yaml"))
    }
    #expect(found("app.yaml") == [])
    for app in ["../app.yaml", folder.file("app.yaml"), "../inner/../app.yaml"] {
      #expect(found(app).first?.contains("does not lie in the folder of the scenario") == true)
    }
  }

  // MARK: Structs in themselves

  private static let tree = """
    scenesim: 1
    scenario: tree
    app:
      types: { P: { name: string, more: "[P]?", by: "{string: Q}?" }, Q: { p: P } }
      storage: { root: { type: P, default: { name: top } } }
      activities: { com.example.p: { payload: P } }
    steps:
      - launch: A
      - set: { root: { name: a, more: [{ name: b, by: { x: { p: { name: c } } } }] } }
      - background
      - kill
      - launch
      - expect: { A: { values: { root: { more: [{ by: { x: { p: { name: c } } } }] } } } }

    """

  @Test func `a struct may lie in lists and maps of itself`() throws {
    #expect(Self.findings(Self.tree) == [])
    let scenario = try LoadedScenario(SourceFile(path: "t.scene.yaml", text: Self.tree))
    let run = ScenarioRun.run(scenario, case: try #require(scenario.cases.first))
    #expect(run.outcome == .passed, "\(run.diagnostics)")
  }

  @Test func `a mistake deep in such a struct has its place`() {
    let wrong = Self.tree.replacing(
      "p: { name: c } } } }] } }\n  - b", with: "p: { nme: c } } } }] } }\n  - b")
    #expect(
      Self.findings(wrong).first?.hasPrefix("9:63: there is no key `nme` in type `P`") == true)
    let kind = Self.tree.replacing(
      "p: { name: c } } } }] } } } }", with: "p: { name: 3 } } } }] } } } }")
    #expect(Self.findings(kind).first?.contains("an integer is never equal to a `string`") == true)
  }

  @Test(arguments: ["{ p: P }", "{ p: P? }", "{ p: Q }"])
  func `a struct without end is refused`(fields: String) {
    let text =
      "scenesim: 1\nscenario: t\napp: { types: { P: \(fields), Q: { p: P } } }\nsteps: [launch]\n"
    #expect(Self.findings(text).contains { $0.contains("contains itself [wrong-value]") })
  }

  @Test func `titles of several lines stay on one line of a trace`() throws {
    let text = """
      scenesim: 1
      scenario: t
      cases: [{ case: "two\\nlines" }]
      steps: [{ group: "a\\tb", do: [{ launch: A }] }, advertise, { identify: ~ }]
      """
    let scenario = try LoadedScenario(SourceFile(path: "t.scene.yaml", text: text))
    let run = ScenarioRun.run(scenario, case: try #require(scenario.cases.first))
    let lines = run.trace.description.split(separator: "\n").map(String.init)
    #expect(lines.contains("# case two\\nlines") && lines.contains("--- a\\tb"))
    #expect(lines.contains("002 advertise ~") && lines.contains("003 identify ~"))
  }
}

/// A folder of a test with files in it.
private final class TemporaryPlace {
  private let path = NSTemporaryDirectory() + "scenes-" + UUID().uuidString

  init() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)  // Nothing depends on it any more.
  }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  func write(_ text: String, _ name: String) throws {
    let url = URL(filePath: file(name))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }
}
