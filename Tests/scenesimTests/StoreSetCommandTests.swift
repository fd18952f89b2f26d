import Foundation
import SceneState
import Testing
import SceneCommands

struct StoreSetCommandTests {
  private func run(_ store: SampleStore, _ arguments: String..., input: String = "")
    -> Harness.Result
  {
    var harness = Harness()
    harness.input = input
    return harness.run(["store", "set", "--create", store.path] + arguments)
  }

  @Test(arguments: [
    ("A/hawk/draft", "new", #"~ A/hawk/draft  "Tala is brave" → "new""#),
    ("A/hawk/draft", #""new""#, #"~ A/hawk/draft  "Tala is brave" → "new""#),
    ("A/hawk/draft", "12", #"~ A/hawk/draft  "Tala is brave" → "12""#),
    ("A/raven/path", #" [ "a", "b" ] "#, #"~ A/raven/path  ["character/tala"] → ["a","b"]"#),
    ("A/hawk/path", #"["a"]"#, #"+ A/hawk/path  ["a"]"#),
    ("B/hawk/draft", "x", #"+ B/hawk/draft  "x""#),
  ])
  func `a value is written as the stored type or that of its namesakes`(
    address: String, value: String, line: String
  ) throws {
    let store = try SampleStore.demo()
    let result = run(store, address, value)
    #expect(result.errors.isEmpty)
    #expect(result.code == .success)
    #expect(result.output == line + "\n")
    let shown = Harness().run("store", "get", store.path, address).output
    #expect(line.hasSuffix(shown.dropLast()))
  }

  @Test(arguments: [
    ("bool", "true", "true", "01"), ("int", "-1", "-1", "ffffffffffffffff"),
    ("uint64", "18446744073709551615", "18446744073709551615", "ffffffffffffffff"),
    ("double", "0.5", "0.5", "3fe0000000000000"), ("double", "1", "1.0", "3ff0000000000000"),
    ("double", #""nan""#, #""nan""#, "7ff8000000000000"), ("float", "1", "1.0", "3f800000"),
    ("string?", "null", "null", ""), ("string?", #""null""#, #""null""#, "6e756c6c"),
    ("data", "AAE=", #"{"$base64": "AAE="}"#, "0001"),
    ("data", #"{"$base64": "AAE="}"#, #"{"$base64": "AAE="}"#, "0001"),
    ("date", "2001-01-01T00:00:01Z", #""2001-01-01T00:00:01Z""#, "3ff0000000000000"),
    ("date", "1", #""2001-01-01T00:00:01Z""#, "3ff0000000000000"),
    ("url", "quotes://quote/1", #""quotes://quote/1""#, "71756f7465733a2f2f71756f74652f31"),
    ("{int}", "[3, 1, 2]", "[1,2,3]", "5b312c322c335d"),
    ("{string: [int?]}", #"{"b":[null],"a":[1]}"#, #"{"a":[1],"b":[null]}"#, nil),
  ])
  func `each type is written as an app would write it`(
    type: String, value: String, shown: String, bytes: String?
  ) throws {
    let store = try SampleStore.demo()
    let result = Harness().run(
      "store", "set", "--create", store.path, "--type", type, "--", "A/hawk/new", value)
    #expect(result.errors.isEmpty)
    #expect(result.output == "+ A/hawk/new  \(shown)\n")
    if let bytes {
      let hex = Harness().run("store", "get", store.path, "A/hawk/new", "--hex").output
      #expect(hex == bytes + "\n")
    }
    let listed = Harness().run("store", "ls", store.path, "A/hawk/new", "--format", "jsonl").output
    #expect(listed.contains("\"type\":\"\(type)\""))
  }

  @Test(arguments: [
    (["A/hawk/draft", "x", "--type", "int"], "'x' is no value of type int"),
    (["A/hawk/draft", "1,5", "--type", "double"], "it is written like 1.5"),
    (["A/hawk/draft", "29.03.2026", "--type", "date"], "it is written like 2026-01-01T09:00:00Z"),
    (["A/raven/path", "[1]"], "'[1]' is no value of type [string]"),
    (["A/raven/path", "[\"a\",]"], "is no value of type [string]: not a JSON document"),
    (["A/hawk/draft", "x", "--type", "strng"], "did you mean string"),
    (["A/hawk/", "x"], "'A/hawk/' can mean more than one value"),
    (["A/hawk/draft", "x", "--type", "int8", "--raw"], "only values of type string and data"),
  ])
  func `what is no value is wrong usage and changes nothing`(
    arguments: [String], message: String
  ) throws {
    let store = try SampleStore.demo()
    let before = Harness().run("store", "dump", store.path).output
    let result = Harness().run(["store", "set", "--create", store.path] + arguments)
    #expect(result.code == .usage)
    #expect(result.errors.contains(message), "\(result.errors)")
    #expect(Harness().run("store", "dump", store.path).output == before)
  }

  @Test func `a misspelt address makes no new value`() throws {
    let store = try SampleStore.demo()
    let result = run(store, "A/hawk/darft", "it's")
    #expect(result.code == .no)
    #expect(
      result.errors == """
        error: no value at A/hawk/darft [no-such-value]
          hint   did you mean A/hawk/draft?
          next   scenesim store set \(store.path) A/hawk/draft 'it'\\''s'

        """)
    #expect(run(store, "A/hawk/darft", "-5").errors.contains("A/hawk/draft -5\n"))
    for (value, type) in [
      ("12", "int"), ("-5", "int"), ("true", "bool"), ("1.5", "double"), ("[\"a\"]", "'[string]'"),
      ("hello", "string"),
    ] {
      let line = run(store, "A/hawk/size", value).errors
      #expect(line.contains("--type \(type) --create\n"), "\(line)")
    }
    #expect(run(store, "C/hawk/draft", "x").errors.contains("no scene 'C' in this store"))
  }

  @Test func `standard input stands for a dash, without the end of its last line`() throws {
    let store = try SampleStore.demo()
    #expect(run(store, "A/hawk/draft", "-", input: "two\nlines\n").code == .success)
    #expect(
      Harness().run("store", "get", store.path, "A/hawk/draft", "--raw").output == "two\nlines")
    #expect(run(store, "A/hawk/draft", "-", "--raw", input: "\"two\"\n").code == .success)
    let raw = Harness().run("store", "get", store.path, "A/hawk/draft", "--raw").output
    #expect(raw == "\"two\"\n")
  }

  @Test func `what stands there already is not written again`() throws {
    let store = try SampleStore.demo()
    let before = Harness().run("store", "dump", store.path).output
    let result = run(store, "A/hawk/draft", "Tala is brave")
    #expect(result.code == .success)
    #expect(result.output.isEmpty)
    #expect(result.errors == "nothing to change: A/hawk/draft is that already\n")
    let dry = run(store, "A/hawk/draft", "x", "-n")
    #expect(dry.output == "~ A/hawk/draft  \"Tala is brave\" → \"x\"\n")
    #expect(Harness().run("store", "dump", store.path).output == before)
  }

  @Test func `versions of key and app stay, so that a migration still runs`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("demo.store")
    let old = SceneKey("draft", default: "", version: 3)
    let options = SceneStore.Options(commitDelay: .zero, appVersion: 7)
    let store = try SceneStore.open(URL(filePath: path), options: options)
    store.scene("A")[old] = "x"
    store.close()
    #expect(Harness().run("store", "set", path, "A/draft", "y").code == .success)
    let dump = Harness().run("store", "dump", path).output
    #expect(dump.contains(#""version":3,"app":7,"txn""#))
    let again = try SceneStore.open(URL(filePath: path), options: options)
    #expect(again.scene("A")[old] == "y")
    again.close()
  }

  @Test func `an app that runs takes over what the tool writes`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("demo.store")
    let store = try SceneStore.open(URL(filePath: path), options: .init(commitDelay: .zero))
    let window = store.scene("A")
    let draft = SceneKey("draft", default: "")
    window[draft] = "app"
    store.openSession("A")
    try store.flush()
    _ = store.claim(["A"], as: SceneStore.processIdentity, .existing)
    let (seen, heard) = AsyncStream<String>.makeStream()
    let subscription = window.observe(draft) { heard.yield($0) }
    let tool = try Executable.find()
    let said = try tool.shell("$T store set \(path) A/draft tool")
    #expect(said.output == "~ A/draft  \"app\" → \"tool\"\n", "\(said.errors)")
    var values = seen.makeAsyncIterator()
    #expect(await values.next() == "tool")
    #expect(window[draft] == "tool")
    let gone = try tool.shell("$T store rm \(path) A/ --force")
    #expect(gone.output.hasSuffix("1 value removed\n"))
    #expect(await values.next() == "")
    // The window is the app's: nobody else destroys it.
    let refused = try tool.shell("$T store discard \(path) A --force")
    #expect(refused.code == 4)
    #expect(refused.errors.contains(" \(getpid()) [session-in-use]"))
    // What was not done leaves no dump behind, only the removal before it.
    #expect(!refused.errors.contains("what was there"))
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(files.count { $0.hasPrefix("demo.store.before-") } == 1, "\(files)")
    subscription.cancel()
    store.close()
    #expect(try tool.shell("$T store discard \(path) A --force").code == 0)
  }

  @Test func `a tab that the app does not have is not selected`() throws {
    let store = try SampleStore.demo()
    let folder = try TemporaryFolder()
    let app = folder.file("app.yaml")
    let text = """
      tabs: { hawk: Hawk, raven: Raven, swift: Swift }
      storage: { selectedTab: string, draft: { type: string, scope: tab } }

      """
    try Data(text.utf8).write(to: URL(filePath: app))
    let refused = run(store, "A/selectedTab", "owl", "--app", app)
    #expect(refused.code == .usage)
    #expect(refused.errors.contains("the app has no tab 'owl': its tabs are hawk, raven, swift"))
    #expect(run(store, "A/owl/draft", "x", "--app", app).errors.contains("no tab 'owl'"))
    #expect(run(store, "A/selectedTab", "swift", "--app", app).code == .success)
    // Without the app a tab in which nothing lies is most likely none.
    let noted = run(store, "A/selectedTab", "owl", "--type", "string")
    #expect(noted.code == .success)
    #expect(noted.errors.hasPrefix("note: no value lies in a tab 'owl', as in hawk"))
    #expect(run(store, "A/selectedTab", "hawk").errors.isEmpty)
  }
}
