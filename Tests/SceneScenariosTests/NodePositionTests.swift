import SceneScenarios
import Testing

struct NodePositionTests {
  /// Every key and value as `range what`, in the order of the file.
  private func places(_ text: String) throws -> [String] {
    let file = SourceFile(path: "a.scene.yaml", text: text)
    var lines: [String] = []
    func add(_ range: SourceRange, _ what: String) {
      lines.append("\(range.start)-\(range.end) \(what)")
    }
    func visit(_ node: Node) {
      add(node.range, "\(node.style) \(node.kindName)")
      node.list?.forEach(visit)
      for entry in node.map ?? [] {
        add(entry.key.range, "key \(entry.key.name)")
        visit(entry.value)
      }
    }
    visit(try ScenarioReader.read(file))
    return lines
  }

  @Test func `places are exact down to the last leaf`() throws {
    let text = """
      about: |
        one
        two

      steps:
        - launch
        - { kill, fails: "x y" }
        - set: { a: [1, 2.0] }   # remark
      """
    #expect(
      try places(text) == [
        "1:1-8:25 block a map",
        "1:1-1:6 key about", "1:8-3:6 block a text",
        "5:1-5:6 key steps", "6:3-8:25 block a list",
        "6:5-6:11 plain a text",
        "7:5-7:27 flow a map",
        "7:7-7:11 key kill", "7:11-7:11 plain nothing",
        "7:13-7:18 key fails", "7:20-7:25 quoted a text",
        "8:5-8:25 block a map", "8:5-8:8 key set", "8:10-8:25 flow a map",
        "8:12-8:13 key a", "8:15-8:23 flow a list", "8:16-8:17 plain an integer",
        "8:19-8:22 plain a decimal",
      ])
  }

  @Test func `columns count Unicode scalars`() throws {
    #expect(
      try places("é: \"🦉e\u{301}\"\n名: [日本, x]\n")
        == [
          "1:1-2:12 block a map",
          "1:1-1:2 key é", "1:4-1:9 quoted a text",
          "2:1-2:2 key 名", "2:4-2:11 flow a list", "2:5-2:7 plain a text", "2:9-2:10 plain a text",
        ].map { $0.replacing("2:12", with: "2:11") })
  }

  @Test func `a text of a range is what the file has there`() throws {
    let file = SourceFile(path: "a.scene.yaml", text: "a: 1\nb: { c: \"🦉 x\" }\n")
    let node = try ScenarioReader.read(file)
    let value = try #require(node["b"]?["c"])
    #expect(file.text(in: value.range) == "\"🦉 x\"")
    #expect(file.text(ofLine: 1) == "a: 1")
    #expect(file.text(ofLine: 9) == "")
  }
}
