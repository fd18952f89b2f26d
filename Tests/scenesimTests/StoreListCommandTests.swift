import Foundation
import SceneCommands
import SceneReports
import SceneScenarios
import SceneState
import StoreFormat
import Testing

struct StoreListCommandTests {
  @Test func `the table has a row per value and a footer`() throws {
    let store = try SampleStore.demo()
    let result = Harness().run("store", "ls", store.path)
    #expect(result.code == .success)
    let lines = result.output.split(separator: "\n").map(String.init)
    #expect(
      lines.dropLast() == [
        "SCENE  TAB    KEY          TYPE      SIZE  CHANGED   VALUE",
        "A      –      selectedTab  string     5 B  txn 12    \"raven\"",
        "A      hawk   draft        string    13 B  txn 4     \"Tala is brave\"",
        "A      raven  path         [string]  18 B  txn 11    [\"character/tala\"]",
        "B      –      selectedTab  string     4 B  txn 14    \"hawk\"",
      ])
    #expect(lines.last?.hasPrefix("4 values in 2 scenes · 40 B of values · file ") == true)
    #expect(lines.last?.hasSuffix(" KiB of 16 MiB") == true)
    #expect(result.errors.isEmpty)
  }

  @Test func `lines for programs have fixed members in a fixed order`() throws {
    let store = try SampleStore.demo()
    let result = Harness().run("store", "ls", store.path, "A/hawk/", "--format", "jsonl")
    #expect(
      result.output == """
        {"scene":"A","tab":"hawk","key":"draft","type":"string","bytes":13,"txn":4,"version":1,\
        "value":"Tala is brave"}

        """)
  }

  @Test func `values of the app have no scene and nested ones have a path`() throws {
    let store = try SampleStore(
      sessions: [(1, "A", "")],
      values: [
        .text("dark", "theme", session: 0),
        .init(
          path: [.tab("hawk"), .nested(kind: "editor", id: "1")], key: "line", type: "int", tag: 2,
          payload: [0, 0, 0, 0, 0, 0, 0, 7]),
      ])
    let lines = Harness().run("store", "ls", store.path, "--format=jsonl").output
      .split(separator: "\n")
    #expect(lines.first?.hasPrefix(#"{"scene":null,"tab":null,"key":"theme","#) == true)
    #expect(lines.last?.hasSuffix(#""value":7,"path":["hawk",["editor","1"]]}"#) == true)
    #expect(Harness().run("store", "get", store.path, "A/hawk/editor/1/line").output == "7\n")
    #expect(Harness().run("store", "get", store.path, "?app/theme").output == "\"dark\"\n")
    #expect(Harness().run("store", "ls", store.path, "?app/", "--keys").output == "?app/theme\n")
    // Scenarios write it so.
    #expect(Harness().run("store", "get", store.path, "app/theme").errors.contains("'?app/theme'"))
  }

  @Test(arguments: [
    ("A/", 3), ("A", 3), ("A/hawk/", 1), ("A/hawk/draft", 1), ("*/selectedTab", 2), ("A/*/*", 2),
    ("*/*/dr*t", 1), ("A/hawk/draf", 0), ("A/r*/", 1), ("B/hawk/", 0), ("A/%68awk/draft", 1),
    ("A/%2A/draft", 0),
  ])
  func `addresses choose values`(address: String, count: Int) throws {
    let store = try SampleStore.demo()
    let result = Harness().run("store", "ls", store.path, address, "--keys")
    #expect(result.code == .success)
    #expect(result.output.split(separator: "\n").count == count)
  }

  @Test(arguments: [
    ("key", ["A/hawk/draft", "A/raven/path", "A/selectedTab", "B/selectedTab"]),
    ("size", ["A/raven/path", "A/hawk/draft", "A/selectedTab", "B/selectedTab"]),
    ("changed", ["B/selectedTab", "A/selectedTab", "A/raven/path", "A/hawk/draft"]),
  ])
  func `the order can be chosen`(order: String, addresses: [String]) throws {
    let store = try SampleStore.demo()
    let result = Harness().run("store", "ls", store.path, "--keys", "--sort", order)
    #expect(result.output == addresses.map { $0 + "\n" }.joined())
  }

  @Test func `only values of one type can be asked for`() throws {
    let store = try SampleStore.demo()
    let result = Harness().run("store", "ls", store.path, "--type", "[string]", "--keys")
    #expect(result.output == "A/raven/path\n")
  }

  @Test func `only what was written after a commit can be asked for`() throws {
    let store = try SampleStore.demo()
    let result = Harness().run("store", "ls", store.path, "--since", "11", "--keys")
    #expect(result.output == "A/selectedTab\nB/selectedTab\n")
    #expect(Harness().run("store", "ls", store.path, "--since", "x").code == .usage)
  }

  @Test func `one scene is read the same whether alone or with all others`() throws {
    let ids = ["A", "AB", "A/b", "#9", "", "\u{0}x", "\u{202E}r", "👩‍👩‍👧", "?app", "ü"]
    let store = try SampleStore(
      sessions: ids.enumerated().map { (UInt32($0.offset + 1), $0.element, "") },
      values: ids.indices.flatMap { index in
        [
          .text("1", "k", session: UInt32(index + 1)),
          .text("2", "\u{0}", session: UInt32(index + 1), tab: ids[index]),
          .text(
            String(repeating: "é", count: 60), String(repeating: "n", count: 80),
            session: UInt32(index + 1), tab: ""),
        ]
      } + [.text("orphan", "k", session: 77)])
    let all = Harness().run("store", "ls", store.path, "--format=jsonl").output
      .split(separator: "\n")
    #expect(all.count == 3 * ids.count + 1)
    var alone: [Substring] = []
    let addresses = Harness().run("store", "ls", store.path, "--keys").output
      .split(separator: "\n")
    for scene in addresses.map({ $0.prefix { $0 != "/" } }).uniqued() {
      let one = Harness().run("store", "ls", store.path, "\(scene)/", "--format=jsonl")
      #expect(one.code == .success, "\(scene) \(one.errors)")
      alone += one.output.split(separator: "\n")
    }
    #expect(alone == all)
  }

  @Test func `one scene is read from the file alone: nothing is made, nothing is locked`() throws {
    let store = try SampleStore.demo()
    let files = FileManager.default
    for name in try files.contentsOfDirectory(atPath: store.path) where name != "data.mdb" {
      try files.removeItem(atPath: "\(store.path)/\(name)")
    }
    #expect(Harness().run("store", "ls", store.path, "A/", "--keys").output.count > 20)
    #expect(Harness().run("store", "get", store.path, "B/selectedTab").output == "\"hawk\"\n")
    #expect(try files.contentsOfDirectory(atPath: store.path) == ["data.mdb"])
    // This process has it open, and a second environment would be refused.
    let open = try SceneStore.open(URL(filePath: store.path))
    open.scene("A")[SceneKey("more", default: "")] = "seen"
    try open.flush()
    #expect(Harness().run("store", "get", store.path, "A/more").output == "\"seen\"\n")
    open.close()
  }

  @Test func `of a damaged store what is left is shown, and that it is damaged`() throws {
    let folder = try TemporaryFolder()
    let path = try LargeStore.withDamagedPage(in: folder)
    let result = Harness().run("store", "ls", path, "--plain")
    #expect(result.errors.contains("the store is damaged"), "\(result.errors)")
    #expect(Harness().run("store", "ls", path, "s200/").code != .bug)
  }

  @Test func `a type that no value has is told with those that there are`() throws {
    let store = try SampleStore.demo()
    let result = Harness().run("store", "ls", store.path, "--type", "strnig", "--plain")
    #expect(result.output.isEmpty && result.code == .success)
    #expect(result.errors == "no value of type strnig\n  hint   there are [string], string\n")
    let right = Harness().run("store", "ls", store.path, "--type", "string", "--plain")
    #expect(right.errors.isEmpty && right.output.split(separator: "\n").count == 3)
  }

  @Test func `a store without an address is not taken for one`() throws {
    let store = try SampleStore.demo()
    for verb in ["get", "blame"] {
      let result = Harness().run("store", verb, store.path)
      #expect(result.code == .usage)
      #expect(result.errors.contains("is a store; no address given"), "\(result)")
    }
  }

  @Test func `plain output has tabs between columns and no heading`() throws {
    let store = try SampleStore.demo()
    let lines = Harness().run("store", "ls", store.path, "--plain").output.split(separator: "\n")
    #expect(lines.count == 4)
    #expect(lines[0] == "A\t-\tselectedTab\tstring\t5\t12\t1\t\"raven\"")
  }

  @Test func `one object for programs is JSON with a schema`() throws {
    let store = try SampleStore.demo()
    let output = Harness().run("store", "ls", store.path, "--json").output
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
    #expect(object["schema"] as? String == "scenesim.store.ls/1")
    #expect((object["values"] as? [[String: Any]])?.count == 4)
  }

  @Test func `a hostile store cannot draw on the terminal`() throws {
    let store = try SampleStore(
      sessions: [(1, "A\u{1B}[2J", "")],
      values: [
        .text("x\u{202E}y\u{1B}]0;z\u{7}\u{9B}2J", "k\u{7}\n", tab: "t\u{2066}\tb"),
        .init(key: "bytes", type: "da\u{1B}ta", tag: 6, payload: [0, 27, 255]),
      ])
    for format in ["table", "plain", "json", "jsonl"] {
      for verb in ["ls", "tree"] {
        let output = Harness().run("store", verb, store.path, "--format", format).output
        #expect(!output.isEmpty)
        let bad = output.unicodeScalars.filter {
          ($0.value < 32 && $0 != "\n" && !($0 == "\t" && format == "plain"))
            || (0x7F...0x9F).contains($0.value) || $0 == "\u{202E}" || $0 == "\u{2066}"
        }
        #expect(bad.isEmpty, "\(verb) \(format)")
      }
    }
  }

  @Test(arguments: [40, 60, 80])
  func `the table fits the terminal unless all is asked for`(width: Int) throws {
    let long = String(repeating: "鷹🦅long ", count: 40)
    let store = try SampleStore(
      sessions: [(1, "A", "")], values: [.text(long, "draft", tab: "hawk")])
    let harness = Harness(isTerminal: true, terminalWidth: width)
    let rows = harness.run("store", "ls", store.path, "--color=never", "-q").output
    for line in rows.split(separator: "\n") {
      let columns = line.reduce(0) { $0 + ($1 == "鷹" || $1 == "🦅" ? 2 : 1) }
      #expect(columns <= width)
    }
    #expect(rows.contains("…"))
    #expect(harness.run("store", "ls", store.path, "--full").output.contains(long))
  }

  @Test func `at 40 columns scene, place, key and value are left, and long ones are cut`() throws {
    let store = try SampleStore(
      sessions: [(1, "A", "")],
      values: [
        .text("שלום עולם", "rtl", tab: "hawk"), .text("👨‍👩‍👧‍👦🇩🇪 e\u{301} flags", "emoji", tab: "hawk"),
        .text(String(repeating: "鷹", count: 90), "wide", tab: "hawk"),
      ])
    let lines = Harness(isTerminal: true, terminalWidth: 40)
      .run("store", "ls", store.path, "--color=never", "-q").output
      .split(separator: "\n").map(String.init)
    #expect(lines.count == 4)
    #expect(lines[0].split(separator: " ") == ["SCENE", "TAB", "KEY", "VALUE"])
    #expect(lines.contains { $0.contains("\u{2068}\"שלום עולם\"\u{2069}") })
    #expect(lines.contains { $0.contains("👨‍👩‍👧‍👦🇩🇪 e\u{301} flags") })
    #expect(lines.contains { $0.hasSuffix("鷹…") })
    for line in lines { #expect(DisplayWidth.of(line) <= 40, "\(line)") }
  }

  @Test func `a scene is found by alias and by the unique beginning of its id`() throws {
    let store = try SampleStore(
      sessions: [(1, "7c1e-1", "A"), (2, "7c1e-2", ""), (3, "7c", "")],
      values: (1...3).map { .text("v\($0)", "k", session: $0) })
    #expect(Harness().run("store", "get", store.path, "A/k").output == "\"v1\"\n")
    #expect(Harness().run("store", "get", store.path, "7c1e-2/k").output == "\"v2\"\n")
    #expect(Harness().run("store", "get", store.path, "7c/k").output == "\"v3\"\n")
    let ambiguous = Harness().run("store", "get", store.path, "7c1e/k")
    #expect(ambiguous.code == .usage)
    #expect(ambiguous.errors.contains("'7c1e' means more than one scene: 7c1e-1, 7c1e-2"))
    let missing = Harness().run("store", "ls", store.path, "Z/")
    #expect(missing.code == .no)
    #expect(missing.errors.contains("no scene 'Z' in this store [no-such-scene]"))
  }

  @Test func `the tree has scenes, tabs and keys`() throws {
    let store = try SampleStore.demo()
    let output = Harness().run("store", "tree", store.path, "-q").output
    #expect(
      output == """
        A
        ├─ selectedTab  "raven"
        ├─ hawk
        │  └─ draft  "Tala is brave"
        └─ raven
           └─ path  ["character/tala"]
        B
        └─ selectedTab  "hawk"

        """)
    let ascii = Harness(environment: ["LANG": "C"]).run("store", "tree", store.path, "B/", "-q")
    #expect(ascii.output == "B\n`- selectedTab  \"hawk\"\n")
  }
}

extension [Substring] {
  fileprivate func uniqued() -> [Substring] {
    reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }
}
