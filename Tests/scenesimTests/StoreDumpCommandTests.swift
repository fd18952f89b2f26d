import Foundation
import SceneState
import Testing
import SceneCommands

struct StoreDumpCommandTests {
  /// The rights of a file, as `ls` counts them.
  private func mode(of path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test func `a dump is for its owner only, also in place of a file that was not`() throws {
    let store = try SampleStore.demo()
    let file = store.folder.file("dump.jsonl")
    try Data("old".utf8).write(to: URL(filePath: file))
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
    for flags in [[], ["--mdb"]] {
      let result = Harness().run(["store", "dump", store.path, "-o", file] + flags)
      #expect(result.code == .success)
      #expect(result.output.isEmpty)
      #expect(try mode(of: file) == 0o600)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: store.folder.path).count == 2)
  }

  @Test func `a dry run of a dump says which file it would write`() throws {
    let store = try SampleStore.demo()
    let file = store.folder.file("dump.jsonl")
    let result = Harness().run("store", "dump", store.path, "-o", file, "-n")
    #expect(result.code == .success)
    #expect(result.errors == "would write \(file)\n")
    #expect(!FileManager.default.fileExists(atPath: file))
  }

  @Test(arguments: [
    (["--json"], "a dump is lines of JSON"),
    (["--mdb", "--redact", "draft"], "exclude each other"),
    (["--redact", "10%"], "two hexadecimal digits"),
  ])
  func `flags that make no sense are wrong usage`(flags: [String], message: String) throws {
    let store = try SampleStore.demo()
    let result = Harness().run(["store", "dump", store.path] + flags)
    #expect(result.code == .usage)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains(message))
  }

  @Test func `values of redacted keys stay out, their addresses do not`() throws {
    let store = try SampleStore.demo()
    let dump = Harness().run("store", "dump", store.path, "--redact", "dr*t").output
    #expect(!dump.contains("Tala"))
    #expect(dump.contains(#""key":"draft""#))
    #expect(dump.contains("raven"))
    let nothing = Harness().run("store", "dump", store.path, "--redact", "*").output
    #expect(!nothing.contains("raven\"}"))
    #expect(nothing.contains(#""redacted":4}"#))
  }
}

struct StoreLoadCommandTests {
  /// A dump of the demo store in a file beside it.
  private func dumped() throws -> (store: SampleStore, file: String) {
    let store = try SampleStore.demo()
    let file = store.folder.file("dump.jsonl")
    #expect(Harness().run("store", "dump", store.path, "-o", file).code == .success)
    return (store, file)
  }

  @Test func `a new store is as the dumped one, and a dry run makes none`() throws {
    let (store, file) = try dumped()
    let copy = store.folder.file("copy.store")
    let dry = Harness().run("store", "load", copy, file, "-n")
    #expect(dry.output == "would load into \(copy): 4 values added, 2 scenes added\n")
    #expect(!FileManager.default.fileExists(atPath: copy))
    let made = Harness().run("store", "load", copy, file)
    #expect(made.code == .success)
    #expect(made.output == "made \(copy): 4 values added, 2 scenes added\n")
    #expect(
      Harness().run("store", "ls", copy, "--plain").output
        == Harness().run("store", "ls", store.path, "--plain").output)
  }

  @Test func `a broken dump changes nothing and says where it is broken`() throws {
    let (store, file) = try dumped()
    let text = try String(contentsOfFile: file, encoding: .utf8)
    let wrong = text.replacingOccurrences(of: "\"version\":1", with: "\"version\":one")
    try Data(wrong.utf8).write(to: URL(filePath: file))
    let before = Harness().run("store", "dump", store.path).output
    for place in [store.path, store.folder.file("new.store")] {
      let result = Harness().run("store", "load", place, file, "--replace", "--force")
      #expect(result.code == .invalidInput)
      #expect(result.errors.contains("\(file):6:"))
      #expect(result.errors.contains("this is no JSON value [bad-dump]"))
    }
    #expect(Harness().run("store", "dump", store.path).output == before)
    #expect(!FileManager.default.fileExists(atPath: store.folder.file("new.store")))
  }

  @Test func `a dump for mdb_load is told from one of ours`() throws {
    let (store, _) = try dumped()
    var harness = Harness()
    harness.input = Harness().run("store", "dump", store.path, "--mdb").output
    let result = harness.run("store", "load", store.path, "-", "--merge")
    #expect(result.code == .invalidInput)
    #expect(result.errors.contains("(standard input):1:1:"))
    #expect(result.errors.contains("this is a dump for mdb_load [bad-dump]"))
  }

  @Test func `a store with something in it wants to know who wins`() throws {
    let (store, file) = try dumped()
    let result = Harness().run("store", "load", store.path, file)
    #expect(result.code == .usage)
    #expect(result.errors.contains("say --merge, --keep or --replace"))
    let both = Harness().run("store", "load", store.path, file, "--merge", "--keep")
    #expect(both.code == .usage)
    #expect(both.errors.contains("--merge and --keep exclude each other"))
  }

  @Test func `replacing asks for the store's name`() throws {
    let (store, file) = try dumped()
    #expect(Harness().run("store", "rm", store.path, "A/hawk/draft").code == .success)
    let line = ["store", "load", store.path, file, "--replace"]
    let alone = Harness().run(line)
    #expect(alone.code == .usage)
    #expect(alone.errors.contains("nobody can be asked whether to replace everything"))
    #expect(alone.errors.contains("--replace --force\n"))
    for (answer, code) in [("y\n", ExitCode.no), ("", .no), ("demo.store\n", .success)] {
      let result = Harness(isTerminal: true, input: answer).run(line)
      #expect(result.code == code)
      #expect(result.errors.contains("Type demo.store to do it: "))
      let found = Harness().run("store", "get", store.path, "A/hawk/draft").code
      #expect(found == code)
    }
    let silent = Harness(isTerminal: true, input: "demo.store\n").run(line + ["--no-input"])
    #expect(silent.code == .usage)
  }

  @Test func `programs get the counts as one object with a schema`() throws {
    let (store, file) = try dumped()
    let result = Harness().run("store", "load", store.path, file, "--keep", "--json")
    #expect(
      result.output == """
        {"schema":"scenesim.store.load/1","store":"\(store.path)","new":false,"dryRun":false,\
        "added":0,"changed":0,"removed":0,"unchanged":4,"kept":0,"leftOut":0,"scenesAdded":0,\
        "scenesRemoved":0}

        """)
    let plain = Harness().run("store", "load", store.path, file, "--keep", "--plain", "-n")
    #expect(plain.output.hasPrefix("added\t0\nchanged\t0\n"))
  }
}
