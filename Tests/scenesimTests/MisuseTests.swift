import Foundation
import SceneCommands
import SceneState
import Testing

/// What people get wrong at the command line, and what they are told.
struct MisuseTests {
  /// A folder with a store, a scenario, an app with a mistake, and files that are none of these.
  private struct Desk {
    let store: SampleStore
    var folder: TemporaryFolder { store.folder }

    init() throws {
      store = try SampleStore.demo()
      let files = [
        "note.scene.yaml":
          "scenesim: 1\nscenario: Note\napp: { storage: { draft: string } }\nsteps:\n  - launch: A\n",
        "app.yaml": "name: Notes\nstorage:\n  draft: strin\n",
        "phase.yaml":
          "storage: { draft: string }\non-phase: { active: [{ clear: [draft] }] }\n",
        "phase-if.yaml": "storage: { draft: string }\non-phase:\n"
          + "  active: [{ clear: [draft], if: { $value: { draft: one } } }]\n",
        "text.txt": "hello\n",
        "run.jsonl": "{\"event\":\"run\",\"schema\":\"scenesim.run/1\"}\n{\"event\":\"step\"}\n",
        "old.dump": "{\"schema\":\"scenesim.dump/1\"}\n",
        "dump.jsonl": "{\"schema\":\"scenesim.dump/1\"}\n{\"kind\":\"type\"}\n",
        "note.trace": "# scenesim trace 1\n001 launch A\n",
      ]
      for (name, text) in files { try Data(text.utf8).write(to: URL(filePath: folder.file(name))) }
      try FileManager.default.createDirectory(
        atPath: folder.file("empty"), withIntermediateDirectories: false)
    }

    /// Runs a line in which `@name` is a file of the folder.
    func run(_ line: String) -> Harness.Result {
      Harness().run(
        line.split(separator: " ").map { word in
          word.hasPrefix("@") ? folder.file(String(word.dropFirst())) : String(word)
        })
    }
  }

