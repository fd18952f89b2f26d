import Foundation
import SceneCommands
import SceneReports
import SceneScenarios
import Testing

/// The schema is looked at with a validator that knows nothing of us: Python's `jsonschema`.
struct SchemaTests {
  /// Reads `{schema, documents: [[name, document]]}`; prints the names that are refused.
  private static let validator = """
    import json, sys
    from jsonschema import Draft202012Validator
    given = json.load(sys.stdin)
    Draft202012Validator.check_schema(given["schema"])
    validator = Draft202012Validator(given["schema"])
    for name, document in given["documents"]:
        if not validator.is_valid(document):
            print(name)
    """

  /// The names of the documents that the schema refuses.
  private static func refused(_ documents: [(name: String, node: Node)]) throws -> Set<String> {
    let root = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let folder = try TemporaryFolder()
    let pairs = documents.map { JSON.list([.string($0.name), json($0.node)]) }
    let schema = Harness().run("schema", "--json").output
    let input = "{\"schema\":\(schema),\"documents\":\(JSON.list(pairs).line)}"
    try Data(input.utf8).write(to: URL(filePath: folder.file("in")))
    try Data(validator.utf8).write(to: URL(filePath: folder.file("validator.py")))
    let script = root.appending(path: "Scripts/python-with").path()
    let result = try Executable.find().shell(
      "\(script) jsonschema \(folder.file("validator.py")) < \(folder.file("in"))")
    try #require(result.code == 0, "\(result.errors)")
    return Set(result.output.split(separator: "\n").map(String.init))
  }

  private static func json(_ node: Node) -> JSON {
    switch node.content {
    case .null: .null
    case .bool(let bool): .bool(bool)
    case .int(let int): .int(int)
    case .text(let text): .string(text)
    case .list(let nodes): .list(nodes.map(json))
    case .map(let entries): .object(entries.map { .init($0.key.name, json($0.value)) })
    default: .raw("\(node.double ?? 0)")
    }
  }

  private static func document(_ name: String, _ text: String) throws -> (name: String, node: Node)
  {
    (name, try ScenarioReader.read(SourceFile(path: name, bytes: Array(text.utf8))))
  }

  @Test func `every scenario of the tests, every example and template is accepted`() throws {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    var documents: [(name: String, node: Node)] = []
    for folder in [
      "SceneScenariosTests/Samples", "SceneScenariosTests/Scenarios", "SceneTestingTests/Scenarios",
    ] {
      let path = tests.appending(path: folder).path()
      for name in try FileManager.default.contentsOfDirectory(atPath: path)
      where name.hasSuffix(".scene.yaml") {
        let text = try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
        documents.append(try Self.document(name, text))
      }
    }
    #expect(documents.count > 60)
    for step in StepCatalogue.all {
      documents.append(try Self.document(step.name, StepReference.scenario(of: step)))
    }
    for name in ["empty", "drag", "tabs", "links", "tables", "codable"] {
      let text = Harness().run("new", "x", "--like", name, "-o", "-").output
      documents.append(try Self.document("template \(name)", text))
    }
    let refused = try Self.refused(documents)
    #expect(refused.isEmpty)
  }

