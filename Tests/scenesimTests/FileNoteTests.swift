import Foundation
import SceneCommands
import Testing

/// What `run` says of a file below its cases.
struct FileNoteTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ steps: String, _ arguments: String...) throws -> String {
    let text = """
      scenesim: 1
      scenario: test
      cases: [{ case: one, how: kill }, { case: other, how: crash }]
      app: { storage: { draft: string } }
      steps:
        - launch: A
        - { if: { how: kill }, set: { draft: Milk } }
        - { if: { how: crash }, set: { draft: Bread } }
      \(steps)
      """
    let file = folder.file("test.scene.yaml")
    try text.write(toFile: file, atomically: true, encoding: .utf8)
    return Harness().run(["run", file] + arguments).output.replacing(file, with: "test.scene.yaml")
  }

  @Test func `a step that had no turn in any case is noted below the last one`() throws {
    let steps = "  - { if: { how: kil }, expect: { A: { values: { draft: Salt } } } }"
    let output = try run(steps)
    let note =
      "test.scene.yaml:9:25: note: `expect` had no turn in any case: `how` is `kill` or `crash`, "
      + "and never `kil` [hardly-meant]"
    #expect(output.split(separator: note).count == 2, "\(output)")
    #expect(output.hasSuffix("2 runs · 2 passed · 4 steps\n"))
    // Of one case alone nobody can say it.
    #expect(try !run(steps, "--case", "1").contains("note:"))
    #expect(try !run(steps, "--until", "1").contains("note:"))
  }

  @Test func `what is hardly meant stands below the first case that fails`() throws {
    let output = try run(
      """
        - { if: { how: kil }, set: { draft: Salt } }
        - expect: { A: { values: { draft: Salt } } }
      """)
    let warning =
      "test.scene.yaml:9:18: warning: `how` is `kill` or `crash`, and never `kil`: "
      + "this `set` never has its turn [hardly-meant]"
    let parts = output.split(separator: warning)
    #expect(parts.count == 2, "\(output)")
    #expect(parts.first?.contains("other") == false)
    #expect(parts.last?.contains("hint   did you mean `kill`?") == true)
    #expect(output.hasSuffix("2 runs · 2 failed · 6 steps\n"))
  }
}
