import Foundation
import SceneState
import Testing
import SceneCommands

struct StoreRemoveCommandTests {
  private func addresses(_ store: SampleStore) -> [String] {
    Harness().run("store", "ls", store.path, "--keys").output.split(separator: "\n").map(
      String.init)
  }

  @Test func `one value goes at once`() throws {
    let store = try SampleStore.demo()
    let result = Harness().run("store", "rm", store.path, "A/hawk/draft")
    #expect(result.code == .success)
    #expect(result.output == "- A/hawk/draft  \"Tala is brave\"\n1 value removed\n")
    #expect(addresses(store) == ["A/selectedTab", "A/raven/path", "B/selectedTab"])
  }

  @Test(arguments: [
    ("*/selectedTab", "remove 2 values? [y/N] ", "y"), ("A/*/*", "remove 2 values? [y/N] ", "Yes"),
    ("A/", "remove 3 values? Type A to do it: ", "A"),
    ("A", "remove 3 values? Type A to do it: ", "A"),
    ("*/", "remove 4 values? Type demo.store to do it: ", "demo.store"),
  ])
  func `the more goes, the more has to be said`(
    address: String, question: String, answer: String
  ) throws {
    let store = try SampleStore.demo()
    let line = ["store", "rm", store.path, address]
    for wrong in ["", "n\n", "\n", "a\n"] {
      let result = Harness(isTerminal: true, input: wrong).run(line)
      #expect(result.code == .no)
      #expect(result.output.isEmpty)
      #expect(result.errors == question + "nothing was changed\n")
    }
    let alone = Harness(input: answer).run(line)
    #expect(alone.code == .usage)
    #expect(alone.errors.contains("[not-confirmed]"))
    #expect(alone.errors.contains("--force"))
    #expect(addresses(store).count == 4)
    let dry = Harness().run(line + ["-n"])
    #expect(dry.code == .success)
    #expect(dry.output.hasSuffix("(dry run: nothing was changed)\n"))
    #expect(addresses(store).count == 4)
    let agreed = Harness(isTerminal: true, input: answer + "\n").run(line)
    #expect(agreed.code == .success)
    let kept = addresses(store).count
    #expect(kept == 4 - agreed.output.split(separator: "\n").count + 1)
  }

  @Test func `nothing there is a no with what is near`() throws {
    let store = try SampleStore.demo()
    let result = Harness().run("store", "rm", store.path, "A/hawk/darft")
    #expect(result.code == .no)
    #expect(result.errors.contains("did you mean A/hawk/draft?"))
  }

  @Test func `programs get each value that went`() throws {
    let store = try SampleStore.demo()
    let lines = Harness().run(
      "store", "rm", store.path, "B/", "--force", "--format", "jsonl"
    ).output
    #expect(
      lines == """
        {"op":"remove","subject":"value","address":"B/selectedTab","scene":"B","tab":null,\
        "key":"selectedTab","old":"hawk","new":null,"oldType":null,"newType":null,"txn":null}

        """)
    let plain = Harness().run("store", "rm", store.path, "A/hawk/draft", "--plain").output
    #expect(plain == "remove\tvalue\tA/hawk/draft\t\"Tala is brave\"\t-\t-\n")
  }

  @Test func `what was set aside goes with its scope, or alone`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("demo.store")
    func open() throws -> SceneStore {
      try SceneStore.open(URL(filePath: path), options: .init(commitDelay: .zero))
    }
    for value in ["one", "two"] {
      let store = try open()
      store.scene("A").tab("t")[SceneKey("n", default: "")] = value
      store.close()
      let later = try open()
      _ = later.scene("A").tab("t")[SceneKey("n", default: 0)]
      later.scene("A").tab("t")[SceneKey("n", default: 0)] = 1
      later.close()
      let dump = Harness().run("store", "dump", path).output
      #expect(dump.contains(#""aside":1,"#))
      let line =
        value == "one"
        ? ["A/t/n", "--set-aside"] : ["A/t/", "--force"]
      let result = Harness().run(["store", "rm", path] + line)
      #expect(result.output.contains("- A/t/n (set aside)  \"\(value)\""), "\(result)")
      #expect(Harness().run("store", "dump", path).output.contains(#""aside":0,"#))
    }
    #expect(Harness().run("store", "ls", path, "--keys").output.isEmpty)
  }

  @Test func `a discarded scene leaves nothing but a tombstone`() throws {
    let store = try SampleStore.demo()
    // The index of scenes is made by loading.
    let path = store.folder.file("copy.store")
    var harness = Harness()
    harness.input = Harness().run("store", "dump", store.path).output
    #expect(harness.run("store", "load", path, "-").code == .success)
    let asked = Harness(isTerminal: true, input: "B\n").run("store", "discard", path, "A")
    #expect(asked.code == .no)
    #expect(asked.errors.hasPrefix("discard scene 'A' with 3 values? Type A to do it: "))
    let done = Harness(isTerminal: true, input: "A\n").run("store", "discard", path, "A")
    #expect(done.code == .success)
    #expect(done.output.hasSuffix("1 scene with 3 values discarded\n"))
    let dump = Harness().run("store", "dump", path).output
    #expect(dump.contains(#"{"kind":"tombstone","session":1,"#))
    #expect(!dump.contains("\"A\""))
    #expect(Harness().run("store", "discard", path, "A", "--force").code == .no)
    #expect(Harness().run("store", "discard", path, "B/selectedTab").code == .usage)
  }

  @Test func `scenes get short names, tabs and values other addresses`() throws {
    let store = try SampleStore.demo()
    func rename(_ from: String, _ to: String, _ flags: String...) -> Harness.Result {
      Harness().run(["store", "rename", store.folder.file("copy.store"), from, to] + flags)
    }
    var harness = Harness()
    harness.input = Harness().run("store", "dump", store.path).output
    #expect(harness.run("store", "load", store.folder.file("copy.store"), "-").code == .success)
    #expect(rename("A", "main").output == "~ A (alias)  – → \"main\"\n")
    #expect(rename("B", "main").errors.contains("'main' is the name of scene 'A' [name-taken]"))
    #expect(rename("B", "A").code == .no)
    let moved = rename("main/hawk/", "main/eagle/")
    #expect(moved.output.hasSuffix("+ main/eagle/draft  \"Tala is brave\"\n1 value moved\n"))
    #expect(rename("main/eagle/draft", "B/hawk/text").code == .success)
    #expect(rename("main/eagle/", "B/eagle/").code == .no)
    let taken = rename("B/selectedTab", "main/selectedTab")
    #expect(taken.code == .usage)
    #expect(rename("B/selectedTab", "main/selectedTab", "--force").code == .success)
    #expect(rename("B/", "B/x/").errors.contains("'B/x/' lies in 'B/'"))
    #expect(rename("B/hawk/", "B/hawk").code == .usage)
    let keys = Harness().run("store", "ls", store.folder.file("copy.store"), "--keys").output
    #expect(keys == "main/selectedTab\nmain/raven/path\nB/hawk/text\n")
  }
}
