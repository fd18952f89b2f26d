import Foundation
import SceneCommands
import Testing

/// Files that are looked at on several threads: what is said is the same as with one.
struct CheckQueueTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for number in 0..<150 {
      // Some are long in the looking, so that others overtake them.
      let steps = (0..<(number % 7 == 0 ? 300 : 1)).map { _ in "  - background\n" }.joined()
      let end = number % 3 == 0 ? "  - lanch: B\n" : ""
      let name = String(repeating: "0", count: number < 10 ? 2 : number < 100 ? 1 : 0)
      let text = "scenesim: 1\nscenario: x\nsteps:\n  - launch: A\n\(steps)\(end)"
      try text.write(
        toFile: folder.file("\(name)\(number).scene.yaml"), atomically: true, encoding: .utf8)
    }
  }

  private func check(_ processors: Int, _ arguments: String...) -> Harness.Result {
    var harness = Harness()
    harness.input = "scenesim: 1\nscenario: x\nsteps: [launc]\n"
    harness.prepare = { $0.processorCount = processors }
    return harness.run(["check"] + arguments)
  }

  @Test(arguments: ["table", "plain", "json", "jsonl"])
  func `one thread or several say the same, byte for byte`(format: String) {
    let alone = check(1, "--format", format, folder.path, "-")
    let together = check(4, "--format", format, folder.path, "-")
    #expect(alone.code == .invalidInput)
    #expect(alone.output.contains("lanch"))
    #expect(alone.output.contains("launc"))
    #expect(together.output == alone.output)
    #expect(together.code == alone.code)
  }

  @Test func `a file that cannot be read ends the check behind those before it`() throws {
    let path = folder.file("077.scene.yaml")
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/nowhere")
    let (alone, together) = (check(1, folder.path), check(4, folder.path))
    #expect(together.code == .unusable)
    #expect(together.output == alone.output)
    #expect(together.errors == alone.errors)
    #expect(together.errors.contains("077.scene.yaml"))
    #expect(together.output.contains("075.scene.yaml"))
    #expect(!together.output.contains("078.scene.yaml"))
  }

  @Test func `Ctrl-C and a reader that has gone end it at once`() {
    var harness = Harness()
    harness.prepare = { $0.processorCount = 4 }
    harness.isInterrupted = true
    #expect(harness.run("check", folder.path).code == .interrupted)
    harness.isInterrupted = false
    harness.outputLimit = 200
    #expect(harness.run("check", folder.path).code == .readerGone)
  }
}
