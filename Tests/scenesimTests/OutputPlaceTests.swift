import Foundation
import SceneCommands
import Testing

/// What a command reads is never overwritten by what it says.
struct OutputPlaceTests {
  private let stage: TranscriptStage

  init() throws { stage = try TranscriptStage() }

  @Test(arguments: [
    ["run", "my.scene.yaml", "--trace", "my.scene.yaml"],
    ["run", "my.scene.yaml", "-o", "my.scene.yaml"],
    ["run", "my.scene.yaml", "--report", "html=link.yaml"],
    ["run", "my.scene.yaml", "--report", "html=wrong.scene.yaml"],
    ["check", "my.scene.yaml", "-o", "twin.yaml"],
    ["store", "dump", "demo.store", "-o", "demo.store/data.mdb"],
  ])
  func `output to what is read is refused before anything is done`(words: [String]) throws {
    let folder = stage.folder
    let files = FileManager.default
    try files.createSymbolicLink(
      atPath: folder.file("link.yaml"), withDestinationPath: folder.file("my.scene.yaml"))
    try files.linkItem(atPath: folder.file("my.scene.yaml"), toPath: folder.file("twin.yaml"))
    let names = ["my.scene.yaml", "wrong.scene.yaml", "demo.store/data.mdb"]
    let before = names.map { files.contents(atPath: folder.file($0)) }
    let line = words.map { word in
      word.hasPrefix("html=")
        ? "html=" + folder.file(String(word.dropFirst(5)))
        : word.contains(".") ? folder.file(word) : word
    }
    let result = Harness().run(line)
    #expect(result.code.rawValue == 2)
    #expect(result.errors.contains("would be overwritten"))
    #expect(names.map { files.contents(atPath: folder.file($0)) } == before)
    #expect(!before.contains(nil))
  }
}
