import SceneScenarios

/// One expected value of a scenario with a text that makes it wrong.
struct ExpectedValue: Sendable {
  let range: SourceRange
  let wrong: String
  /// Which `expect` it belongs to, from 1.
  let expect: Int

  /// The scenario with some values made wrong, and where each stands then.
  static func broken(
    _ values: [ExpectedValue], in source: SourceFile
  ) -> (source: SourceFile, places: [(value: ExpectedValue, place: SourcePosition)]) {
    var bytes: [UInt8] = []
    var places: [(value: ExpectedValue, place: SourcePosition)] = []
    var end = 0
    for value in values.sorted(by: { $0.range.start < $1.range.start }) {
      bytes += source.bytes[end..<source.offset(of: value.range.start)]
      let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      // A column is a character, whatever its bytes.
      let column = (lines.last ?? []).count { $0 & 0xC0 != 0x80 } + 1
      places.append((value, SourcePosition(line: lines.count, column: column)))
      bytes += Array(value.wrong.utf8)
      end = source.offset(of: value.range.end)
    }
    return (SourceFile(path: source.path, bytes: bytes + source.bytes[end...]), places)
  }

  /// Every value below an `expect` that can be made wrong by writing another one.
  ///
  /// Values that come from variables are left out, and names that must exist.
  static func all(in node: Node) -> [ExpectedValue] {
    var expects = 0
    func all(in node: Node) -> [ExpectedValue] {
      switch node.content {
      case .list(let nodes): return nodes.flatMap { all(in: $0) }
      case .map(let entries):
        return entries.flatMap { entry in
          guard entry.key.name == "expect" else { return all(in: entry.value) }
          expects += 1
          return leaves(of: entry.value, key: "expect").map {
            ExpectedValue(range: $0.range, wrong: $0.wrong, expect: expects)
          }
        }
      default: return []
      }
    }
    return all(in: node)
  }

  private typealias Leaf = (range: SourceRange, wrong: String)

  private static func leaves(of node: Node, key: String) -> [Leaf] {
    if key == "none-of" { return [] }
    switch node.content {
    case .list(let nodes) where !nodes.isEmpty:
      return nodes.flatMap { leaves(of: $0, key: key) }
    case .map(let entries):
      let isMatcher = entries.contains { $0.key.name.hasPrefix("$") }
      if isMatcher { return [(node.range, "zz")] }
      return entries.flatMap { leaves(of: $0.value, key: $0.key.name) }
    default: return wrong(node, key).map { [(node.range, $0)] } ?? []
    }
  }

  private static func wrong(_ node: Node, _ key: String) -> String? {
    switch node.content {
    case .list: "[zz]"
    case .bool(let bool): String(!bool)
    case .int(let int): String(int + 1)
    case .double(let double): String(double + 1)
    case .text(let text) where text.contains("${") || node.style == .block: nil
    case .text("$any"): "$absent"
    case .text("$absent"): "$any"
    case .text(let text) where key == "phase" || key == "app-phase":
      text == "active" ? "background" : "active"
    case .text("running"): "not-running"
    case .text("not-running"): "running"
    case .text, .null: "zz"
    case .map: nil
    }
  }
}