  /// Each breaks one rule of the schema.
  private static let broken = [
    "scenesim: 2\nscenario: t\nsteps: [launch]",
    "scenario: t\nsteps: [launch]",
    "scenesim: 1\nsteps: [launch]",
    "scenesim: 1\nscenario: t",
    "scenesim: 1\nscenario: t\nstepps: []\nsteps: [launch]",
    "scenesim: 1\nscenario: 3\nsteps: [launch]",
    "scenesim: 1\nscenario: t\ntags: drag\nsteps: [launch]",
    "scenesim: 1\nscenario: t\napp: { storge: {} }\nsteps: [launch]",
    "scenesim: 1\nscenario: t\napp: { device: watch }\nsteps: [launch]",
    "scenesim: 1\nscenario: t\napp: { storage: { a: { scope: tab } } }\nsteps: [launch]",
    "scenesim: 1\nscenario: t\napp: { activities: { a: { payload: { id: 3 } } } }\nsteps: []",
    "scenesim: 1\nscenario: t\napp: { storage: { a: { id: string } } }\nsteps: []",
    "scenesim: 1\nscenario: t\nsteps: [{ expect: { problems: { contains: x } } }]",
    "scenesim: 1\nscenario: t\napp: { handlers: [{ do: [] }] }\nsteps: [launch]",
    "scenesim: 1\nscenario: t\ncases: [{ tab: a }]\nsteps: [launch]",
    "scenesim: 1\nscenario: t\nsteps: [lanch]",
    "scenesim: 1\nscenario: t\nsteps: [select]",
    "scenesim: 1\nscenario: t\nsteps: [{ launch: a }]",
    "scenesim: 1\nscenario: t\nsteps: [{ launch: A, open: B }]",
    "scenesim: 1\nscenario: t\nsteps: [{ in: A }]",
    "scenesim: 1\nscenario: t\nsteps: [{ launch: A, soft: maybe }]",
    "scenesim: 1\nscenario: t\nsteps: [{ drag: { from: A, activity: t } }]",
    "scenesim: 1\nscenario: t\nsteps: [{ drag: { from: A, activity: t, drop: top-edge } }]",
    "scenesim: 1\nscenario: t\nsteps: [{ wait: soon }]",
    "scenesim: 1\nscenario: t\nsteps: [{ pop: 0 }]",
    "scenesim: 1\nscenario: t\nsteps: [{ show: path }]",
    "scenesim: 1\nscenario: t\nsteps: [{ fault: { at: commit, do: fire } }]",
    "scenesim: 1\nscenario: t\nsteps: [{ expect: { window: [A] } }]",
    "scenesim: 1\nscenario: t\nsteps: [{ expect: { A: { tabb: x } } }]",
    "scenesim: 1\nscenario: t\nsteps: [{ expect: { A: { phase: asleep } } }]",
    "scenesim: 1\nscenario: t\nsteps: [{ expect: { A: { tab: { $contain: x } } } }]",
    "scenesim: 1\nscenario: t\nsteps: [{ expect: { A: { tab: $some } } }]",
    "scenesim: 1\nscenario: t\nsteps: [{ expect: { store: { whole: 1 } } }]",
    "scenesim: 1\nscenario: t\nsteps: [{ group: g, do: [{ lunch: A }] }]",
  ]

  @Test func `what breaks a rule is refused, and every misspelt verb`() throws {
    var documents = try Self.broken.map { try Self.document($0.replacing("\n", with: "; "), $0) }
    for step in StepCatalogue.all {
      let text = StepReference.scenario(of: step)
      // The verb is the last place where the title does not stand.
      let wrong = text.replacing("- \(step.name)", with: "- \(step.name)x")
        .replacing("{ \(step.name):", with: "{ \(step.name)x:")
        .replacing(", \(step.name):", with: ", \(step.name)x:")
      documents.append(try Self.document("\(step.name) misspelt", wrong))
    }
    let refused = try Self.refused(documents)
    #expect(Set(documents.map(\.name)).subtracting(refused).isEmpty)
  }

  @Test func `the schema names every step with its words, and every key with what it says`() {
    let schema = Harness().run("schema").output
    for step in StepCatalogue.all { #expect(schema.contains("\"\(step.name)\": {")) }
    let fields = ScenarioLanguage.topLevel + ScenarioLanguage.app + ScenarioLanguage.windowChecks
    for field in fields { #expect(schema.contains(JSON.quoted(field.summary)), "\(field.name)") }
    #expect(schema.contains("https://json-schema.org/draft/2020-12/schema"))
    #expect(schema.split(separator: "\n").count > 1000)
  }
}
