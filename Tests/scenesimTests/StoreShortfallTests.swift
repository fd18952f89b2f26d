import Foundation
import SceneCommands
import SceneState
import StoreFormat
import Testing

/// What the read verbs say of what they cannot show.
struct StoreShortfallTests {
  /// Everything that reads, without an address of its own.
  private static let verbs = ["ls", "tree", "scenes", "dump", "export", "stats"]

  @Test func `a damaged value is told by each verb, on standard error and by the code`() throws {
    let store = try SampleStore.demo()
    try store.damage("draft", tab: "hawk")
    for verb in Self.verbs where verb != "scenes" {
      let result = Harness().run("store", verb, store.path)
      #expect(result.code == .no, "\(verb) \(result)")
      #expect(
        result.errors == """
          warning: 1 value is damaged, the first at A/hawk/draft [damaged]
            next   scenesim store check \(store.path)

          """, "\(verb)")
    }
    for verb in ["ls", "tree"] {
      #expect(Harness().run("store", verb, store.path).output.contains("(damaged)"), "\(verb)")
    }
    let json = Harness().run("store", "ls", store.path, "--json").output
    #expect(json.contains(#""unreadable":0,"damaged":1,"newer":0,"warnings":["1 value is damaged"#))
    #expect(json.contains(#""value":null,"fault":"damaged"}"#))
    #expect(
      Harness().run("store", "stats", store.path, "--json").output
        .hasSuffix(#","damaged":1,"newer":0}"# + "\n"))
    let get = Harness().run("store", "get", store.path, "A/hawk/draft")
    #expect(get.code == .no && get.errors.contains("is damaged [damaged]"))
    // What is sound is answered as ever.
    let other = Harness().run("store", "get", store.path, "A/selectedTab")
    #expect(other.code == .success && other.errors.isEmpty)
    let scene = Harness().run("store", "ls", store.path, "B/")
    #expect(scene.code == .success && scene.errors.isEmpty)
  }

  @Test func `a damaged name of a type is told by each verb, and damage by readers`() throws {
    let store = try SampleStore.demo()
    let name = TypeName.number(of: "string")
    try store.put([("info", InfoKey.type(name), Array("strinf".utf8))])
    for verb in Self.verbs + ["readers"] {
      let result = Harness().run("store", verb, store.path)
      #expect(result.code == .no, "\(verb) \(result)")
      #expect(result.errors.contains("1 name of types cannot be read, the first in "), "\(verb)")
    }
    let other = try SampleStore.demo()
    try other.damage("draft", tab: "hawk")
    let readers = Harness().run("store", "readers", other.path)
    #expect(readers.output.contains("nobody reads the store") && readers.code == .no)
    #expect(readers.errors.contains("1 value is damaged, the first at A/hawk/draft"))
  }

  @Test func `what cannot be read cannot be called equal`() throws {
    let store = try SampleStore.demo()
    #expect(Harness().run("store", "diff", store.path, store.path).code == .success)
    try store.damage("draft", tab: "hawk")
    let same = Harness().run("store", "diff", store.path, store.path)
    #expect(same.code == .no && same.output == "no difference\n")
    #expect(same.errors.contains("warning: \(store.path): 1 value is damaged"))
    #expect(Harness().run("store", "diff", store.path, store.path, "B/").code == .success)
  }

