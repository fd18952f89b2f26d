import SceneScenarios
import Testing

/// A key of the app that is written wrong is told, and nothing that only follows from it.
struct MisspeltAppTests {
  /// An app with every key whose names other keys and steps use.
  private static let scenario = """
    scenesim: 1
    scenario: everything
    vars: { first: raven }
    app:
      name: Notes
      device: mac
      version: 2
      windows: many
      tabs: { hawk: Hawk, raven: Raven }
      types:
        Item: { id: string, "count": int? }
      nested: { editor: { in: hawk } }
      storage:
        selectedTab: string
        draft: { type: string, scope: tab }
        item: { type: Item, default: { id: "1" } }
        line: { type: int, scope: tab/editor }
        note: { type: string, via: activity }
      activities:
        com.example.item: { payload: Item }
      handlers:
        - { on: com.example.item, do: [{ select: raven }] }
      restoration: { activity: com.example.item }
      recognises: [com.example.item]
      data: { birds: [{ name: Tala }] }
      lists: { birds: { tab: raven, rows: birds, id: name } }
      scenes: { main: ~, other: { value: Item, default: { id: "2" } } }
      conditions: { prefers: [a] }
      migrations: [{ type: Item, to: 2, fill: { id: "" } }]
      tombstones: true
    steps:
      - launch: A
      - select: "${first}"
      - set: { draft: x, item: { id: "2" } }
      - get: { draft: kept }
      - set: { draft: "${kept}" }
      - scroll: { birds: Tala }
      - open: { window: B, scene: other }
      - close: B
      - undo-close: B
      - drag: { from: A, activity: com.example.item, payload: { id: "3" }, drop: { on: B } }
      - save-point: here
      - rewind: here
      - expect: { A: { tab: raven, values: { draft: x } }, data: { birds: [{ name: Tala }] } }
      - quit
    """

  private static func codes(_ text: String) -> [String] {
    let source = SourceFile(path: "t.scene.yaml", text: text)
    return ScenarioCheck.diagnostics(of: source).filter { $0.severity == .error }
      .map(RunHelper.line)
  }

  @Test func `spelled right there is no mistake`() {
    #expect(Self.codes(Self.scenario).isEmpty)
  }

  @Test(arguments: [
    ("name", "nmae"), ("device", "devise"), ("version", "verson"), ("windows", "window"),
    ("tabs", "tab"), ("tabs", "tbas"), ("types", "type"), ("types", "tpyes"),
    ("nested", "nestd"), ("nested", "nestde"), ("storage", "storge"), ("storage", "sotrage"),
    ("activities", "activites"), ("activities", "activites_"), ("handlers", "handler"),
    ("restoration", "restoraton"), ("recognises", "recognizes"), ("data", "dtaa"),
    ("data", "date"), ("lists", "list"), ("scenes", "scene"), ("conditions", "condition"),
    ("migrations", "migration"), ("tombstones", "tombstone"),
  ])
  func `only the misspelt key of an app is told`(key: String, wrong: String) throws {
    try expectOne("  \(key):", "  \(wrong):", key)
  }

  @Test(arguments: [
    ("vars:", "var:", "vars"), ("app:", "ap:", "app"), ("steps:", "step:", "steps"),
    ("scenario:", "senario:", "scenario"),
  ])
  func `only the misspelt key of a scenario is told`(right: String, wrong: String, key: String)
    throws
  {
    try expectOne(right, wrong, key)
  }

  @Test(arguments: [
    ("type: string, scope", "tpye: string, scope", "type"),
    ("scope: tab }", "scpoe: tab }", "scope"),
    ("default: { id: \"1\"", "defualt: { id: \"1\"", "default"), ("via:", "vai:", "via"),
    ("payload: Item", "paylod: Item", "payload"), ("on: com", "no: com", "on"),
    ("{ activity: com.example.item }\n  rec", "{ activty: com.example.item }\n  rec", "activity"),
    ("rows:", "row:", "rows"), ("id: name", "di: name", "id"), ("in: hawk", "ni: hawk", "in"),
    ("to: 2", "too: 2", "to"), ("value: Item", "valeu: Item", "value"),
    ("from: A", "form: A", "from"), ("prefers:", "prefer:", "prefers"),
    ("window: B", "windwo: B", "window"),
  ])
  func `only the misspelt key inside is told`(right: String, wrong: String, key: String) throws {
    try expectOne(right, wrong, key)
  }

  @Test(arguments: ["gte", "gett", "ge"])
  func `a misspelt get is not followed by its variables`(verb: String) throws {
    let found = Self.codes(Self.scenario.replacing("- get:", with: "- \(verb):"))
    #expect(found.count == 1 && found[0].contains("no-such-step"), "\(found)")
  }

  private func expectOne(_ right: String, _ wrong: String, _ key: String) throws {
    let text = Self.scenario
    let place = try #require(text.firstRange(of: right))
    let changed = text.replacingCharacters(in: place, with: wrong)
    let source = SourceFile(path: "t.scene.yaml", text: changed)
    let found = ScenarioCheck.diagnostics(of: source).filter { $0.severity == .error }
    let lines = found.map(RunHelper.line)
    #expect(found.count == 1, "\(wrong): \(lines)")
    #expect(found.first?.code == .unknownKey, "\(lines)")
    #expect(found.first?.hint?.contains("`\(key)`") == true, "\(lines)")
  }
}

extension String {
  fileprivate func replacingCharacters(in range: Range<String.Index>, with text: String) -> String {
    var result = self
    result.replaceSubrange(range, with: text)
    return result
  }
}
