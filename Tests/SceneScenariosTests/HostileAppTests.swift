import SceneScenarios
import Testing

/// Files that would take too long, or too much stack, if they were taken at their word.
struct HostileAppTests {
  /// Types that each hold the next one twice: 2^n fields in all.
  @Test func `types that grow with every step cost one look each`() throws {
    let types = (0..<60).map { "T\($0): { a: T\($0 + 1), b: \"[T\($0 + 1)]\" }" }
    let app = try AppHelper.read(
      "types: { \(types.joined(separator: ", ")), T60: { c: int } }\nstorage: { v: \"T0?\" }")
    #expect(app.mistakes == [])
    #expect(app.app.key("v")?.type.description == "T0?")
  }

  @Test(arguments: [false, true]) func `types nest 64 deep at most`(reversed: Bool) throws {
    var types = (0..<5_000).map { "  T\($0): { a: T\($0 + 1) }" } + ["  T5000: { a: int }"]
    if reversed { types.reverse() }
    let found = try AppHelper.read("types:\n\(types.joined(separator: "\n"))\nstorage: {}").mistakes
    let first = try #require(found.first)
    #expect(first.hasSuffix("types nest more than 64 deep [wrong-value]"))
  }

  @Test func `a tree has 10000 nodes at most`() throws {
    let names = Array(repeating: "b", count: 200).joined(separator: ", ")
    let text = """
      tree:
        a: { kind: tabs, children: [\(names)] }
        b: { kind: tabs, children: [\(names.replacing("b", with: "c"))] }
        c: { kind: tabs, children: { d: { kind: list } } }
      """
    #expect(
      try AppHelper.read(text).mistakes.first
        == "4:3: a tree has at most 10000 nodes, 64 deep [contradiction]")
  }

  @Test func `a long way of children is no deeper than 64`() throws {
    let nodes = (0..<5_000).map { "  n\($0): { kind: tabs, children: [n\($0 + 1)] }" }
    let text = "tree:\n" + nodes.joined(separator: "\n") + "\n  n5000: { kind: list }"
    #expect(
      try AppHelper.read(text).mistakes.first
        == "66:3: a tree has at most 10000 nodes, 64 deep [contradiction]")
  }
}
