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
