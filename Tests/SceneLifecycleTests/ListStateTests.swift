import SceneLifecycle
import SceneState
import Testing

struct ListStateTests {
  private let rows = Rows(["Santiago", "Copenhagen", "Cairo", "Paris", "Accra", "Budapest", "Oslo"])

  private func list() -> ListState { ListState(of: rows) { rows.names.count } }

  private func saved() throws -> ListPosition {
    let list = list()
    try list.scroll(to: 4)
    try list.pick(6)
    return list.position
  }

  @Test func `rows are found again by their models after others came and went`() throws {
    let saved = try saved()
    #expect(saved == ListPosition(topID: "Accra", pickedID: "Oslo", topRow: 4, pickedRow: 6))
    rows.names = ["Brasilia", "Copenhagen", "Paris", "Accra", "Budapest", "Oslo"]
    let list = list()
    #expect(list.restore(saved) == .found)
    #expect(list.top == 3)
    #expect(list.picked == 5)
  }

  @Test func `a missing model gives the top row and no selection, each by itself`() throws {
    let saved = try saved()
    rows.names.removeAll { $0 == "Oslo" }
    let unpicked = list()
    unpicked.restore(saved)
    #expect(unpicked.top == 4)
    #expect(unpicked.picked == nil)
    rows.names = ["Santiago", "Oslo"]
    let top = list()
    #expect(top.restore(saved) == .found)
    #expect(top.top == 0)
    #expect(top.picked == 1)
  }

  @Test func `an empty list tells only if a position was saved`() throws {
    let saved = try saved()
    rows.names = []
    let list = list()
    #expect(list.position.isEmpty)
    #expect(list.restore(ListPosition()) == .found)
    #expect(list.restore(saved) == .wasEmpty)
    #expect(list.top == 0)
    #expect(list.picked == nil)
    rows.names = ["Lima", "Accra"]
    #expect(list.position.topID == "Lima")
    list.dataChanged()
    #expect(list.position == ListPosition(topID: "Lima", topRow: 0))
  }

  @Test func `a running list keeps its models when rows come and go`() throws {
    let list = list()
    try list.scroll(to: 4)
    try list.pick(0)
    rows.names.removeFirst(2)
    rows.names.insert("Lima", at: 0)
    list.dataChanged()
    #expect(list.top == 3)
    #expect(list.picked == nil)
    rows.names.removeAll { $0 == "Accra" }
    list.dataChanged()
    #expect(list.top == 0)
    #expect(list.position.topID == "Lima")
  }

  @Test(arguments: [(true, "Accra", "Reykjavik"), (false, "Budapest", "Tokyo")])
  func `rows saved by number show other models, rows saved by model the same`(
    byModel: Bool, top: String, picked: String
  ) throws {
    final class Numbers: DataSourceModelAssociation {
      func modelIdentifier(at row: Int) -> String? { "\(row)" }
      func row(of modelIdentifier: String) -> Int? { Int(modelIdentifier) }
    }
    rows.names = [
      "Santiago", "Copenhagen", "Cairo", "Paris", "Accra", "Budapest", "Reykjavik", "Tokyo",
    ]
    let source: any DataSourceModelAssociation = byModel ? rows : Numbers()
    let before = ListState(of: source) { rows.names.count }
    try before.scroll(to: 4)
    try before.pick(6)
    rows.names = ["Brasilia", "Copenhagen", "Paris", "Accra", "Budapest", "Reykjavik", "Tokyo"]
    let after = ListState(of: source) { rows.names.count }
    after.restore(before.position)
    #expect(rows.names[after.top] == top)
    #expect(after.picked.map { rows.names[$0] } == picked)
  }

  @Test func `rows that do not exist are refused and change nothing`() throws {
    let list = list()
    try list.scroll(to: 3)
    try list.pick(2)
    for row in [-1, 7, .max] {
      #expect(throws: SceneProblem.self) { try list.scroll(to: row) }
      #expect(throws: SceneProblem.self) { try list.pick(row) }
    }
    #expect(list.top == 3)
    #expect(list.picked == 2)
    try list.pick(nil)
    #expect(list.position == ListPosition(topID: "Paris", topRow: 3))
    rows.names = []
    try list.scroll(to: 0)
    #expect(list.top == 0)
  }

  @Test func `an association that answers with a wrong row is not believed`() throws {
    final class Liar: DataSourceModelAssociation {
      var answer: Int?
      func modelIdentifier(at row: Int) -> String? { row == 0 ? nil : "model \(row)" }
      func row(of modelIdentifier: String) -> Int? { answer }
    }
    let liar = Liar()
    let list = ListState(of: liar) { 5 }
    let saved = ListPosition(topID: "model 3", pickedID: "model 3", topRow: 3, pickedRow: 3)
    for answer in [nil, 0, 2, -1, 5, Int.max] {
      liar.answer = answer
      list.restore(saved)
      #expect(list.top == 0)
      #expect(list.picked == nil)
    }
    liar.answer = 3
    list.restore(saved)
    #expect(list.top == 3)
  }

  @Test func `positions come back from their bytes, and damage gives a reason`() throws {
    let positions = ListPositions(["länder": try saved(), "empty": ListPosition()])
    #expect(try ListPositions(json: #require(JSONField(bytes: positions.json.bytes))) == positions)
    for (text, damage) in [
      ("[1]", ArchiveDamage.field("lists")), (#"{"a":1}"#, .field("a")),
      (#"{"a":{"top":1}}"#, .field("a.top")), (#"{"a":{"top-row":"x"}}"#, .field("a.top-row")),
    ] {
      let json = try #require(JSONField(bytes: Array(text.utf8)))
      #expect(throws: damage) { try ListPositions(json: json) }
    }
  }
}
