import Foundation
import SceneCommands
import Testing

/// Which apps `explore` plays.
struct ExploredFileTests {
  @Test func `exploring says whose tabs it plays`() throws {
    let result = try explore(tabs: "folder")
    #expect(result.code == .invalidInput)
    #expect(result.errors.contains("are those of places"), "\(result.errors)")
    #expect(result.errors.contains("leave `scope` out at `files`"), "\(result.errors)")
  }

  @Test func `tabs that all windows show are no findings`() throws {
    let result = try explore(tabs: "app")
    #expect(result.code == .success, "\(result.output)\(result.errors)")
  }

  /// Explores an app in a folder of its own, `$F`.
  private func explore(_ file: String, _ text: String, _ words: String...) throws -> Explored {
    let folder = try TemporaryFolder()
    try Data(text.utf8).write(to: URL(filePath: folder.file(file)))
    let words = words.map { $0.replacing("$F", with: folder.path) }
    return Explored(
      result: Harness().run(["explore", folder.file(file)] + words), folder: folder)
  }

  private struct Explored {
    let result: Harness.Result
    let folder: TemporaryFolder
  }

  private let kept = "storage: { draft: string, hint: { type: string, transient: true } }"
  private let lost = """
    storage: { draft: { type: string, via: activity } }
    restoration: { activity: edit }
    """

  @Test func `which of several cases is explored is said`() throws {
    let text = """
      scenesim: 1
      scenario: Two
      cases: [{ case: short, text: one }, { case: long, text: two }]
      app: { storage: { draft: { type: string, default: $text } } }
      steps: [{ launch: A }]
      """
    let first = try explore("two.scene.yaml", text, "--steps", "1").result
    #expect(first.errors.contains("note: case 1 of 2, `short`, is explored"), "\(first.errors)")
    let named = try explore("two.scene.yaml", text, "--steps", "1", "--case", "2").result
    #expect(named.errors.isEmpty, "\(named.errors)")
  }

  @Test func `what lives in memory alone is listed as not compared`() throws {
    let result = try explore("app.yaml", kept, "--steps", "64").result
    #expect(result.output.contains("not compared  `hint`: it lives in memory alone"))
    #expect(!result.output.contains("not compared  `draft`"))
  }

  @Test func `an action that is refused each time is named`() throws {
    let app = """
      windows: one
      storage: { draft: string }
      actions:
        take: [{ in: others, do: [{ get: { draft: theirs } }] }, { set: { draft: "${theirs}" } }]
        note: [{ set: { draft: one } }]
        keep: [{ set: { draft: "${payload.text}" } }]
      """
    let result = try explore("app.yaml", app, "--steps", "640").result
    #expect(result.output.contains("never reached  act: take: refused each time, "))
    #expect(result.output.contains("never reached  act: keep: it needs a payload"))
    #expect(!result.output.contains("act: note"), "\(result.output)")
  }

  @Test func `an action that no type lets through is told at the end`() throws {
    let app = """
      windows: one
      storage: { text: string }
      actions:
        undo: [{ set: { text: "${window.value}" } }]
      """
    let result = try explore("app.yaml", app, "--steps", "640").result
    #expect(
      result.output.contains("; refused each time, by a type: act: undo\n"), "\(result.output)")
  }

  @Test func `a tab that nothing keeps is found with the key that says it is meant`() throws {
    let app = "tabs: { one: One, two: Two }\nstorage: { draft: { type: string, scope: tab } }"
    let key = "selectedTab: { type: string, transient: true }"
    let result = try explore("app.yaml", app, "--steps", "640", "--dry-run").result
    #expect(result.output.contains("meant  `storage: { \(key) }` says"), "\(result.output)")
    let meant = app.replacing("{ draft:", with: "{ \(key), draft:")
    #expect(try explore("app.yaml", meant, "--steps", "640").result.code == .success)
  }

  @Test func `a beginning that takes most of the time is told`() throws {
    let text = """
      scenesim: 1
      scenario: Rounds
      app: { storage: { draft: string } }
      steps:
        - launch: A
        - repeat: 200
          do: [{ set: { draft: x } }]
      """
    let result = try explore("rounds.scene.yaml", text, "--steps", "64").result
    #expect(result.output.contains("each run begins with the 201 steps of the file"))
    let alone = try explore("app.yaml", kept, "--steps", "64").result
    #expect(!alone.output.contains("each run begins"))
  }

  @Test func `a dry run tells what is found though there is no folder for it`() throws {
    let explored = try explore(
      "app.yaml", lost, "--steps", "640", "--out", "$F/not/there", "--dry-run")
    #expect(explored.result.code == .no, "\(explored.result.errors)")
    #expect(explored.result.errors.contains("would write \(explored.folder.file("not/there/01-"))"))
    #expect(explored.result.output.contains("restores  "))
    #expect(!FileManager.default.fileExists(atPath: explored.folder.file("not")))
  }

  @Test(arguments: [
    ([1, 2, 1], "is the same part as"), ([1], "part 2/2 is missing"), ([1, 2], ""),
  ])
  func `each part is put together once`(_ parts: [Int], _ message: String) throws {
    let folder = try TemporaryFolder()
    try Data(kept.utf8).write(to: URL(filePath: folder.file("app.yaml")))
    for part in Set(parts) {
      let made = Harness().run(
        "explore", folder.file("app.yaml"), "--steps", "64", "--shard", "\(part)/2", "--out",
        folder.file("\(part)"))
      #expect(made.code == .success, "\(made.errors)")
    }
    let folders = parts.map { folder.file("\($0)") }
    let result = Harness().run(
      ["explore", "--merge"] + folders + ["--out", folder.file("found")])
    #expect(result.code == (message.isEmpty ? .success : .invalidInput))
    #expect(message.isEmpty || result.errors.contains(message), "\(result.errors)")
  }

  private func explore(tabs scope: String) throws -> Harness.Result {
    let folder = try TemporaryFolder()
    let app = """
      tombstones: true
      places: { folder: { in: $app } }
      tabs: { $from: files }
      storage:
        files: { type: [string], scope: \(scope) }
        selectedTab: { type: string, scope: \(scope) }
        place: string?
        line: { type: int, scope: tab }
        path: { type: [string], scope: tab }
      """
    try Data(app.utf8).write(to: URL(filePath: folder.file("code.yaml")))
    return Harness().run("explore", folder.file("code.yaml"), "--steps", "6400")
  }
}
