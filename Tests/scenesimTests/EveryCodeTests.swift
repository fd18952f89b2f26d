import Foundation
import LMDB
import SceneCommands
import SceneScenarios
import SceneState
import StoreFormat
import Testing

/// Every code that the sources name can be explained, and its example gives it.
struct EveryCodeTests {
  private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Sources").standardized

  /// Where codes are written, and how: the folder, what its files are called, what is before.
  private static var places: [(folder: String, file: String, code: Regex<(Substring, Substring)>)] {
    [
      ("SceneState", "SceneProblem", /Self\(rawValue: "([a-z0-9-]+)"\)/),
      ("SceneLifecycle", "SceneProblem", /Self\(rawValue: "([a-z0-9-]+)"\)/),
      ("SceneLifecycle", "", /ProblemCode\("([a-z0-9-]+)"\)/),
      ("SceneSimulator", "", /StepFailure\(\s*"([a-z0-9-]+)"/),
      ("SceneScenarios", "", /StepFailure\(\s*"([a-z0-9-]+)"/),
      ("SceneScenarios", "", /ProblemCode\("([a-z0-9-]+)"\)/),
      ("SceneReports", "", /code: "([a-z0-9-]+)"/),
      ("SceneCommands", "", /code: "([a-z0-9-]+)"/),
    ]
  }

  private static func codes() throws -> [String: String] {
    var found: [String: String] = [:]
    for place in places {
      let folder = sources.appending(path: place.folder)
      let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      for name in names where name.hasSuffix(".swift") {
        let file = folder.appending(path: name)
        guard file.lastPathComponent.hasPrefix(place.file) else { continue }
        let text = try String(contentsOf: file, encoding: .utf8)
        for match in text.matches(of: place.code) { found[String(match.1)] = name }
      }
    }
    return found
  }

  @Test func `every code in the sources has an explanation`() throws {
    let codes = try Self.codes()
    try #require(codes.count > 90)
    for code in ["handler-failed", "tree-too-deep", "which-window", "runs-on", "not-written"] {
      #expect(codes[code] != nil, "\(code) is not found in the sources any more")
    }
    let known = Set(CommandCodes.everyCode.map(\.code.rawValue))
    for (code, file) in codes.sorted(by: { $0.key < $1.key }) where !known.contains(code) {
      Issue.record("\(file) has the code \(code), and `scenesim explain \(code)` knows nothing")
    }
  }

  @Test func `each code is explained once, and only those that are there`() throws {
    let all = CommandCodes.everyCode.map(\.code.rawValue)
    #expect(all == all.sorted() && Set(all).count == all.count)
    let codes = Set(try Self.codes().keys)
    for code in all { #expect(codes.contains(code), "nothing gives the code \(code)") }
    for code in CommandCodes.all {
      #expect(Harness().run("explain", code.code.rawValue).output.contains("(command)"))
    }
  }

  @Test func `any code of a failure can be expected with fails`() throws {
    for code in ProblemExplanation.all where code.kind != .mistake {
      let text = "scenesim: 1\nscenario: t\nsteps:\n  - { launch: A, fails: \(code.code) }\n"
      let found = ScenarioCheck.diagnostics(of: SourceFile(path: "t.scene.yaml", text: text))
      #expect(found.isEmpty, "\(code.code)")
    }
  }

  // MARK: Examples of commands

  /// A folder with what the examples take for granted.
  private static func folder(_ tool: Executable) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let scenario = """
      scenesim: 1
      scenario: t
      app: { storage: { draft: string, note: string } }
      steps: [{ launch: A }, { set: { draft: typed, note: too } }, { open: B }]
      """
    try Data(scenario.utf8).write(to: URL(filePath: folder.file("notes.scene.yaml")))
    let made = try tool.shell(
      "cd \(folder.path) && $T run notes.scene.yaml --store demo.store"
        + " && cp -r demo.store damaged.store")
    #expect(made.code == 0, "\(made.errors)")
    let newer = try SampleStore(sessions: [], values: [], format: 9)
    try FileManager.default.copyItem(atPath: newer.path, toPath: folder.file("newer.store"))
    try damage(folder.file("damaged.store"))
    return folder
  }

  /// Leaves half of the bytes of each value.
  private static func damage(_ store: String) throws {
    let environment = try Environment.open(
      store, options: .init(allowsAnyFileSystem: true, databases: ["values"]))
    defer { environment.close() }
    let values = try #require(environment.database("values"))
    let address = ValueAddress(session: 1, path: ScopePath([]), key: "draft")
    let key = try #require(StoredKey.bytes(of: address))
    try environment.write { (transaction) throws(LMDBError) in
      try transaction.put(key, [1, 2, 3], in: values)
    }
  }

  @Test func `the example of each code of a command gives it`() throws {
    let tool = try Executable.find()
    // A bug is one that nobody knows yet; `store watch` waits for somebody else's change; root may
    // read every store.
    let others = ["bug", "not-run", "no-permission"]
    for row in CommandCodes.all where !others.contains(row.code.rawValue) {
      let folder = try Self.folder(tool)
      if row.code.rawValue == "file-exists" {
        _ = try tool.shell("cd \(folder.path); $T new notes")
      }
      let said = try tool.shell(
        "cd \(folder.path)\nscenesim() { $T \"$@\"; }\n\(row.example)\n")
      #expect(said.errors.contains("[\(row.code)]"), "\(row.code): \(said.output)\(said.errors)")
    }
  }
}
