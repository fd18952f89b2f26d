import Foundation
import Testing
import SceneCommands

struct TranscriptTests {
  /// With this variable the pages are rewritten instead; the difference is the review.
  private static let isUpdating =
    ProcessInfo.processInfo.environment["SCENESIM_UPDATE_TRANSCRIPTS"] != nil

  @Test(arguments: Transcript.names)
  func `the commands say what the page shows`(name: String) throws {
    let stage = try TranscriptStage(hasStore: name != "run.md")
    var played: [Transcript.Session] = []
    let page = try Transcript(name) { line in
      let said = stage.play(line)
      played.append(Transcript.Session(line: line, said: said))
      return said
    }
    #expect(!page.sessions.isEmpty)
    if Self.isUpdating {
      try Data(page.updated.utf8).write(to: URL(filePath: "\(Transcript.folder)/\(name)"))
      return
    }
    for (shown, now) in zip(page.sessions, played) {
      #expect(shown.matches(now.said), "\(name): \(shown.line)\n\(now.said)")
    }
  }

  @Test func `every example of help is played on a page`() throws {
    let stage = try TranscriptStage()
    var lines: Set<String> = []
    for name in Transcript.names {
      lines.formUnion(try Transcript(name) { _ in "" }.sessions.map(\.line))
    }
    for command in CommandCatalogue.all {
      for example in command.examples {
        #expect(lines.contains(example.line), "\(command.name): \(example.line)")
      }
    }
    #expect(stage.play("scenesim store ls demo.store --keys").contains("A/hawk/draft"))
  }
}
