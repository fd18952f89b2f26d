import Foundation
import SceneState
import StoreFormat
import StoreTools
import Testing

struct DumpTests {
  @Test func `everything in a store comes back from its dump byte for byte`() throws {
    let contents = try DumpSamples.contents()
    let text = DumpWriter(contents).text
    let read = try DumpReader.contents(Array(text.utf8))
    #expect(read == contents)
    #expect(DumpWriter(read).text == text)
    let raw = text.split(separator: "\n").filter { $0.contains(#""kind":"raw""#) }
    #expect(raw.count == 10, "\(raw.joined(separator: "\n"))")
  }

  @Test func `a dump has one line for each thing, sorted, with facts in a fixed order`() throws {
    let folder = try StoreFolder()
    try folder.withStore(.init(commitDelay: .zero, appID: "hawk", appVersion: 3)) { store in
      store.scene("B")[SceneKey("n", default: 0)] = 7
      store.scene("A").tab("hawk")[SceneKey("draft", default: "")] = "Tala"
      store.app[SceneKey("theme", default: "")] = "dark"
      try store.flush()
      store.destroySession("B")
    }
    let contents = try StoreInspector.contents(folder.store.path)
    var lines = DumpWriter(contents).text.split(separator: "\n").map {
      $0.replacing(/"txn":[0-9]+/) { _ in "\"txn\":1" }
    }
    #expect(
      lines.removeFirst() == """
        {"schema":"scenesim.dump/1","app":"hawk","appVersion":3,"format":1,"compat":0,\
        "roCompat":0,"incompat":0,"nextSession":3,"txn":1,"info":2,"sessions":2,"values":2,\
        "aside":0,"redacted":0}
        """)
    #expect(
      lines == [
        #"{"kind":"type","name":"int"}"#, #"{"kind":"type","name":"string"}"#,
        #"{"kind":"tombstone","session":1,"id":"","alias":"","txn":1,"record":null}"#,
        #"{"kind":"session","session":2,"id":"A","alias":"","txn":1,"record":null}"#,
        """
        {"kind":"value","session":0,"scene":null,"path":[],"key":"theme","coding":"string",\
        "type":"string","version":1,"app":3,"txn":1,"value":"dark"}
        """,
        """
        {"kind":"value","session":2,"scene":"A","path":["hawk"],"key":"draft",\
        "coding":"string","type":"string","version":1,"app":3,"txn":1,"value":"Tala"}
        """,
      ])
  }

  @Test func `what is redacted is nowhere in the dump`() throws {
    let folder = try StoreFolder()
    let secret = "s3cr3t-\(folder.url.lastPathComponent)"
    try folder.withStore { store in
      let note = store.scene("A").tab("hawk")
      note[SceneKey("password", default: "")] = secret
      note[SceneKey("draft", default: "")] = "Tala"
      store.openSession("A")
      store.setRecord(Array("{\"activity\":\"\(secret)\"}".utf8), for: "A")
      try store.flush()
      // Bytes that the new type can't read are set aside, with the secret in them.
      note[SceneKey("token", default: "")] = secret
    }
    try folder.withStore { store in
      let note = store.scene("A").tab("hawk")
      _ = note[SceneKey("token", default: 0)]
      note[SceneKey("token", default: 0)] = 3
    }
    let contents = try StoreInspector.contents(folder.store.path)
    #expect(contents.setAside.count == 1)
    let text = DumpWriter(contents, hidesRecords: true) { $1.key != "draft" }.text
    let encoded = Data(secret.utf8).base64EncodedString().prefix(20)
    #expect(!text.contains(secret) && !text.contains(encoded))
    #expect(text.contains("Tala"))
    let header = try #require(text.split(separator: "\n").first)
    #expect(header.hasSuffix(#""redacted":4}"#))
    let read = try DumpReader.contents(Array(text.utf8))
    #expect(read.redactedKeys.count == 4)
    #expect(DumpWriter(contents).text.contains(secret))
  }

  /// A good dump, and what a change of it does.
  private static let good = """
    {"schema":"scenesim.dump/1","app":"","appVersion":1,"format":1,"compat":0,"roCompat":0,\
    "incompat":0,"nextSession":2,"txn":9,"info":1,"sessions":1,"values":1,"aside":0,"redacted":0}
    {"kind":"type","name":"string"}
    {"kind":"session","session":1,"id":"A","alias":"","txn":1,"record":{"a":1}}
    {"kind":"value","session":1,"scene":"A","path":["hawk"],"key":"draft","coding":"string",\
    "type":"string","version":1,"app":3,"txn":1,"value":"Tala"}

    """

