import Foundation
import SceneCommands
import SceneState
import StoreFormat
import StoreTools
import Testing

struct StoreDiffCommandTests {
  private func stores() throws -> (SampleStore, SampleStore) {
    let before = try SampleStore(
      sessions: [(1, "A", ""), (2, "B", "")],
      values: [
        .text("hawk", "selectedTab"),
        .list(
          #"["character/rhona"]"#, "path", tab: "hawk",
          transaction: 3),
        .text("same", "draft", session: 2),
      ])
    // The same scenes under other numbers: only names count.
    let after = try SampleStore(
      sessions: [(7, "A", ""), (3, "B", ""), (9, "C", "")],
      values: [
        .text("raven", "selectedTab", session: 7),
        .list(#"["character/tala"]"#, "path", session: 7, tab: "raven", transaction: 4),
        .text("same", "draft", session: 3, transaction: 9),
      ])
    return (before, after)
  }

  @Test func `what differs is listed and the code is 1`() throws {
    let (before, after) = try stores()
    let result = Harness().run("store", "diff", before.path, after.path)
    #expect(result.code == .no)
    #expect(
      result.output == """
        + C (scene)
        ~ A/selectedTab  "hawk" → "raven"
        - A/hawk/path    ["character/rhona"]
        + A/raven/path   ["character/tala"]
        4 changes

        """)
    let same = Harness().run("store", "diff", before.path, before.path)
    #expect(same.code == .success)
    #expect(same.output == "no difference\n")
  }

  @Test func `a part of the stores can be compared, also a scene that one of them lacks`() throws {
    let (before, after) = try stores()
    let tab = Harness().run("store", "diff", before.path, after.path, "A/raven/", "--plain")
    #expect(tab.output == "add\tvalue\tA/raven/path\t-\t[\"character/tala\"]\t-\n")
    let scene = Harness().run("store", "diff", before.path, after.path, "C/", "--plain")
    #expect(scene.output == "add\tscene\tC\t-\t-\t-\n")
    #expect(Harness().run("store", "diff", before.path, after.path, "B/").code == .success)
  }

  @Test func `the object for programs has a schema and both values`() throws {
    let (before, after) = try stores()
    let result = Harness().run("store", "diff", before.path, after.path, "--json")
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    #expect(object["schema"] as? String == "scenesim.store.diff/1")
    let changes = try #require(object["changes"] as? [[String: Any]])
    #expect(changes.map { $0["op"] as? String } == ["add", "change", "remove", "add"])
    #expect(changes[1]["old"] as? String == "hawk")
    #expect(changes[1]["new"] as? String == "raven")
  }

  @Test func `a long value is cut so that what differs is seen`() throws {
    let long = String(repeating: "same ", count: 100)
    let (before, after) = try (
      SampleStore(sessions: [(1, "A", "")], values: [.text(long + "hawk" + long, "draft")]),
      SampleStore(sessions: [(1, "A", "")], values: [.text(long + "raven" + long, "draft")])
    )
    var harness = Harness(isTerminal: true, terminalWidth: 80)
    harness.environment["CI"] = "1"
    let cut = harness.run("store", "diff", before.path, after.path, "--color=never", "-q").output
    #expect(cut.contains("…e same same hawk"))
    #expect(cut.contains(" → …e same same raven"))
    #expect(cut.count <= 81, "\(cut)")
    let full = harness.run("store", "diff", before.path, after.path, "--full").output
    #expect(full.contains(long + "hawk" + long))
  }

  @Test func `a dump stands for its store, and hidden values equal any`() throws {
    let folder = try TemporaryFolder()
    func write(_ name: String, _ texts: [String: String]) throws -> String {
      let path = folder.file(name)
      let store = try SceneStore.open(URL(filePath: path))
      for (key, text) in texts.sorted(by: { $0.key < $1.key }) {
        store.scene("A")[SceneKey(key, default: "")] = text
      }
      try store.flush()
      store.close()
      return path
    }
    func dump(_ path: String, hiding key: String? = nil) throws -> String {
      let writer = DumpWriter(try StoreInspector.contents(path)) { $1.key == key }
      try Data(writer.text.utf8).write(to: URL(filePath: folder.file("dump.jsonl")))
      return folder.file("dump.jsonl")
    }
    let before = try write("before.store", ["draft": "old", "note": "x"])
    let after = try write("after.store", ["draft": "new", "note": "y", "more": "z"])
    let whole = try dump(before)
    #expect(Harness().run("store", "diff", whole, before).code == .success)
    let mixed = Harness().run("store", "diff", whole, after).output
    #expect(mixed == Harness().run("store", "diff", before, after).output)
    #expect(mixed.hasSuffix("3 changes\n"))
    let hiding = Harness().run("store", "diff", try dump(before, hiding: "draft"), after, "--plain")
    #expect(hiding.output.contains("A/note"))
    #expect(!hiding.output.contains("A/draft"))
    let text = try String(contentsOfFile: whole, encoding: .utf8)
    try Data(text.dropLast(20).utf8).write(to: URL(filePath: whole))
    let broken = Harness().run("store", "diff", whole, before)
    #expect(broken.code == .invalidInput)
    #expect(broken.errors.contains("dump.jsonl:"))
    #expect(broken.errors.contains("[bad-dump]"))
  }

  @Test func `save points of a scenario are compared like stores`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("points.scene.yaml")
    let text = """
      scenesim: 1
      scenario: Save points
      app: { storage: { draft: string } }
      steps:
        - launch: A
        - set: { draft: Tala }
        - save-point: before
        - set: { draft: Rhona }
        - save-point: after
        - set: { draft: "" }
      """
    try Data(text.utf8).write(to: URL(filePath: path))
    let result = Harness().run("store", "diff", path + "#before", path + "#after")
    #expect(result.output == "~ A/draft  \"Tala\" → \"Rhona\"\n1 change\n", "\(result.errors)")
    #expect(result.code == .no)
    let missing = Harness().run("store", "diff", path + "#befor", path + "#after")
    #expect(missing.code == .invalidInput)
    #expect(missing.errors.contains("did you mean before?"))
    #expect(
      Harness().run("store", "diff", path + "#after", path + "#after").code == .success)
  }

  @Test func `a missing store is no difference but an error`() throws {
    let (before, _) = try stores()
    #expect(Harness().run("store", "diff", before.path, "none").code == .unusable)
    #expect(Harness().run("store", "diff", before.path).code == .usage)
  }
}