  @Test(arguments: [
    // The store is there, and what should stand behind it is not; or it stands last.
    ("store load @demo.store", "is a store; behind it FILE is missing"),
    ("store set @demo.store A/draft", "is a store; behind it VALUE|- is missing"),
    ("store rename @demo.store A", "is a store; behind it TO is missing"),
    ("store rm @demo.store", "is a store; no address given"),
    ("store ls A/hawk/ @demo.store", "the store comes first"),
    ("store set A/hawk/draft x @demo.store", "the store comes first"),
    ("store ls @demo.store/data.mdb", "the store is the folder it lies in"),
    ("store ls @demo.store Z/", "there are A, B"),
    ("store ls @demo.store A/hawx/", "did you mean A/hawk/?"),
    ("store ls @demo.store --since 99999999", "the last commit is txn "),
    ("store backup @demo.store @text.txt", "there is something at"),
    ("store diff @demo.store @note.scene.yaml", "note.scene.yaml#NAME"),
    ("store load @demo.store @text.txt --merge", "this is no dump of a store"),
    // What was to be hidden is shown: that must not go unsaid.
    ("store dump @demo.store --redact drafd", "no value has the key 'drafd'"),
    ("store export @demo.store --with-values --redact drafd", "did you mean draft?"),
    ("store export @demo.store --as csv -o @out.pdf", ""),
    ("store export @demo.store -o @out.pdf", "no export ends in .pdf"),
    // Files of another kind.
    ("run @demo.store", "is a store, and holds no scenario"),
    ("run @phase.yaml", "this is the file of an app, and no scenario"),
    ("run @note.trace", "this is the trace of a run, and no scenario"),
    ("format @note.trace", "note.scene.yaml"),
    ("record @note.trace", "an event log begins with"),
    ("try @text.txt", "is no scenario and no app"),
    ("explore @text.txt", "is no scenario and no app"),
    ("explore --merge @empty", "holds no part of an exploration"),
    ("check @run.jsonl", "this is what a run wrote for programs"),
    ("run @dump.jsonl", "this is the dump of a store"),
    ("record @dump.jsonl", "its `schema` is `scenesim.events/1`"),
    ("run @note.scene.yaml --store @text.txt", "there is a file of this name"),
    ("new -", "is no name for a scenario"),
    ("store rename @demo.store A B/", "is no name for a scene"),
    ("store diff @demo.store @demo.store Z/", "no scene 'Z' in this store"),
    // A place that is none of the file's would be looked for in vain.
    ("explore @app.yaml", "app.yaml:3:10: error: `strin`"),
    ("try @app.yaml", "app.yaml:3:10: error: `strin`"),
    ("diagram lifecycle @app.yaml", "app.yaml:3:10: error: `strin`"),
    ("diagram places @note.scene.yaml", "has no navigator"),
    // What is meant is named.
    ("store set @demo.store A/hawk/draft -x", "a text that begins with - stands last, behind --"),
    ("store rm @demo.store */draft", "did you mean */*/draft?"),
    ("store ls @demo.store --store @demo.store", "two stores given: "),
    ("diagram @note.scene.yaml lifecycle", "the kind comes first"),
    ("store backup @demo.store @gone/copy.snap", "there is no folder"),
    // Folders in which something lies already.
    ("store backup @demo.store @", "there is something at"),
    ("run @note.scene.yaml --store @", "there is something in"),
    ("explore @note.scene.yaml --out @text.txt --steps 1", "there is a file of this name"),
    // What has no form for programs.
    ("format @note.scene.yaml --json", "format answers with names of files"),
    ("diagram lifecycle @note.scene.yaml --json", "diagram answers with a drawing"),
    ("completion bash --json", "completion answers with a script"),
    ("manual --json", "manual answers with a manual page"),
    ("help run --json", "help answers with help for people"),
    ("new note --json", "new answers with a scenario"),
    ("record @run.jsonl --format jsonl", "record answers with a scenario"),
    ("store find @demo.store zzz --json", #""values":[]"#),
    // Words that would do nothing.
    ("explore @note.scene.yaml --steps 1 --case 7", "the file has no `cases`"),
    ("explore @note.scene.yaml --steps 1 --except restores:drafd", "no key, list or activity"),
    ("explore @note.scene.yaml --steps 1 --only restores:drafd", "leaves nothing to look at"),
    ("explore @note.scene.yaml --steps 1 --only quiet --except quiet", "leave nothing to look at"),
    ("explore @note.scene.yaml --depth 3", "--depth says nothing without --exhaustive"),
    ("explore @note.scene.yaml --exhaustive --steps 5", "--steps says nothing to it"),
    ("explore @note.scene.yaml --kills --steps 5", "--steps says nothing to it"),
    ("explore @phase.yaml --steps 1", "not compared  `draft`: the app sets it"),
    ("explore @phase-if.yaml --steps 1", "not compared  `draft` where the app sets it"),
    ("store why @demo.store A/hawk/draft", "did you mean store blame?"),
    // Options of other tools, and other ways to name what there is.
    ("run @note.scene.yaml -s @new.store", "--store or"),
    ("new note --template tabs", "did you mean --like TEMPLATE?"),
    ("store export @demo.store --csv", "did you mean --as csv?"),
    ("store check @demo.store --repair", "there is a command 'scenesim store repair'"),
    ("store ls @demo", "demo.store?"),
    ("run @note.scene", "note.scene.yaml?"),
    ("store load @new.store", "`-` reads standard input"),
    ("store load @dump.jsonl @new.store", "the store comes first"),
    ("store compact @demo.store @new.store", "where it writes stands behind -o"),
    ("store ls @demo.sore", "demo.store?"),
    ("store get @demo.store A.hawk.draft --raw", "is no address of a value"),
    ("store ls @demo.store A.hawk.draft", "'A/hawk/draft'"),
    ("store set @demo.store A/hawk/path page/x", "'[\"page/x\"]'"),
    ("store check @old.dump", "scenesim store load NEW-FOLDER"),
    ("store load @new.store @demo.store/data.mdb", "a dump of it can be loaded"),
    ("store ls @demo.store -l", "all of it is shown"),
    ("store find @demo.store -i brave", "letters of either case are found"),
    ("format @note.scene.yaml -w", "unknown option '-w'"),
    ("new --list", "--like names what there"),
    ("store get @demo.store A hawk draft", "demo.store A/hawk/draft"),
    ("store ls @demo.store A hawk", "demo.store A/hawk"),
    ("store ls @demo.store @demo.store @demo.store", "one store at a time"),
    ("store set @demo.store A/hawk/draft=new", "demo.store A/hawk/draft new"),
    ("store get @demo.store A.hawk.draft", "did you mean A/hawk/draft?"),
    ("store export @demo.store out.csv", "demo.store -o out.csv"),
    ("store query @demo.store", "did you mean store find?"),
    ("store vacuum @demo.store", "did you mean store compact?"),
    ("store integrity_check @demo.store", "did you mean store check?"),
    ("store show @demo.store", "`store ls` shows the values"),
    ("store log @demo.store", "`store watch` shows changes"),
    ("check-store @demo.store", "did you mean store check?"),
    ("report @demo.store", "it is a store, and no file"), ("try @demo.store", "scenesim store ls "),
    ("explore @demo.store", "it is a store, and no file"),
    ("record @demo.store", "it is a store, and no file"),
    ("try @", "name a file in it, such as "), ("explore @ --steps 5", "note.scene.yaml"),
    ("report @run.json", "run.jsonl?"), ("try @other.scene.yaml", "`scenesim new "),
    ("run @other.scene.yaml", "`scenesim new "), ("run https://example.com/x", "fetch it first"),
    ("explore @note.scene.yaml -n 5", "did you mean --steps 5?"),
    ("run @note.scene.yaml -o @out.html", "a report is written by --report"),
    ("report @run.jsonl -o @pages/", "fills a folder"),
  ])
  func `a slip is told, and what helps`(line: String, words: String) throws {
    let desk = try Desk()
    let result = desk.run(line)
    let said = result.errors + result.output
    #expect(words.isEmpty ? result.errors.isEmpty : said.contains(words), "\(line)\n\(said)")
  }

  @Test(arguments: [
    ("store help repair", "next   scenesim help store repair\n"),
    ("store @demo.store ls", "next   scenesim store ls "),
    ("new @first.yaml -n", "first.scene.yaml"),
    ("store dump @demo.store -o @none/x.jsonl", "next   mkdir -p "),
    ("store vacuum @demo.store", "next   scenesim store compact "),
    ("ls @demo.store", "next   scenesim store ls "), ("test @", "next   scenesim run "),
    ("store get @demo.store draft", "a scene, or ?app, stands before the key"),
    ("store get @demo.store A/hawk/", "next   scenesim store ls "),
    ("run @note.scene.yaml --until expect", "`run` names steps by number"),
    ("run @note.scene.yaml --verbose 2", "hint   --verbose takes no value\n"),
    ("explain no-permission", "or its permissions keep you out of your own"),
    ("store get @demo.store/A/hawk/draft", "a store and an address in one word"),
    ("store repair @demo.store --in-place", "only into a new place"),
    ("store export @demo.store --format csv", "did you mean --as csv?"),
    ("store export @demo.store -o @out.xlsx", "a spreadsheet opens --as csv"),
    ("store restore @demo.store x.snap", "did you mean store load?"),
    ("store check @demo.store --fix", "`store repair STORE -o NEW`"),
    ("store set @demo.store A/raven/path {\"a\":1}", #"'["{\"a\":1}"]'"#),
    ("run @note.scene.yaml --parallel 4", "did you mean --jobs?"),
    ("run @note.scene.yaml --timeout 30", "did you mean --time-limit?"),
    ("run --filter hawk @", "did you mean --case?"),
    ("run @**/*.yaml", "a folder means all below it"),
    ("run @note.scene.yaml --report=junit:out.xml", "hint   --report junit=out.xml\n"),
    ("watch @", "did you mean store watch or run --watch?"),
    ("explain 4", "next   scenesim help exit-codes\n"),
    ("explain exit 77", "next   scenesim help exit-codes\n"),
    ("steps expect", "scenesim help checks"),
  ])
  func `the first line of somebody new is answered`(line: String, words: String) throws {
    let result = try Desk().run(line)
    #expect((result.errors + result.output).contains(words), "\(line)\n\(result)")
  }

  @Test func `an option of another command is not suggested`() throws {
    let result = try Desk().run("format @note.scene.yaml --write")
    #expect(result.code == .usage && !result.errors.contains("--wait"), "\(result.errors)")
  }

  @Test func `what has no address, no pattern and no such ending is told`() throws {
    let page = try Desk().run("run @demo.scene.yaml --report out.pdf")
    #expect(page.errors.contains("--report html=out.html"))
    let found = try Desk().run("store find @demo.store *brave*")
    #expect(found.errors.contains("a `*` stands for itself here"))
    let folder = try TemporaryFolder()
    let path = folder.file("seats.store")
    let store = try SceneStore.open(
      URL(filePath: path), options: SceneStore.Options(appID: "com.example.seats"))
    store.scene("A")[SceneKey("seat", default: ["row": 1])] = ["row": 2]
    store.close()
    let part = Harness().run("store", "get", path, "A/seat/row")
    #expect(part.errors.contains("`row` is a field of the value at A/seat"))
  }

  @Test func `a check with the file of another app says whose store it is`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("demo.store")
    let store = try SceneStore.open(
      URL(filePath: path), options: SceneStore.Options(appID: "com.example.notes"))
    store.scene("A").tab("hawk")[SceneKey("draft", default: "")] = "Tala"
    store.close()
    let app = folder.file("other.yaml")
    let text = "id: com.example.other\ntabs: { owl: Owl }\nstorage: { draft: int }\n"
    try Data(text.utf8).write(to: URL(filePath: app))
    let check = Harness().run("store", "check", path, "--app", app)
    #expect(check.code == .no)
    #expect(check.output.contains("the store is of com.example.notes, the file declares"))
    #expect(!check.output.contains("store rm"), "\(check)")
  }

  @Test func `a dump hides each of the keys that commas separate`() throws {
    let result = try Desk().run("store dump @demo.store --redact draft,path")
    #expect(!result.output.contains("Tala is brave") && !result.output.contains("character/tala"))
  }

  @Test func `what is read first of a file that is no log is all that is said of it`() throws {
    let desk = try Desk()
    try Data("a\nb\nc\n".utf8).write(to: URL(filePath: desk.folder.file("text.txt")))
    #expect(desk.run("record @text.txt").errors.split(separator: "error:").count == 2)
  }

  // MARK: Stores that are not as they should be

  @Test func `a file where the folder of backups belongs is told in words`() throws {
    let desk = try Desk()
    let backup = URL(filePath: desk.folder.file("demo.store/backup"))
    // The store may have none yet.
    try? FileManager.default.removeItem(at: backup)
    try Data("x".utf8).write(to: backup)
    let said = desk.run("store check @demo.store").output
    #expect(said.contains("where its folder belongs there is a file") && !said.contains("errno"))
  }

  @Test func `a value that damage may have taken is not called one that never was`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("demo.store")
    let store = try SceneStore.open(URL(filePath: path))
    for number in 100..<120 { store.scene("A")[SceneKey("key\(number)", default: 0)] = number }
    store.close()
    let file = URL(filePath: path + "/data.mdb")
    var bytes = Array(try Data(contentsOf: file))
    let name = Array("key110".utf8)
    for start in bytes.indices.dropLast(name.count)
    where bytes[start..<start + name.count].elementsEqual(name) {
      // A page whose keys are not in order is no page any more.
      bytes.replaceSubrange(start..<start + name.count, with: Array("aaa110".utf8))
    }
    try Data(bytes).write(to: file)
    for verb in [["get"], ["blame"], ["set"], ["rm"]] {
      let result = Harness().run(
        ["store"] + verb + [path, "A/key109"] + (verb == ["set"] ? ["5"] : []))
      #expect(result.code != .success && result.errors.contains("[damaged]"), "\(verb) \(result)")
      #expect(!result.errors.contains("no-such-value"), "\(verb) \(result)")
    }
  }