  @Test func `a value that the app has met and noted is no news`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("demo.store")
    let place = ValueAddress(session: 1, path: .root, key: "draft")
    let key = SceneKey("draft", default: "")
    let store = try SceneStore.open(URL(filePath: path))
    store.scene("A")[key] = "typed"
    try store.flush()
    try store.corrupt(place)
    store.close()
    #expect(Harness().run("store", "ls", path).code == .no)
    let again = try SceneStore.open(URL(filePath: path))
    #expect(again.scene("A")[key] == "")
    try again.flush()
    again.close()
    let result = Harness().run("store", "ls", path)
    #expect(result.code == .success && result.errors.isEmpty, "\(result)")
    #expect(result.output.contains("(set aside: damaged)"))
  }

  @Test func `a value that was noted for its type and then damaged is news`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("demo.store")
    let store = try SceneStore.open(URL(filePath: path))
    store.scene("A")[SceneKey("draft", default: "")] = "typed"
    store.close()
    let other = try SceneStore.open(URL(filePath: path))
    #expect(other.scene("A")[SceneKey("draft", default: 0)] == 0)
    try other.flush()
    other.close()
    #expect(Harness().run("store", "check", path).code == .success)
    #expect(
      Harness().run("store", "ls", path, "--set-aside", "--plain").output.contains("in-place"))
    let again = try SceneStore.open(URL(filePath: path))
    try again.corrupt(ValueAddress(session: 1, path: .root, key: "draft"))
    again.close()
    #expect(Harness().run("store", "check", path).code == .no)
    #expect(Harness().run("store", "ls", path).code == .no)
  }

  @Test func `a scene whose record is damaged goes by its number`() throws {
    let store = try SampleStore.demo()
    try store.put([("sessions", SessionRecord.key(number: 2), [82, 1, 2])])
    let scenes = Harness().run("store", "scenes", store.path, "--plain")
    #expect(scenes.code == .no)
    #expect(scenes.output.contains("\n#2\t-\tdamaged\t-\t"), "\(scenes)")
    #expect(
      scenes.errors.contains("the record of 1 scene is damaged; only the number is known: #2"))
    #expect(Harness().run("store", "get", store.path, "#2/selectedTab").output == "\"hawk\"\n")
    let named = Harness().run("store", "get", store.path, "B/selectedTab")
    #expect(
      named.errors.contains("no scene 'B' in what can be read of a damaged store [damaged]"),
      "\(named)")
    #expect(named.errors.contains("has only its number, such as #2"), "\(named)")
    #expect(named.errors.contains("next   scenesim store repair \(store.path) -o "), "\(named)")
    let sound = try SampleStore.demo()
    let diff = Harness().run("store", "diff", sound.path, store.path)
    #expect(diff.errors.contains("1 scene without a record, compared under the number"), "\(diff)")
    let list = Harness().run("store", "ls", store.path, "#2/", "--keys")
    #expect(list.output == "#2/selectedTab\n", "\(list)")
    #expect(Harness().run("store", "tree", store.path, "#2").output.contains("#2  damaged\n"))
    let one = Harness().run("store", "scenes", store.path, "#2", "--plain")
    #expect(one.output.split(separator: "\n").count == 1, "\(one)")
    let set = Harness().run("store", "set", store.path, "#2/selectedTab", "raven")
    #expect(set.code == .no && set.errors.contains("its values can be read and removed"), "\(set)")
    #expect(Harness().run("store", "rm", store.path, "#2/selectedTab").code == .success)
    // A record without values, too.
    try store.put([("sessions", SessionRecord.key(number: 9), [82, 1, 2])])
    let empty = Harness().run("store", "scenes", store.path, "#9", "--plain")
    #expect(empty.output.hasPrefix("#9\t"), "\(empty)")
    let words = Harness().run(
      "completion", "--words", "--", "store", "get", store.path, "#")
    #expect(words.output.contains("#2/\t"), "\(words)")
  }

  @Test func `what a newer version lets be read only is said to be that`() throws {
    let store = try SampleStore.demo()
    try store.put([("info", InfoKey.readOnlyFeatures, InfoKey.bytes(UInt64(4)))])
    let newer = try SampleStore(
      sessions: [(1, "A", "")], values: [.text("raven", "selectedTab")], format: 9)
    for (path, words) in [(store.path, "lets it be read only"), (newer.path, "format 9")] {
      for line in [
        ["set", path, "A/selectedTab", "x"], ["rm", path, "A/selectedTab"], ["compact", path],
        ["purge", path, "--force"],
      ] {
        let result = Harness().run(["store"] + line)
        #expect(result.code == .unusable, "\(line) \(result)")
        #expect(result.errors.contains(words), "\(line) \(result)")
        #expect(result.errors.contains("[store-from-newer-version]\n  hint   nothing was changed"))
        #expect(result.errors.contains("next   scenesim version\n"), "\(line) \(result)")
      }
    }
    #expect(Harness().run("store", "get", store.path, "A/selectedTab").output == "\"raven\"\n")
  }

  @Test func `of a newer version what is understood is shown, whatever tables it keeps`() throws {
    let store = try SampleStore.demo()
    try store.put([
      ("info", InfoKey.readOnlyFeatures, InfoKey.bytes(UInt64(4)))
    ])
    for verb in Self.verbs {
      let result = Harness().run("store", verb, store.path)
      #expect(result.code == .success, "\(verb) \(result)")
      let warning =
        "warning: features 4 are not known here: read only; shown is what is understood "
        + "[newer-format]\n"
      #expect(
        result.errors == warning + "  next   scenesim store check \(store.path)\n", "\(verb)")
    }
    let one = Harness().run("store", "ls", store.path, "A/", "--json")
    #expect(one.code == .success && one.errors.contains("[newer-format]"))
    #expect(one.output.contains(#""warnings":["features 4 are not known"#))
    let check = Harness().run("store", "check", store.path)
    #expect(check.code == .success)
    #expect(check.output.contains("4 of 4 read back as what they were written as"), "\(check)")
    #expect(check.output.contains("note    values     features 4 are not known here"))
    // Damage is damage, whoever wrote the rest.
    try store.damage("draft", tab: "hawk")
    #expect(Harness().run("store", "check", store.path).code == .no)
    #expect(Harness().run("store", "ls", store.path).code == .no)
  }

  @Test func `a value of a newer format is told and is no damage`() throws {
    let store = try SampleStore.demo()
    let address = ValueAddress(session: 1, path: .root, key: "selectedTab")
    let key = try #require(StoredKey.bytes(of: address))
    var bytes = Envelope(tag: 5, sequence: 1, typeNumber: 1, payload: [65]).bytes(forKey: key)
    bytes[1] = 2
    try store.put([("values", key, bytes)])
    let result = Harness().run("store", "ls", store.path)
    #expect(result.code == .success)
    #expect(
      result.errors == "warning: 1 value of a newer version, the first at A/selectedTab "
        + "[newer-format]\n", "\(result)")
    #expect(result.output.contains("(of a newer version)"))
  }

  @Test func `each verb reads what is left of a damaged file, and says so`() throws {
    let folder = try TemporaryFolder()
    let path = try LargeStore.withDamagedPage(in: folder)
    for verb in Self.verbs {
      let result = Harness().run("store", verb, path)
      #expect(result.code == .no, "\(verb) \(result.errors)")
      #expect(result.errors.contains("warning: the store is damaged: "), "\(verb)")
      #expect(result.output.split(separator: "\n").count > 3, "\(verb)")
    }
    let get = Harness().run("store", "get", path, "s0/draft")
    // The pages that lead to it are sound, and no others are looked at.
    #expect(get.output == "\"v0\"\n" && get.code == .success, "\(get)")
    let blame = Harness().run("store", "blame", path, "s0/draft")
    #expect(blame.output.hasPrefix("value") && blame.code == .no, "\(blame)")
    let diff = Harness().run("store", "diff", path, path)
    #expect(diff.output == "no difference\n" && diff.code == .no, "\(diff)")
  }

  @Test func `a part of a store is shown rather than the empty one before its first commit`()
    throws
  {
    let folder = try TemporaryFolder()
    let path = folder.file("demo.store")
    let store = try SceneStore.open(URL(filePath: path))
    store.tick {
      for number in 0..<400 {
        store.scene(SceneID(rawValue: "s\(number)"))[SceneKey("draft", default: "")] = "v\(number)"
      }
    }
    store.close()
    var bytes = try Data(contentsOf: URL(filePath: path + "/data.mdb"))
    let page = try #require(bytes.range(of: Data("v200".utf8))).lowerBound / 4096 * 4096
    bytes.replaceSubrange(page..<page + 64, with: Data(repeating: 0xFF, count: 64))
    try bytes.write(to: URL(filePath: path + "/data.mdb"))
    let list = Harness().run("store", "ls", path, "--plain")
    #expect(list.code == .no && list.output.split(separator: "\n").count > 300, "\(list.errors)")
    #expect(list.errors.contains("shown is what can be reached"))
  }

  @Test func `check compares tabs and types with what an app declares`() throws {
    let store = try SampleStore.demo()
    let app = store.folder.file("notes.scene.yaml")
    func write(_ tabs: String, _ type: String) throws {
      let text = """
        scenesim: 1
        scenario: t
        app:
          tabs: { \(tabs) }
          storage: { draft: { type: \(type), scope: tab } }
        steps: [{ launch: A }]
        """
      try Data(text.utf8).write(to: URL(filePath: app))
    }
    try write("hawk: Hawk, raven: Raven", "string")
    let sound = Harness().run("store", "check", store.path, "--app", app)
    #expect(sound.code == .success, "\(sound)")
    #expect(sound.output.contains("every tab and type fits the app"))
    try write("raven: Raven, owl: Owl", "int")
    let found = Harness().run("store", "check", store.path, "--app", app, "--quiet")
    #expect(found.code == .no)
    let lines = found.output.split(separator: "\n").map(String.init)
    try #require(lines.count == 3, "\(found)")
    #expect(
      lines[0].hasPrefix(
        "warning values     A/hawk/draft: stored as string, read as int; the app declares int, and")
    )
    #expect(lines[0].hasSuffix("scenesim store get \(store.path) A/hawk/draft"), "\(lines[0])")
    #expect(
      lines[1].hasPrefix("warning orphans    A/hawk/: 1 value of a tab that the app does not"))
    #expect(lines[1].hasSuffix("scenesim store rm \(store.path) A/hawk/ --force"))
    // What it says does help.
    #expect(Harness().run("store", "rm", store.path, "A/hawk/", "--force").code == .success)
    let rest = Harness().run("store", "check", store.path, "--app", app, "--quiet").output
    #expect(!rest.contains("A/hawk/"))
    let wrong = Harness().run("store", "check", store.path, "--app", "nowhere.yaml")
    #expect(wrong.code != .success && wrong.code != .bug && wrong.output.isEmpty, "\(wrong)")
    // Without it the answer says what was not asked.
    let without = Harness().run("store", "check", store.path).output
    #expect(without.contains("note    orphans    tabs and declared types were not compared"))
  }
}
