import Foundation
import SceneCommands
import SceneState
import Testing

/// `blame` in a store that a run left.
struct StoreBlameStepTests {
  private static let scenario = """
    scenesim: 1
    scenario: t
    app:
      storage: { draft: string, count: int }
    steps:
      - launch: A
      - set: { draft: typed }
      - set: { count: 3 }
    """

  private func run(_ folder: TemporaryFolder) throws -> String {
    let file = folder.file("notes.scene.yaml")
    try Data(Self.scenario.utf8).write(to: URL(filePath: file))
    let path = folder.file("demo.store")
    let result = Harness().run("run", file, "--store", path)
    #expect(result.code == .success, "\(result)")
    return path
  }

  @Test func `blame names the step and the line that wrote a value`() throws {
    let folder = try TemporaryFolder()
    let path = try run(folder)
    let file = folder.file("notes.scene.yaml")
    let one = Harness().run("store", "blame", path, "A/draft").output
    #expect(one.contains("step         2, \(file):7\n             set {draft: typed}\n"), "\(one)")
    #expect(one.hasSuffix("not recorded: when, and by which process\n"))
    let table = Harness().run("store", "blame", path, "A/", "--plain").output
    #expect(table.contains("\t\(file):8\n") && table.contains("\t\(file):7\n"), "\(table)")
    let json = Harness().run("store", "blame", path, "A/count", "--json").output
    #expect(json.contains(#""code":{"file":"\#(file)","line":8,"step":3,"text":"#), "\(json)")
  }

  @Test func `what is written later has no step, and a file of another kind is none`() throws {
    let folder = try TemporaryFolder()
    let path = try run(folder)
    #expect(Harness().run("store", "set", path, "A/draft", "other").code == .success)
    let later = Harness().run("store", "blame", path, "A/draft").output
    #expect(later.contains("by which line of code") && !later.contains("step  "), "\(later)")
    let earlier = Harness().run("store", "blame", path, "A/count").output
    #expect(earlier.contains("step         3, "), "\(earlier)")
    try Data("no\n{\"txn\":\"x\"}\n[]\n".utf8).write(to: URL(filePath: path + "/steps.jsonl"))
    let odd = Harness().run("store", "blame", path, "A/count")
    #expect(odd.code == .success && !odd.output.contains("step  "), "\(odd)")
  }

  @Test func `the steps of another app's data say nothing of this one`() throws {
    let folder = try TemporaryFolder()
    let path = try run(folder)
    let other = try SampleStore.demo()
    let files = FileManager.default
    try files.removeItem(atPath: path + "/data.mdb")
    try files.copyItem(atPath: other.path + "/data.mdb", toPath: path + "/data.mdb")
    let blame = Harness().run("store", "blame", path, "A/hawk/draft")
    #expect(blame.code == .success && !blame.output.contains("step  "), "\(blame)")
  }

  @Test func `the steps of another store of the same app say nothing of this one`() throws {
    let (folder, other) = (try TemporaryFolder(), try TemporaryFolder())
    let path = try run(folder)
    let file = other.file("notes.scene.yaml")
    let text = Self.scenario.replacing("draft: typed", with: "draft: other")
    try Data(text.utf8).write(to: URL(filePath: file))
    let second = other.file("demo.store")
    #expect(Harness().run("run", file, "--store", second).code == .success)
    let files = FileManager.default
    try files.removeItem(atPath: path + "/data.mdb")
    try files.copyItem(atPath: second + "/data.mdb", toPath: path + "/data.mdb")
    let blame = Harness().run("store", "blame", path, "A/draft")
    #expect(blame.code == .success && !blame.output.contains("step  "), "\(blame)")
    #expect(Harness().run("store", "blame", second, "A/draft").output.contains("step         2, "))
  }

  @Test func `of a value that is gone blame names the step that removed it`() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("notes.scene.yaml")
    let text = Self.scenario + "\n  - clear: [draft]\n  - set: { count: 4 }\n"
    try Data(text.utf8).write(to: URL(filePath: file))
    let path = folder.file("demo.store")
    #expect(Harness().run("run", file, "--store", path).code == .success)
    let gone = Harness().run("store", "blame", path, "A/draft")
    #expect(gone.code == .no)
    #expect(gone.errors.contains("removed it, 1 commit ago [no-such-value]"), "\(gone.errors)")
    #expect(gone.errors.contains("that was step 4, \(file):9: clear [draft]"), "\(gone.errors)")
    // One that never was is not said to have been removed, and one that is there again is shown.
    #expect(!Harness().run("store", "blame", path, "A/drat").errors.contains("removed it"))
    let again = Harness().run("store", "set", path, "A/draft", "x", "--type", "string", "--create")
    #expect(again.code == .success)
    #expect(Harness().run("store", "blame", path, "A/draft").code == .success)
  }

  @Test func `of a place that went as a whole blame says what takes places`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("rooms.store")
    let store = try SceneStore.open(
      URL(filePath: path), options: SceneStore.Options(appID: "com.example.rooms"))
    let key = SceneKey("note", default: "")
    store.scene("A").tab("hawk")[key] = "Tala"
    store.scene("A").tab("raven")[key] = "Kai"
    try store.flush()
    try store.scene("A").tab("hawk").discard()
    store.close()
    let blame = Harness().run("store", "blame", path, "A/hawk/note")
    #expect(blame.errors.contains("removed all that was in its place"), "\(blame)")
    #expect(blame.errors.contains("`retention` forgot it"), "\(blame)")
  }

  @Test func `of a window that is gone blame names the step that destroyed one`() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("notes.scene.yaml")
    let text =
      Self.scenario
      + "\n  - open: B\n  - { in: B, set: { draft: y } }\n  - close: B\n  - clear: [count]\n"
    try Data(text.utf8).write(to: URL(filePath: file))
    let path = folder.file("demo.store")
    let ran = Harness().run("run", file, "--store", path)
    #expect(ran.code == .success, "\(ran)")
    for address in ["B/draft", "A/drft"] {
      let gone = Harness().run("store", "blame", path, address)
      #expect(gone.code == .no)
      #expect(gone.errors.contains("hint   window #2 was destroyed with its values in txn "))
      #expect(gone.errors.contains(": step 6, \(file):11: close B"), "\(gone.errors)")
    }
  }

  @Test func `a folder with the stores of several devices names them`() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("two.scene.yaml")
    let text = Self.scenario.replacing("app:", with: "devices: [Pad, Phone]\napp:")
    try Data(text.utf8).write(to: URL(filePath: file))
    let path = folder.file("demo.store")
    #expect(Harness().run("run", file, "--store", path).code == .success)
    let result = Harness().run("store", "ls", path)
    #expect(result.code == .unusable)
    #expect(result.errors.contains("next   scenesim store ls \(path)/Pad"), "\(result.errors)")
    #expect(Harness().run("store", "ls", path + "/Pad").output.contains("typed"))
  }
}
