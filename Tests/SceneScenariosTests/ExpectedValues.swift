import SceneScenarios

/// One expected value of a scenario with a text that makes it wrong.
struct ExpectedValue: Sendable {
  let range: SourceRange
  let wrong: String

  /// The scenario with this value made wrong.
  func broken(_ source: SourceFile) -> SourceFile {
    let (start, end) = (source.offset(of: range.start), source.offset(of: range.end))
    let bytes = source.bytes[..<start] + Array(wrong.utf8) + source.bytes[end...]
    return SourceFile(path: source.path, bytes: Array(bytes))
  }

  /// Every value below an `expect` that can be made wrong by writing another one.
  ///
  /// Values that come from variables are left out, and names that must exist.
  static func all(in node: Node) -> [ExpectedValue] {
    switch node.content {
    case .list(let nodes): nodes.flatMap { all(in: $0) }
    case .map(let entries):
      entries.flatMap { entry in
        entry.key.name == "expect" ? leaves(of: entry.value, key: "expect") : all(in: entry.value)
      }
    default: []
    }
  }

  private static func leaves(of node: Node, key: String) -> [ExpectedValue] {
    if key == "none-of" { return [] }
    switch node.content {
    case .list(let nodes) where !nodes.isEmpty: return nodes.flatMap { leaves(of: $0, key: key) }
    case .map(let entries):
      let isMatcher = entries.contains { $0.key.name.hasPrefix("$") }
      if isMatcher { return [ExpectedValue(range: node.range, wrong: "zz")] }
      return entries.flatMap { leaves(of: $0.value, key: $0.key.name) }
    default: return wrong(node, key).map { [ExpectedValue(range: node.range, wrong: $0)] } ?? []
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
