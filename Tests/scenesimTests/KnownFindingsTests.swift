import Foundation
import SceneCommands
import Testing

/// `explore: { known: […] }`.
struct KnownFindingsTests {
  private static let app = """
    tabs: { hawk: Hawk, raven: Raven }
    storage: { selectedTab: string, draft: { type: string, scope: SCOPE } }
    explore: { known: [KNOWN] }
    """

  /// Explores the app, with one draft for all tabs or one for each.
  private func explore(
    _ folder: TemporaryFolder, scope: String, known: String
  ) throws -> Harness.Result {
    let text = Self.app.replacing("SCOPE", with: scope).replacing("KNOWN", with: known)
    try Data(text.utf8).write(to: URL(filePath: folder.file("notes.yaml")))
    return Harness().run(
      "explore", folder.file("notes.yaml"), "--steps", "640", "--out", folder.file("bugs"))
  }

  @Test func `what is known is not told again, and what passes is`() throws {
    let folder = try TemporaryFolder()
    let first = try explore(folder, scope: "scene", known: "")
    #expect(first.code == .no)
    let found = "bugs/01-isolated-tab-draft.scene.yaml"
    #expect(FileManager.default.fileExists(atPath: folder.file(found)))

    let second = try explore(folder, scope: "scene", known: found)
    #expect(second.code == .success)
    #expect(second.output.hasSuffix("nothing found\n"))
    #expect(second.errors.isEmpty)

    let scenario = try String(contentsOfFile: folder.file(found), encoding: .utf8)
    let mended = scenario.replacing("scope: scene", with: "scope: tab")
    try Data(mended.utf8).write(to: URL(filePath: folder.file(found)))
    let third = try explore(folder, scope: "tab", known: found)
    #expect(third.code == .success)
    #expect(third.errors.contains("'\(found)' does not fail any more"))
  }

  @Test func `a known finding that is no scenario is an error`() throws {
    let folder = try TemporaryFolder()
    let result = try explore(folder, scope: "tab", known: "notes.yaml")
    #expect(result.code == .invalidInput)
    #expect(result.errors.contains("'notes.yaml' is no scenario"))
  }
}
