import Foundation
import SceneCommands
import Testing

/// What support does with a store that a user sent: look for a text, change a value, go back.
struct StoreSomebodyElsesTests {
  private func run(_ arguments: String...) -> Harness.Result { Harness().run(arguments) }

  @Test func `find looks into values and addresses, whatever the case of the letters`() throws {
    let store = try SampleStore.demo()
    #expect(run("store", "find", store.path, "BRAVE", "--keys").output == "A/hawk/draft\n")
    #expect(run("store", "find", store.path, "selected", "--keys").output.contains("B/selectedTab"))
    let nothing = run("store", "find", store.path, "zeppelin")
    #expect(nothing.code == .no && nothing.errors.contains("nothing has 'zeppelin' in it"))
  }

  /// An editor that writes this text.
  private func edit(
    _ store: SampleStore, _ address: String, writing text: String, code: Int32 = 0
  ) -> Harness.Result {
    var harness = Harness()
    harness.environment["EDITOR"] = "our-editor"
    harness.prepare = { surroundings in
      surroundings.runProgram = { words, _ in
        // A test without its file fails below.
        try? Data(text.utf8).write(to: URL(filePath: words.last ?? ""))
        return .exited(code)
      }
    }
    return harness.run("store", "edit", store.path, address)
  }

  @Test func `edit writes what the editor leaves, a text as it is`() throws {
    let store = try SampleStore.demo()
    let result = edit(store, "A/hawk/draft", writing: "Tala is \"bold\"\n")
    #expect(result.code == .success, "\(result.errors)")
    #expect(run("store", "get", store.path, "A/hawk/draft", "--raw").output == "Tala is \"bold\"")
    #expect(edit(store, "A/raven/path", writing: "[\"a\"]\n").code == .success)
    #expect(run("store", "get", store.path, "A/raven/path").output == "[\"a\"]\n")
  }

  @Test func `an edit that cannot be written is kept, one that is broken off is none`() throws {
    let store = try SampleStore.demo()
    let bad = edit(store, "A/raven/path", writing: "[1]")
    let file = try #require(bad.errors.firstMatch(of: /what you wrote is in (\S+)/)?.output.1)
    #expect(try String(contentsOfFile: String(file), encoding: .utf8) == "[1]")
    try FileManager.default.removeItem(atPath: String(file))
    #expect(edit(store, "A/hawk/draft", writing: "x", code: 1).code == .no)
    #expect(run("store", "get", store.path, "A/hawk/draft").output == "\"Tala is brave\"\n")
  }

  @Test func `what is written over a damaged value has no type before it`() throws {
    let store = try SampleStore.demo()
    try store.damage("draft", tab: "hawk")
    let set = run("store", "set", store.path, "A/hawk/draft", "new", "--type", "string")
    #expect(set.output.contains("(damaged) → \"new\""), "\(set)")
    #expect(!set.output.contains("(damaged) (damaged)"), "\(set)")
  }

  @Test func `a value is made where none was only if somebody says so`() throws {
    let store = try SampleStore.demo()
    let slip = run("store", "set", store.path, "A/draft", "x")
    #expect(slip.code == .usage && slip.errors.contains("beside A/hawk/draft"), "\(slip.errors)")
    #expect(slip.errors.contains("A/draft x --create"))
    #expect(run("store", "get", store.path, "A/draft").code == .no)
    var harness = Harness()
    (harness.isTerminal, harness.input) = (true, "y\n")
    #expect(harness.run("store", "set", store.path, "A/draft", "x").code == .success)
  }

  @Test func `a struct with other fields is refused, unless it is forced`() throws {
    let store = try SampleStore.demo()
    let set = ["store", "set", store.path, "A/note", "--type", "Note"]
    _ = Harness().run([
      "store", "set", store.path, "A/note", #"{"title": "a"}"#, "--type", "{string: string}",
      "--create",
    ])
    let other = Harness().run(Array(set.dropLast(2)) + [#"{"titel": "b"}"#])
    #expect(
      other.code == .usage && other.errors.contains("have a field 'title'"), "\(other.errors)")
    #expect(
      Harness().run(Array(set.dropLast(2)) + [#"{"titel": "b"}"#, "--force"]).code == .success)
  }

  @Test(arguments: [["rm", "A/hawk/draft"], ["discard", "A", "--force"]])
  func `what is destroyed is kept in a dump, and comes back from it`(verb: [String]) throws {
    let store = try SampleStore.demo()
    let before = run("store", "dump", store.path).output
    let result = Harness().run(["store", verb[0], store.path] + verb.dropFirst())
    #expect(result.code == .success)
    let file = try #require(result.errors.firstMatch(of: /what was there is in (\S+)/)?.output.1)
    #expect(try String(contentsOfFile: String(file), encoding: .utf8) == before)
    let back = run("store", "load", store.path, String(file), "--replace", "--force")
    #expect(back.code == .success && back.errors.contains("what was there is in"))
    #expect(run("store", "ls", store.path).output.contains("Tala is brave"))
    let bare = run("store", "rm", store.path, "A/hawk/draft", "--no-backup")
    #expect(bare.code == .success && bare.errors.isEmpty)
  }

  @Test func `a file with mistakes makes no store, and a folder is called one`() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("bad.scene.yaml")
    try Data("scenesim: 1\nscenario: t\nsteps: [lanch]\n".utf8).write(to: URL(filePath: file))
    #expect(run("run", file, "--store", folder.file("D")).code == .invalidInput)
    #expect(!FileManager.default.fileExists(atPath: folder.file("D")))
    #expect(run("record", folder.path).errors.contains("it is a folder"))
    let store = try SampleStore.demo()
    let snap = folder.file("a.snap")
    #expect(run("store", "backup", store.path, snap).code == .success)
    #expect(run("store", "diff", snap, store.path).errors.contains("is a backup of a store"))
    let rename = run("store", "rename", store.path, "A/hawk", "A/eagle")
    #expect(rename.errors.contains("A/hawk/ A/eagle/"), "\(rename.errors)")
  }
}
