import Foundation
import SceneCommands
import SceneState
import Testing

/// `stats`, `readers` and `blame`.
struct StoreFactsCommandTests {
  private func object(_ arguments: String...) throws -> [String: Any] {
    let result = Harness().run(["store"] + arguments + ["--json"])
    return try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any],
      "\(result.errors)")
  }

  @Test func `stats say it in words, then in numbers, then who takes most`() throws {
    let store = try SampleStore.demo()
    let output = Harness().run("store", "stats", store.path, "--top", "2").output
    let parts = output.components(separatedBy: "\n\n")
    #expect(parts.count == 4)
    #expect(parts[0].hasPrefix("4 values in 2 scenes take 40 B; the file has "))
    #expect(parts[0].contains("\nA holds most: 36 B, 90 %.\nNothing is set aside."))
    #expect(parts[1].contains("\nvalues       4, 40 B\n"))
    #expect(parts[2].split(separator: "\n").count == 3)
    #expect(parts[2].contains("A/raven/path"))
    #expect(parts[3].contains("A                    3  36 B   90 %"))
    let stats = try object("stats", store.path)
    #expect(stats["schema"] as? String == "scenesim.store.stats/1")
    #expect(stats["valueBytes"] as? Int == 40)
    #expect((stats["biggest"] as? [[String: Any]])?.count == 4)
    #expect(stats["freePages"] is Int)
    #expect(Harness().run("store", "stats", store.path, "--top", "-1").code == .usage)
  }

  @Test func `pages that were freed are counted`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("demo.store")
    let store = try SceneStore.open(URL(filePath: path))
    let draft = SceneKey("draft", default: "")
    store.scene("A")[draft] = String(repeating: "x", count: 400_000)
    try store.flush()
    store.scene("A")[draft] = ""
    try store.flush()
    store.close()
    let free = try #require(try object("stats", path)["freePages"] as? Int)
    #expect(free >= 97)
  }

  @Test func `blame says what is known and that the rest is not`() throws {
    let store = try SampleStore.demo()
    let output = Harness().run("store", "blame", store.path, "A/raven/path").output
    #expect(output.contains("commit       txn 11, "))
    #expect(output.contains("not recorded: when, by which process, and by which line of code"))
    let known = try object("blame", store.path, "A/selectedTab")
    let values = try #require(known["values"] as? [[String: Any]])
    #expect(values.first?["txn"] as? Int == 12)
    #expect(values.first?["code"] is NSNull)
    let missing = Harness().run("store", "blame", store.path, "A/raven/pth")
    #expect(missing.code == .no)
    #expect(missing.errors.contains("did you mean A/raven/path?"))
  }

  @Test func `blame names what the same commit wrote`() throws {
    let store = try SampleStore(
      sessions: [(1, "A", "")],
      values: [
        .text("a", "one", transaction: 5), .text("b", "two", transaction: 5),
        .text("c", "three", transaction: 6),
      ])
    let output = Harness().run("store", "blame", store.path, "A/one").output
    #expect(output.contains("with it      A/two\n"))
  }

  @Test func `nobody reads a store that nobody has open`() throws {
    let store = try SampleStore.demo()
    let result = Harness().run("store", "readers", store.path)
    #expect(result.output == "nobody reads the store\n")
    #expect(try object("readers", store.path)["readers"] as? [String] == [])
    let cleared = Harness().run("store", "readers", store.path, "--clear-stale")
    #expect(cleared.output == "nobody reads the store, 0 cleared\n")
  }
}
