import Foundation
import SceneCommands
import Synchronization
import Testing

/// A watched folder: the test changes something each time the tool has waited for a while.
private final class WatchedFolder: Sendable {
  static let head = "scenesim: 1\nscenario: Watched\n"
  static let app = "tabs: { hawk: Hawk, raven: Raven }\nstorage: { draft: string }\n"
  static let steps = "steps:\n  - launch: A\n  - include: part.yaml\n"

  let folder: TemporaryFolder
  private let waits = Mutex(0)
  private let changes: [@Sendable (WatchedFolder) throws -> Void]

  init(_ changes: [@Sendable (WatchedFolder) throws -> Void]) throws {
    self.changes = changes
    folder = try TemporaryFolder()
    try write("\(Self.head)app: app.yaml\n\(Self.steps)", "1.scene.yaml")
    try write(Self.app, "app.yaml")
    try write("scenesim: 1\nsteps:\n  - expect: { A: { tab: hawk } }\n", "part.yaml")
    try write("\(Self.head)app: app.yaml\nsteps:\n  - launch: A\n", "2.scene.yaml")
  }

  func write(_ text: String, _ name: String) throws {
    try Data(text.utf8).write(to: URL(filePath: folder.file(name)))
  }

  /// Runs until every change was made and seen.
  func run(_ flags: String...) -> Harness.Result {
    var harness = Harness()
    // Every look at the files is 13 waits of 20 ms apart.
    let rounds = 26
    harness.prepare = { surroundings in
      surroundings.clock.sleep = { _ in
        let waits = self.waits.withLock { waits -> Int in
          waits += 1
          return waits
        }
        guard waits % rounds == 0, self.changes.indices.contains(waits / rounds - 1) else { return }
        do { try self.changes[waits / rounds - 1](self) } catch { Issue.record(error) }
      }
      surroundings.clock.isInterrupted = {
        self.waits.withLock { $0 } > rounds * (self.changes.count + 2)
      }
    }
    return harness.run(["run", folder.path, "--watch"] + flags)
  }
}

struct RunWatchTests {
  @Test func `an interruption ends the watching, and without a change nothing is played again`()
    throws
  {
    let result = try WatchedFolder([]).run()
    #expect(result.code == .interrupted)
    #expect(result.output.components(separatedBy: "2 runs · 2 passed").count == 2)
    #expect(result.errors == "watching 4 files; Ctrl-C ends\n")
  }

  @Test func `what a scenario includes counts, and only that scenario is played again`() throws {
    let watched = try WatchedFolder([
      { try $0.write("scenesim: 1\nsteps:\n  - expect: { A: { tab: raven } }\n", "part.yaml") },
      { try $0.write("scenesim: 1\nsteps: []\n", "part.yaml") },
    ])
    let result = watched.run()
    #expect(result.errors.contains("changed: \(watched.folder.file("1.scene.yaml"))\n"))
    #expect(!result.errors.contains("2.scene.yaml"))
    #expect(result.output.contains("1 run · 1 failed"))
    #expect(result.output.hasSuffix("1 run · 1 passed · 1 step\n"))
  }

  @Test func `a change that keeps the size is seen`() throws {
    let watched = try WatchedFolder([
      { try $0.write("scenesim: 1\nsteps:\n  - expect: { A: { tab: kwah } }\n", "part.yaml") }
    ])
    let result = watched.run()
    #expect(result.errors.contains("changed: \(watched.folder.file("1.scene.yaml"))\n"))
  }

  @Test func `the file of an app counts for all that use it`() throws {
    let watched = try WatchedFolder([
      { try $0.write("tabs: { raven: Raven, hawk: Hawk }\n", "app.yaml") }
    ])
    let result = watched.run()
    #expect(result.output.contains("2 runs · 1 passed · 1 failed"))
  }

  @Test func `a broken file is told and played again when it is repaired`() throws {
    let watched = try WatchedFolder([
      {
        try $0.write("\(WatchedFolder.head)app: app.yaml\nsteps:\n  - lanch: A\n", "2.scene.yaml")
      },
      {
        try $0.write("\(WatchedFolder.head)app: app.yaml\nsteps:\n  - launch: B\n", "2.scene.yaml")
      },
    ])
    let result = watched.run()
    #expect(result.output.contains("1 run · 1 not valid"))
    #expect(result.output.hasSuffix("1 run · 1 passed · 1 step\n"))
  }

  @Test func `a new file is found`() throws {
    let watched = try WatchedFolder([
      {
        try $0.write("\(WatchedFolder.head)app: app.yaml\nsteps:\n  - launch: A\n", "3.scene.yaml")
      }
    ])
    let result = watched.run()
    #expect(result.errors.contains("changed: \(watched.folder.file("3.scene.yaml"))\n"))
    #expect(result.output.hasSuffix("1 run · 1 passed · 1 step\n"))
  }

  @Test func `quiet watching says only what failed`() throws {
    let watched = try WatchedFolder([
      { try $0.write("scenesim: 1\nsteps:\n  - expect: { A: { tab: raven } }\n", "part.yaml") }
    ])
    let result = watched.run("-q")
    #expect(result.errors.isEmpty)
    #expect(result.output.hasPrefix(" ✗ 1 · Watched"))
  }
}
