import Testing

@testable import SceneState

/// The live scenes by their identifiers.
@Suite struct SceneTableTests {
  private static func id(_ number: Int) -> SceneID { SceneID(rawValue: "window \(number)") }

  @Test func `every scene is found among many`() {
    var table = SceneTable()
    #expect(table[Self.id(0)] == nil)
    for number in 0..<1_000 {
      table.set(SceneHandle(id: Self.id(number)), for: Self.id(number))
      #expect(table[Self.id(number + 1)] == nil)
    }
    for number in 0..<1_000 { #expect(table[Self.id(number)]?.id == Self.id(number)) }
    #expect(table.handles.map(\.id) == (0..<1_000).map(Self.id))
    #expect(table.sortedHandles.compactMap(\.id?.rawValue).count == 1_000)
  }

  @Test func `a second scene takes the place of the first`() {
    var table = SceneTable()
    let (first, second) = (SceneHandle(id: "a"), SceneHandle(id: "a"))
    table.set(first, for: "a")
    table.set(second, for: "a")
    #expect(table["a"] === second && table.handles.count == 1)
  }

  @Test func `scenes come in the order of their identifiers if asked to`() {
    var table = SceneTable()
    for id in ["b", "", "a"] as [SceneID] { table.set(SceneHandle(id: id), for: id) }
    #expect(table.handles.map(\.id) == ["b", "", "a"])
    #expect(table.sortedHandles.map(\.id) == ["", "a", "b"])
  }
}
