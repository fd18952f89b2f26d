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

  /// What goes wrong in a store, an app or a scenario: one set, to which each module adds its own.
  private static func codesOfProblems() throws -> [String: [String]] {
    try codes(
      as: /static let \w+ = Self\(rawValue: "([a-z0-9-]+)"\)/,
      beside: "extension SceneProblem.Code",
      in: ["SceneState", "SceneLifecycle", "SceneSimulator", "SceneScenarios"])
  }

  /// All codes with the files that have them.
  private static func codes() throws -> [String: [String]] {
    try codesOfProblems().merging(
      codes(as: /code: "([a-z0-9-]+)"/, beside: "", in: ["SceneReports", "SceneCommands"])
    ) { $0 + $1 }
    .merging(
      codes(
        as: /case \w+ = "([a-z0-9-]+)"/, beside: "struct RoamingProblem", in: ["SceneRoaming"])
    ) { $0 + $1 }
  }

  private static func codes(
    as code: Regex<(Substring, Substring)>, beside words: String, in modules: [String]
  ) throws -> [String: [String]] {
    var found: [String: [String]] = [:]
    for module in modules {
      let folder = sources.appending(path: module)
      let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      for name in names where name.hasSuffix(".swift") {
        let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
        guard words.isEmpty || text.contains(words) else { continue }
        for match in text.matches(of: code) { found[String(match.1), default: []] += [name] }
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
    for (code, files) in codes.sorted(by: { $0.key < $1.key }) where !known.contains(code) {
      Issue.record("\(files) have the code \(code), and `scenesim explain \(code)` knows nothing")
    }
  }

  @Test func `a code of a problem is written once`() throws {
    for (code, files) in try Self.codesOfProblems() {
      #expect(files.count == 1, "\(code) stands in \(files.sorted())")
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
    var others = ["bug", "not-run", "no-permission"]
    // These need a cluster; `Scripts/check-roaming` plays some of them.
    others += [
      "already-carried", "is-closed", "is-elsewhere", "not-allowed", "not-trusted",
      "refused", "sealed", "full", "waits-for-lease", "went-back",
    ]
    #if Roaming
      others.append("no-roaming")
    #else
      others += ["bad-address", "not-reachable", "plain-text"]
    #endif
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
