import Foundation
import Testing

/// The console sessions of the README and the documentation are played and compared.
struct PageTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static var pages: [String] {
    let sources = FileManager.default.enumerator(atPath: root.appending(path: "Sources").path())
    let found = (sources?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".md") }
    return ["README.md"] + found.sorted().map { "Sources/\($0)" }
  }

  /// Lines that other tests play, or that take longer than a test may.
  private static let playedElsewhere = ["swift run HawkNotes", "Scripts/", "| notes ", "notes() {"]

  @Test(arguments: pages)
  func `what a page shows of the tool is what the tool says`(page: String) throws {
    let text = try String(contentsOf: Self.root.appending(path: page), encoding: .utf8)
    guard text.contains("```console") else { return }
    var stage = try TranscriptStage()
    try stage.write(filesOf: text)
    var answers: [String: String] = [:]
    let transcript = Transcript(page, text: text) { line in
      if line.hasPrefix("scenesim ") { answers[line] = stage.play(line) }
      return ""
    }
    for session in transcript.sessions {
      guard let now = answers[session.line] else {
        #expect(Self.playedElsewhere.contains { session.line.contains($0) }, "\(session.line)")
        continue
      }
      let shown = Transcript.Session(line: session.line, said: Self.untimed(session.said))
      #expect(shown.matches(Self.untimed(now)), "\(page): \(session.line)\n\(now)")
    }
  }

  @Test func `the whole apps of the page are those that the tests play`() throws {
    let folder = "Sources/SceneCommands/SceneCommands.docc/three-whole-apps.md"
    let page = try String(contentsOf: Self.root.appending(path: folder), encoding: .utf8)
    let files = ["browser", "reader", "editor"].map {
      "SceneScenariosTests/Scenarios/\($0).scene.yaml"
    }
    let apps = ["Osprey", "Heron", "Quill"].map { "AppsInSwift/\($0).swift" }
    let played = try (files + apps).map { name in
      try String(contentsOf: Self.root.appending(path: "Tests/\(name)"), encoding: .utf8)
    }
    let blocks = page.matches(of: /```(?:yaml|swift)\n((?s:.*?))```/).map { String($0.output.1) }
    #expect(blocks.count == 7)
    for block in blocks {
      #expect(played.contains { $0.contains("\n" + block) }, "\(block)")
    }
  }

  @Test func `scripts that the README names are there`() throws {
    let text = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
    let names = text.matches(of: /Scripts\/[a-z-]+(\.py)?/).map { String($0.output.0) }
    #expect(names.count > 5)
    for name in Set(names) {
      #expect(
        FileManager.default.isExecutableFile(atPath: Self.root.appending(path: name).path())
          || name.hasSuffix(".py"), "\(name)")
    }
  }

  /// How long something took is different every time.
  private static func untimed(_ text: String) -> String {
    text.replacing(#/ +[0-9.]+ m?s\b/#, with: " 0 ms")
      .replacing(#/[0-9]+ a second/#, with: "1000 a second")
  }
}
