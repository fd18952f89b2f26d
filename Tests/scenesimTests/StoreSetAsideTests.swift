import Foundation
import SceneCommands
import SceneState
import Testing

struct StoreSetAsideTests {
  private let words = SceneKey("zoom", default: "")
  private let number = SceneKey("zoom", default: 1)

  @Test func `a value that cannot be read is marked, listed, and can be got when it has moved`()
    throws
  {
    let folder = try TemporaryFolder()
    let path = folder.file("demo.store")
    func use(_ body: (SceneStore) throws -> Void) throws {
      let store = try SceneStore.open(URL(filePath: path))
      try body(store)
      try store.flush()
      store.close()
    }
    try use { $0.scene("A")[words] = "big" }
    try use { #expect($0.scene("A")[number] == 1) }
    let marked = Harness().run("store", "ls", path).output
    #expect(marked.contains(#"(set aside: wrong-type) "big""#))
    #expect(marked.contains("1 set aside"))
    let noted = Harness().run("store", "ls", path, "--set-aside", "--format=jsonl").output
    #expect(noted.contains(#""key":"zoom","reason":"wrong-type","#))
    #expect(noted.contains(#""inPlace":true"#))
    #expect(
      Harness().run("store", "get", path, "A/zoom", "--set-aside", "--raw").output == "big")
    try use { $0.scene("A")[number] = 5 }
    #expect(Harness().run("store", "get", path, "A/zoom").output == "5\n")
    #expect(
      Harness().run("store", "get", path, "A/zoom", "--set-aside", "--raw").output == "big")
    let moved = Harness().run("store", "ls", path, "--set-aside", "A/zoom")
    #expect(moved.output.contains("\"big\""))
    #expect(moved.output.hasSuffix("1 value set aside\n"))
    let missing = Harness().run("store", "get", path, "A/other", "--set-aside")
    #expect(missing.code == .no)
    #expect(missing.errors.contains("nothing is set aside at A/other [no-such-value]"))
  }

  @Test func `the version of a key can be asked for and stands in its own column if it matters`()
    throws
  {
    let folder = try TemporaryFolder()
    let path = folder.file("demo.store")
    let store = try SceneStore.open(URL(filePath: path))
    store.scene("A")[SceneKey("zoom", default: 1, version: 3)] = 2
    try store.flush()
    store.close()
    #expect(Harness().run("store", "get", path, "A/zoom", "--version").output == "3\n")
    let lines = Harness().run("store", "ls", path).output.split(separator: "\n")
    #expect(lines[0].contains("CHANGED   VERSION  VALUE"))
  }

  @Test func `with an app the keys that have no value are listed with their defaults`() throws {
    let folder = try TemporaryFolder()
    let app = folder.file("app.yaml")
    let text = """
      name: Notes
      tabs: { hawk: Hawk, raven: Raven }
      storage:
        draft: { type: string, scope: tab, default: "none yet" }
        zoom: { type: double, default: 1.5 }
        theme: { type: string, scope: app, default: dark }
      """
    try Data(text.utf8).write(to: URL(filePath: app))
    let store = try SampleStore(
      sessions: [(1, "A", "")], values: [.text("mine", "draft", tab: "hawk")])
    let plain = Harness().run("store", "ls", store.path, "--app", app, "--plain")
    #expect(
      plain.output == """
        A\thawk\tdraft\tstring\t4\t1\t1\t"mine"
        ?app\t-\ttheme\tstring\t-\tdefault\t-\t"dark"
        A\traven\tdraft\tstring\t-\tdefault\t-\t"none yet"
        A\t-\tzoom\tdouble\t-\tdefault\t-\t1.5

        """, "\(plain.errors)")
    let table = Harness().run("store", "ls", store.path, "A/", "--app", app).output
    #expect(table.contains("default   \"none yet\""))
    #expect(!table.contains("theme"))
    #expect(Harness().run("store", "ls", store.path, "--app", "none").code == .unusable)
  }
}
