import Foundation
import SceneCommands
import Testing

/// `scenesim explore FILE --report` and `--shrink-app`.
struct ExplorePageTests {
  private static let app = """
    tabs: { hawk: The Good Hawk, raven: The Broken Raven }
    types: { Size: { one-of: [small, large] } }
    storage:
      selectedTab: { type: string, scope: scene }
      draft: { type: string, scope: scene }
      size: { type: Size, scope: tab }
    activities: { com.example.note: { payload: { id: string } } }
    handlers:
      - on: com.example.note
        do: [{ select: hawk }]
    """

  private func explore(_ app: String, _ options: String...) throws -> (String, TemporaryFolder) {
    let folder = try TemporaryFolder()
    let path = folder.file("notes.yaml")
    try Data(app.utf8).write(to: URL(filePath: path))
    let words = ["explore", path, "--steps", "640", "--out", folder.file("found")] + options
    let result = Harness().run(words.map { $0.replacing("$F", with: folder.path) })
    return (result.output + result.errors, folder)
  }

  @Test func `a page has the findings as runs, and what was reached`() throws {
    let (said, folder) = try explore(Self.app, "--report", "$F/new/out.html")
    #expect(said.contains("1 found"))
    let page = try String(contentsOfFile: folder.file("new/out.html"), encoding: .utf8)
    #expect(page.contains("<title>Explored: 1 found</title>"))
    #expect(
      page.contains("A.tabs.raven.values.draft: expected &quot;&quot;, got &quot;one&quot;")
        || page.contains("A.tabs.raven.values.draft: expected \"\", got \"one\""))
    #expect(page.contains("<details class=\"lead\"><summary>What was reached</summary>"))
    #expect(page.contains("<polyline points=\"0,120 "))
    #expect(page.contains("<li>handlers  com.example.note "))
  }

  @Test func `a page of nothing found has what was reached alone`() throws {
    let (said, folder) = try explore(
      "storage: { text: string }", "--report", "html=$F/out.html")
    #expect(said.contains("nothing found"))
    let page = try String(contentsOfFile: folder.file("out.html"), encoding: .utf8)
    #expect(page.contains("<details class=\"lead\" open>"))
    #expect(!page.contains("<script"))
    // Each step with its number, and what its window was in.
    #expect(page.contains("<td>launch<td>ended "))
  }

  @Test(arguments: [
    ["--report", "out.xml"], ["--report", "svg=d"], ["--report", "o.html", "--kills"],
  ])
  func `no other reports are made`(_ options: [String]) throws {
    let result = Harness().run(["explore", "notes.yaml"] + options)
    #expect(result.code == .usage)
    #expect(result.errors.contains("explore makes one page: --report FILE.html"))
  }

  @Test func `an app is cut down to what a finding needs`() throws {
    let (_, folder) = try explore(Self.app, "--shrink-app")
    let path = folder.file("found/01-isolated-tab-draft.scene.yaml")
    let scenario = try String(contentsOfFile: path, encoding: .utf8)
    #expect(
      scenario.contains(
        """
        app:
          tabs: { hawk: The Good Hawk, raven: The Broken Raven }
          storage:
            draft: { type: string }

        steps:
        """))
    #expect(Harness().run("run", path).code == .no)
  }

  @Test func `steps that fail are told at their lines in the file`() throws {
    let folder = try TemporaryFolder()
    let text = """
      scenesim: 1
      # What stands here and is no step moves the lines of the file.
      scenario: Notes
      about: |
        Two lines,
        and another one.
      app:
        storage: { draft: string }
      steps:
        - launch: A
        - expect: { A: { values: { draft: Tala } } }
      """
    try Data(text.utf8).write(to: URL(filePath: folder.file("notes.scene.yaml")))
    let result = Harness().run("explore", folder.file("notes.scene.yaml"), "--steps", "10")
    #expect(result.code == .invalidInput)
    #expect(result.errors.contains("notes.scene.yaml:11:37: error: A.values.draft"))
  }
}
