import Foundation
import SceneCommands
import Testing

/// `-n` of commands that write files: they say what they would write, and the folder stays as it is.
struct DryRunTests {
  private static let scenario = """
    scenesim: 1
    scenario: t
    app:   { storage: { draft: string } }
    steps:
      - launch: A
      - set: { draft: typed }
      - expect: "?"
    """

  private let folder: TemporaryFolder
  private var path: String { folder.file("notes.scene.yaml") }

  init() throws {
    folder = try TemporaryFolder()
    try Data(Self.scenario.utf8).write(to: URL(filePath: folder.file("notes.scene.yaml")))
  }

  /// Every file with its bytes.
  private func files() throws -> [String: Data] {
    var files: [String: Data] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
      files[name] = FileManager.default.contents(atPath: folder.file(name)) ?? Data()
    }
    return files
  }

  /// Runs a command line and looks whether it changed anything.
  private func run(
    _ arguments: String..., environment: [String: String] = [:]
  ) throws -> Harness.Result {
    var harness = Harness()
    harness.environment.merge(environment) { $1 }
    let before = try files()
    let result = harness.run(arguments)
    #expect(try files() == before, "\(arguments) wrote something")
    return result
  }

  @Test(arguments: ["version", "schema", "steps", "manual", "help", "explain"])
  func `the answer of any command stays out of its file`(name: String) throws {
    let said = try run(name, "-o", folder.file("answer"), "-n")
    #expect(said.code == .success && said.output.isEmpty)
    #expect(said.errors == "would write \(folder.file("answer"))\n")
    #expect(try run(name, "-o", folder.file("answer"), "-n", "-q").errors.isEmpty)
    let nowhere = try run(name, "-o", folder.file("no/folder"), "-n")
    #expect(nowhere.code == .unusable && nowhere.errors.contains("[not-written]"))
  }

  @Test func `a dry run of --update shows what would be written`() throws {
    for kind in ["--update", "--update=missing", "--update=force"] {
      let said = try run("run", path, kind, "-n")
      #expect(said.code == .no, "\(kind)")
      #expect(said.output.contains("[not-filled-in]"), "\(said.output)")
    }
    let inCI = try run("run", path, "--update", "-n", environment: ["CI": "1"])
    #expect(inCI.code == .no, "nothing is written, so CI is no reason to refuse")
    #expect(Harness().run("run", path, "--update").code == .success)
    let trace = folder.file("notes.trace")
    let golden = try String(contentsOfFile: trace, encoding: .utf8)
    try Data(golden.replacing("typed", with: "other").utf8).write(to: URL(filePath: trace))
    let said = try run("run", path, "--update", "-n")
    #expect(said.code == .no && said.output.contains("+      store put  A/draft = \"typed\""))
  }

  @Test func `a missing golden trace is missed and not written`() throws {
    _ = Harness().run("run", path, "--update")
    try Data(contentsOf: URL(filePath: path))
      .write(to: URL(filePath: folder.file("second.scene.yaml")))
    let said = try run("run", folder.path, "-n", "--update=missing")
    #expect(said.code == .no && said.output.contains("[no-golden]"))
    #expect(!FileManager.default.fileExists(atPath: folder.file("second.trace")))
  }

  @Test func `reports, traces and stores of a run are only named`() throws {
    _ = Harness().run("run", path, "--update")
    let (report, trace) = (folder.file("r.xml"), folder.file("t.trace"))
    let summary = folder.file("summary.md")
    let said = try run(
      "run", path, "-n", "--report", "junit=\(report)", "--trace", trace, "--store",
      folder.file("kept.store"), environment: ["GITHUB_STEP_SUMMARY": summary])
    #expect(said.code == .success)
    let named = said.errors.split(separator: "\n").map(String.init).sorted()
    #expect(
      named == [
        "would make \(folder.file("kept.store"))", "would write \(report)",
        "would write \(summary)", "would write \(trace)",
      ])
    let kept = try run("run", path, "-n", "--keep-store")
    #expect(kept.code == .success && !kept.output.contains(".store"))
  }

  @Test func `format names what would change and is content`() throws {
    let said = try run("format", folder.path, "-n")
    #expect(said.code == .success)
    #expect(said.output == "\(path)\n1 file · 1 would change\n")
    #expect(try run("format", path, "-n", "--check").code == .no)
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
    #expect(try run("format", path, "-n").code == .unusable)
  }

  @Test func `what is tried out is not saved`() throws {
    let before = try files()
    var harness = Harness()
    harness.input = "launch: A\nsave \(folder.file("saved.scene.yaml"))\n"
    let said = harness.run("try", path, "-n")
    #expect(said.code == .success && !said.output.contains("saved "))
    #expect(said.errors == "would write \(folder.file("saved.scene.yaml"))\n")
    #expect(try files() == before)
  }
}
