import Foundation
import SceneState
import Testing

/// Plays the example as its users do: processes that are killed and started again.
struct HawkNotesTests {
  private let draft = SceneKey("draft", default: "")

  @Test func `windows, books, paths and drafts are back after kill -9`() throws {
    let folder = try TemporaryFolder()
    let first = try HawkNotesProcess("--store", folder.store)
    try first.give(
      "type Tala is brave", "select swift", "push character/lady-beatrice", "push letters",
      "drag tala edge", "type Why the raven?", "show")
    #expect(try first.hear("Why the raven?").contains("Tala is shown in window B"))
    first.killHard()

    let second = try HawkNotesProcess("--store", folder.store)
    let ending = try second.finish()
    #expect(
      ending.output == """
        ┌ A ───────────────────────────────────────────── inactive ┐
        │  hawk  raven [swift]                                     │
        │ The Burning Swift › character/lady-beatrice › letters    │
        │ (no draft)                                               │
        └──────────────────────────────────────────────────────────┘
        ┏ B ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ front ┓
        ┃  hawk [raven] swift                                      ┃
        ┃ The Broken Raven › character/tala                        ┃
        ┃ Why the raven?                                           ┃
        ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛

        """)
    #expect(ending.errors.isEmpty)
    #expect(ending.status == 0)

    let third = try HawkNotesProcess("--store", folder.store)
    try third.give("activate A", "select hawk")
    #expect(try third.finish().output.contains("┃ Tala is brave "))
  }

  @Test func `a closed window takes its drafts along, the others stay`() throws {
    let folder = try TemporaryFolder()
    let first = try HawkNotesProcess("--store", folder.store)
    try first.give("type mine", "open", "type gone with the window", "close B", "show")
    let said = try first.hear("mine")
    #expect(said.contains("closed window B, its drafts are gone"))
    first.killHard()

    let second = try HawkNotesProcess("--store", folder.store)
    try second.give("open")
    let ending = try second.finish()
    #expect(ending.output.contains("│ mine "))
    #expect(ending.output.contains("opened window B"))
    #expect(ending.output.contains("┃ (no draft) "))
    #expect(!ending.output.contains("gone with"))
  }

  @Test func `a drop on a window continues there and leaves the others alone`() throws {
    let folder = try TemporaryFolder()
    let process = try HawkNotesProcess("--store", folder.store)
    try process.give("drag tala edge", "activate A", "drag rhona B")
    let ending = try process.finish()
    #expect(ending.output.contains("Rhona is shown in window B"))
    #expect(ending.output.contains("┃ The Good Hawk › character/rhona "))
    #expect(ending.output.contains("│ The Good Hawk   "))
    #expect(!ending.output.contains("┌ C"))
  }

  @Test func `a window goes to a second process that takes it over`() throws {
    let folder = try TemporaryFolder()
    let first = try HawkNotesProcess("--store", folder.store)
    try first.give("type mine", "show")
    _ = try first.hear("mine")

    let polite = try HawkNotesProcess("--store", folder.store)
    let ending = try polite.finish()
    #expect(ending.output.contains("┏ B "))
    #expect(!ending.output.contains("mine"))

    let second = try HawkNotesProcess("--store", folder.store, "--take-over")
    try second.give("activate A", "type  and theirs", "show")
    #expect(try second.hear("theirs").contains("mine and theirs"))

    try first.give("type too late")
    let last = try first.finish()
    #expect(
      last.errors == """
        line 3: error: there is no window; 'open' makes one
        line 3: note: another process has taken window A over; what was written is there

        """)
    #expect(last.output == "no window; 'open' makes one\n")
    #expect(try second.finish().status == 0)
    let store = try SceneStore.open(URL(filePath: folder.store))
    #expect(store.scene("A").tab("hawk")[draft] == "mine and theirs")
  }

  @Test func `the values lie where any other process finds them`() throws {
    let folder = try TemporaryFolder()
    let process = try HawkNotesProcess("--store", folder.store)
    try process.give("type kept", "select raven", "quit")
    #expect(try process.finish().status == 0)
    let store = try SceneStore.open(URL(filePath: folder.store))
    #expect(store.scene("A").tab("hawk")[draft] == "kept")
    #expect(store.scene("A").tab("raven")[draft] == "")
    #expect(store.scene("A")[SceneKey.selectedTab(default: "hawk")] == "raven")
  }

  @Test func `mistakes are told with their line, and the rest is done all the same`() throws {
    let folder = try TemporaryFolder()
    let process = try HawkNotesProcess("--store", folder.store)
    try process.give(
      "# a comment", "opne", "select hwk", "activate Q", "pop", "drag tala", "background",
      "type lost", "activate A", "type kept")
    let ending = try process.finish()
    #expect(
      ending.errors == """
        line 2: error: unknown command 'opne'; did you mean 'open'?
        line 3: error: unknown book 'hwk'; did you mean 'hawk'?
        line 4: error: unknown window 'Q'; there is A
        line 5: error: The Good Hawk shows its first screen; nothing to go back from
        line 6: error: write 'drag WHO PLACE'
        line 8: error: all windows are in the background; 'activate A' brings one back

        """)
    #expect(ending.output.contains("┃ kept "))
    #expect(ending.status == 1)
  }

  @Test func `a wrong command line and an unusable store have codes of their own`() throws {
    let wrong = try HawkNotesProcess("--stroe", "x").finish()
    #expect(wrong.status == 2)
    #expect(wrong.errors.contains("did you mean '--store'?"))
    let unusable = try HawkNotesProcess("--store", "/proc/none").finish()
    #expect(unusable.status == 4)
    #expect(unusable.errors.contains("store-not-usable"))
    #expect(unusable.output.contains("┏ A "))
  }

  @Test func `an interrupt ends it with everything kept`() throws {
    let folder = try TemporaryFolder()
    let first = try HawkNotesProcess("--store", folder.store)
    try first.give("type kept", "show")
    _ = try first.hear("kept")
    first.interrupt()
    let ending = try first.finish()
    #expect(ending.status == 130)
    #expect(ending.errors.isEmpty)
    #expect(try HawkNotesProcess("--store", folder.store).finish().output.contains("┃ kept "))
  }

  @Test func `output that cannot be written ends it, and what was done is kept`() throws {
    let folder = try TemporaryFolder()
    let tool = try HawkNotesProcess.executable()
    func status(_ line: String) throws -> Int32 {
      let process = Process()
      process.executableURL = URL(filePath: "/bin/bash")
      process.arguments = ["-c", "\(line) 2>/dev/null; exit ${PIPESTATUS[1]}"]
      process.environment = ["T": tool, "S": folder.store, "PATH": "/usr/bin:/bin"]
      try process.run()
      process.waitUntilExit()
      return process.terminationStatus
    }
    #expect(try status(#"{ sleep 0.2; echo type kept; } | "$T" --store "$S" | true"#) == 141)
    #expect(try status(#"echo type '!' | "$T" --store "$S" > /dev/full"#) == 4)
    #expect(try HawkNotesProcess("--store", folder.store).finish().output.contains("┃ kept! "))
  }

  @Test func `a value that the store refuses is told and the old one stays`() throws {
    let folder = try TemporaryFolder()
    let process = try HawkNotesProcess("--store", folder.store)
    try process.give("type kept", "type " + String(repeating: "x", count: 1 << 20))
    let ending = try process.finish()
    #expect(ending.errors.contains("line 2: error: A/hawk/draft: the value is too large"))
    #expect(ending.output.contains("┃ kept "))
    #expect(ending.status == 1)
  }
}
