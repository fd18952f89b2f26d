import Foundation
import SceneCommands
import Testing

/// `scenesim explore FILE --kills`.
struct ExploreKillsTests {
  private static let scenario = """
    scenesim: 1
    scenario: Two values
    app: { storage: { draft: string, size: int } }
    steps:
      - launch: A
      - set: { draft: first, size: 1 }
      - set: { draft: second, size: 2 }
      - relaunch
      - expect: { A: { values: { draft: second, size: 2 } } }
    """

  private func file(_ folder: TemporaryFolder) throws -> String {
    let path = folder.file("two.scene.yaml")
    try Data(Self.scenario.utf8).write(to: URL(filePath: path))
    return path
  }

  @Test func `a scenario that is killed wherever it can be leaves whole steps`() throws {
    let tool = try Executable.find()
    let folder = try TemporaryFolder()
    let path = try file(folder)
    let result = try tool.shell("$T explore '\(path)' --kills --json --out '\(folder.path)/found'")
    #expect(result.code == 0)
    #expect(result.errors.isEmpty)
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    #expect(object["schema"] as? String == "scenesim.kills/1")
    // Every moment that was counted in this process was one of the others, too.
    #expect(object["killed"] as? Int == object["moments"] as? Int)
    let kills = try #require(object["at"] as? [String: Int])
    #expect(kills["commit"] ?? 0 >= 3)
    #expect(kills["after-commit"] == kills["commit"])
    #expect(!FileManager.default.fileExists(atPath: folder.file("found")))
  }

  /// Children that are ended too early: what they leave is neither before the step nor after it.
  @Test func `a store that is neither is a finding, and is kept`() throws {
    let folder = try TemporaryFolder()
    let path = try file(folder)
    var harness = Harness()
    harness.prepare = { surroundings in
      surroundings.runProgram = { words, _ in
        let played = Harness().run(Array(words.dropFirst()) + ["--until", "2"])
        return .exited(played.code == .success ? 128 + 9 : played.code.rawValue)
      }
    }
    let result = harness.run("explore", path, "--kills", "--out", folder.file("found"))
    #expect(result.code == .no)
    #expect(result.output.contains("`A/draft` is neither as before the step nor as after it"))
    // No fault of the product is behind it, and that is said.
    #expect(result.output.contains("a fault at this point does not show it, a kill does"))
    let kept = Harness().run("store", "get", folder.file("found/01-kept.store"), "A/draft")
    #expect(kept.output == "\"first\"\n")
  }

  @Test func `what cannot be played is told before anything is killed`() throws {
    let folder = try TemporaryFolder()
    let app = folder.file("app.yaml")
    try Data("storage: { draft: string }\n".utf8).write(to: URL(filePath: app))
    let none = Harness().run("explore", app, "--kills")
    #expect(none.code == .usage)
    #expect(none.errors.contains("has no steps"))
    let wrong = folder.file("wrong.scene.yaml")
    let text = Self.scenario.replacing("draft: second, size: 2 } } }", with: "draft: third } } }")
    try Data(text.utf8).write(to: URL(filePath: wrong))
    let failed = Harness().run("explore", wrong, "--kills")
    #expect(failed.code == .invalidInput)
    #expect(failed.errors.contains("expected \"third\", got \"second\""))
  }
}