  @Test(arguments: [
    (
      "scenesim.dump/1", "scenesim.dump/2", 1, "\"scenesim.dump/2\"",
      "'schema' is 'scenesim.dump/2'"
    ),
    ("\"format\":1", "\"format\":2", 1, "2,\"compat\"", "'format' is 2, this version reads 1"),
    ("\"incompat\":0", "\"incompat\":4", 1, "4,", "'incompat' is 4, this version reads 0"),
    ("\"values\":1", "\"values\":2", 5, "", "the header counts 2 of 'values', here are 1"),
    ("\"kind\":\"type\"", "\"kind\":\"tpye\"", 2, "\"tpye\"", "'kind' is 'tpye'"),
    ("\"id\":\"A\"", "\"id\":\"\"", 3, "\"\",\"alias\"", "'id' is empty"),
    ("\"session\":1,\"id\"", "\"session\":0,\"id\"", 3, "0,", "'session' is 0, which is the app"),
    ("\"session\":1,\"id\"", "\"session\":-1,\"id\"", 3, "-1,", "'session' is no whole number"),
    ("\"scene\":\"A\"", "\"scene\":\"B\"", 4, "\"B\"", "'scene' is not the id of session 1"),
    ("[\"hawk\"]", "\"hawk\"", 4, "\"hawk\"", "'path' is no list"),
    ("[\"hawk\"]", "[[\"hawk\"]]", 4, "[[", "'path' has a part"),
    ("\"coding\":\"string\"", "\"coding\":\"int\"", 4, "\"Tala\"", "'value' is no int"),
    ("\"value\":\"Tala\"", "\"value\":\"Tala", 4, "\"Tala}", "the text has no end"),
    ("\"value\":\"Tala\"", "\"vlaue\":\"Tala\"", 4, "{", "'value' is missing"),
    ("\"value\":\"Tala\"", "\"value\":\"Tala\",\"x\":1", 4, "\"x\"", "'x' is not known here"),
    (
      "\"version\":1,", "\"version\":1,\"version\":2,", 4, "\"version\":2",
      "'version' stands here twice"
    ),
    ("\"version\":1,", "\"version\":01,", 4, "01", "this is no JSON value"),
    ("\"version\":1", "\"version\":1.5", 4, "1.5", "'version' is no whole number"),
    (
      "\"type\":\"string\",\"version", "\"type\":\"é\",\"version", 4, "\"é",
      "of which there is no line"
    ),
    ("\"record\":{\"a\":1}", "\"record\":3", 3, "3}", "'record' is no object"),
    ("\"record\":{\"a\":1}}", "\"record\":{\"a\":1", 3, "", "',' or '}' is missing"),
    ("{\"kind\":\"type\"", "[\"kind\":\"type\"", 2, "[", "a line is a JSON object"),
    ("\"key\":\"draft\"", "\"ké\":1,\"key\" 3", 4, "3,", "':' is missing"),
  ])
  func `a mistake in a dump has its place`(
    from: String, to: String, line: Int, points: String, message: String
  ) throws {
    _ = try DumpReader.contents(Array(Self.good.utf8))
    let wrong = Self.good.replacingOccurrences(of: from, with: to)
    #expect(wrong != Self.good)
    let mistake = try #require(
      #expect(throws: DumpMistake.self) { try DumpReader.contents(Array(wrong.utf8)) })
    #expect(mistake.line == line)
    let lines = wrong.split(separator: "\n", omittingEmptySubsequences: false)
    let rest = lines[line - 1].unicodeScalars.dropFirst(mistake.column - 1)
    let isThere = points.isEmpty ? rest.isEmpty : String(rest).hasPrefix(points)
    #expect(isThere, "\(mistake.column): \(rest)")
    #expect(mistake.message.contains(message), "\(mistake.message)")
  }

  @Test func `a value that stands in a dump twice is a mistake`() throws {
    let lines = Self.good.split(separator: "\n")
    let twice = Self.good + lines[3] + "\n"
    let mistake = #expect(throws: DumpMistake.self) {
      try DumpReader.contents(Array(twice.utf8))
    }
    #expect(mistake?.line == 5)
    #expect(mistake?.message == "there is a value at this address on line 4 already")
  }

  @Test func `a dump that is cut or changed anywhere is refused or read, never more`() throws {
    let text = Array(DumpWriter(try DumpSamples.contents()).text.utf8)
    var samples = FormatSamples(seed: 6)
    for _ in 0..<120 {
      let cut = samples.number(below: text.count)
      // The last line without its end is still a line.
      if cut < text.count - 1 {
        #expect(throws: DumpMistake.self) { try DumpReader.contents(Array(text[..<cut])) }
      }
      var changed = text
      changed[cut] = UInt8(samples.number(below: 256))
      _ = try? DumpReader.contents(changed)  // That it comes back is the answer.
    }
  }
}
