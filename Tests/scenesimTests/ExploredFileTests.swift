import Foundation
import SceneCommands
import Testing

/// Which apps `explore` plays.
struct ExploredFileTests {
  @Test(arguments: ["app", "folder"])
  func `exploring says that each window has its tabs`(scope: String) throws {
    let folder = try TemporaryFolder()
    let app = """
      places: { folder: { in: $app } }
      tabs: { $from: files }
      storage: { files: { type: [string], scope: \(scope) }, line: { type: int, scope: tab } }
      """
    try Data(app.utf8).write(to: URL(filePath: folder.file("code.yaml")))
    let result = Harness().run("explore", folder.file("code.yaml"), "--steps", "640")
    #expect(result.code == .invalidInput)
    #expect(result.errors.contains("are not those of a window"), "\(result.errors)")
    #expect(result.errors.contains("leave `scope` out at `files`"), "\(result.errors)")
  }
}