  @Test func `blame says nothing of the commit and the step of damaged bytes`() throws {
    let store = try SampleStore.demo()
    try store.damage("draft", tab: "hawk")
    try Data(#"{"txn":9,"step":1,"file":"x.scene.yaml","line":3,"text":"launch A"}"#.utf8)
      .write(to: URL(filePath: store.path + "/steps.jsonl"))
    let result = Harness().run("store", "blame", store.path, "A/hawk/draft")
    #expect(result.output.contains("type, commit and app version are not known"))
    #expect(!result.output.contains("txn") && !result.output.contains("x.scene.yaml"))
  }

  @Test func `a folder that no app uses is no sound store`() throws {
    let store = try SampleStore.demo()
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: store.path)
    let check = Harness().run("store", "check", store.path)
    #expect(check.code == .no)
    #expect(check.output.contains("no app uses it: "), "\(check.output)")
    #expect(check.output.contains("everybody may write to it"))
    let set = Harness().run("store", "set", store.path, "A/hawk/draft", "x")
    #expect(
      set.code == .unusable && set.errors.contains("next   chmod go-w \(store.path)\n"),
      "\(set.errors)")
  }

  @Test func `a repair of a sound store loses nothing, whatever old pages hold`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("demo.store")
    var options = SceneStore.Options(commitDelay: .zero)
    options.backups = nil
    let store = try SceneStore.open(URL(filePath: path), options: options)
    for number in 0..<9 { store.scene("A")[SceneKey("n", default: 0)] = number }
    store.close()
    let file = URL(filePath: path + "/data.mdb")
    let sound = Array(try Data(contentsOf: file))
    // Page by page: those that the last commit does not need may hold anything.
    var repaired = 0
    for page in 2..<sound.count / 4096 {
      var bytes = sound
      bytes.replaceSubrange(
        page * 4096..<(page + 1) * 4096, with: [UInt8](repeating: 0, count: 4096))
      try Data(bytes).write(to: file)
      guard Harness().run("store", "check", path).code == .success else { continue }
      let result = Harness().run("store", "repair", path, "-o", folder.file("new\(page).store"))
      #expect(result.code == .success, "page \(page): \(result.output)")
      repaired += 1
    }
    #expect(repaired > 1)
  }
}
