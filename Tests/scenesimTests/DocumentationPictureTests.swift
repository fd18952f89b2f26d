import Foundation
import Testing

/// Pictures that pages show are those the tool makes now.
struct DocumentationPictureTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  private static let isUpdating =
    ProcessInfo.processInfo.environment["SCENESIM_UPDATE_TRANSCRIPTS"] != nil

  @Test func `the picture of a drag is current`() throws {
    let stage = try TranscriptStage()
    _ = stage.play("scenesim run drag.scene.yaml --case 2 --report svg=pictures")
    let made = try Data(contentsOf: URL(filePath: stage.folder.file("pictures/drag-2-004.svg")))
    let file = Self.root.appending(
      path: "Sources/SceneCommands/SceneCommands.docc/Resources/drag.svg")
    if Self.isUpdating {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try made.write(to: file)
    }
    #expect(try Data(contentsOf: file) == made)
  }

  @Test func `pages show no picture that is not there`() throws {
    let text = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
    let pictures = text.matches(of: /!\[[^\]]+\]\(([^)]+)\)/).map { String($0.output.1) }
    #expect(!pictures.isEmpty)
    for picture in pictures {
      #expect(FileManager.default.fileExists(atPath: Self.root.appending(path: picture).path()))
    }
  }
}
