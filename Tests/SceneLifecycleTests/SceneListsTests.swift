import SceneLifecycle
import SceneState
import Testing

struct SceneListsTests {
  private let rows = Rows(["Lima", "Paris", "Rome"])

  private func saved(_ names: String...) throws -> ListPositions {
    let lists = SceneLists(scene: "A")
    for name in names {
      let list = lists.register(name, source: rows) { rows.names.count }
      try list.scroll(to: 1)
      try list.pick(2)
    }
    return lists.saved
  }

  @Test func `a list finds its saved position when it is registered`() throws {
    let lists = SceneLists(scene: "A", restoring: try saved("cities"))
    rows.names.insert("Accra", at: 0)
    #expect(lists["cities"] == nil)
    let list = lists.register("cities", source: rows) { rows.names.count }
    #expect(list.top == 2)
    #expect(list.picked == 3)
    #expect(lists["cities"] === list)
    #expect(lists.names == ["cities"])
  }

  @Test func `lists of one table stand where they were left, each by itself`() throws {
    let lists = SceneLists(scene: "A", restoring: try saved("left"))
    let left = lists.register("left", source: rows) { rows.names.count }
    let right = lists.register("right", source: rows) { rows.names.count }
    #expect([left.top, right.top] == [1, 0])
    rows.names.removeFirst()
    lists.dataChanged()
    #expect([left.top, right.top] == [0, 0])
    #expect(left.picked == 1)
  }

  @Test func `positions of lists that nobody registers stay saved`() throws {
    let positions = try saved("cities", "rivers")
    let lists = SceneLists(scene: "A", restoring: positions)
    try lists.register("cities", source: rows) { rows.names.count }.scroll(to: 0)
    #expect(lists.saved.lists["rivers"] == positions.lists["rivers"])
    #expect(lists.saved.lists["cities"]?.topID == "Lima")
  }

  @Test func `a list whose position is not kept begins anew`() throws {
    let lists = SceneLists(scene: "A", restoring: try saved("cities", "rivers"))
    let list = lists.register("cities", source: rows, keepsPosition: false) { rows.names.count }
    #expect([list.top, list.picked] == [0, nil])
    try list.scroll(to: 2)
    #expect(lists.saved.lists.keys.sorted() == ["rivers"])
    // Registered once more in the same window it stands where it stood.
    let again = lists.register("cities", source: rows, keepsPosition: false) { rows.names.count }
    #expect(again.top == 2)
  }

  @Test func `a list without rows is told once, and its position is overwritten`() throws {
    var problems: [SceneProblem] = []
    let positions = try saved("cities")
    rows.names = []
    let lists = SceneLists(scene: "A", restoring: positions) { problems.append($0) }
    lists.register("cities", source: rows) { rows.names.count }
    lists.register("cities", source: rows) { rows.names.count }
    lists.register("rivers", source: rows) { rows.names.count }
    #expect(problems.map(\.code.rawValue) == ["list-was-empty"])
    #expect(problems.first?.address == "A/cities")
    rows.names = ["Lima", "Paris"]
    lists.dataChanged()
    #expect(lists["cities"]?.top == 0)
    #expect(lists.saved.lists["cities"] == ListPosition(topID: "Lima", topRow: 0))
  }

  @Test func `a list registered again stays at its models`() throws {
    let lists = SceneLists(scene: "A", restoring: try saved("cities"))
    try lists.register("cities", source: rows) { rows.names.count }.scroll(to: 2)
    let again = lists.register("cities", source: rows) { rows.names.count }
    #expect(again.top == 2)
    #expect(again.picked == 2)
  }
}
