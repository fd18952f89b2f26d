import Foundation
import SceneCommands
import Testing

struct ReferencePageTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Sources/SceneCommands/SceneCommands.docc").standardized

  @Test(arguments: [
    ("scenario-reference.md", ReferencePage.scenario),
    ("command-reference.md", ReferencePage.commands),
  ])
  func `the pages of the documentation are what the tables say`(name: String, text: String) throws {
    let file = Self.folder.appending(path: name)
    if ProcessInfo.processInfo.environment["SCENESIM_UPDATE_TRANSCRIPTS"] != nil {
      try Data(text.utf8).write(to: file)
    }
    let page = try String(contentsOf: file, encoding: .utf8)
    #expect(page == text, "run the tests with SCENESIM_UPDATE_TRANSCRIPTS=1 to write \(name) anew")
  }
}
