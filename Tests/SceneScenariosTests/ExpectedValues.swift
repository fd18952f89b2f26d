import SceneScenarios

/// One expected value of a scenario with a text that makes it wrong.
struct ExpectedValue: Sendable {
  let range: SourceRange
  let wrong: String
  /// Where the words `soft: true` let the run go on behind its `expect`; nil where they may not stand.
  let softness: SourcePosition?
  /// Which list it is in, from 1; nil if it is in none.
  let list: Int?

  /// The scenario with some values made wrong, and where each stands then.
  ///
  /// One of several ends no run: each `expect` is `soft`.
  static func broken(
    _ values: [ExpectedValue], in source: SourceFile
  ) -> (source: SourceFile, places: [(value: ExpectedValue, place: SourcePosition)]) {
    var bytes: [UInt8] = []
    var places: [(value: ExpectedValue, place: SourcePosition)] = []
    var end = 0
    func copy(until position: SourcePosition) {
      let offset = source.offset(of: position)
      bytes += source.bytes[end..<offset]
      end = offset
    }
    var softened: SourcePosition?
    for value in values.sorted(by: { $0.range.start < $1.range.start }) {
      if values.count > 1, let softness = value.softness, softness != softened {
        copy(until: softness)
        bytes += softening(at: softness, in: source)
        softened = softness
      }
      copy(until: value.range.start)
      let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      // A column is a character, whatever its bytes.
      let column = (lines.last ?? []).count { $0 & 0xC0 != 0x80 } + 1
      places.append((value, SourcePosition(line: lines.count, column: column)))
      bytes += Array(value.wrong.utf8)
      end = source.offset(of: value.range.end)
    }
    return (SourceFile(path: source.path, bytes: bytes + source.bytes[end...]), places)
  }

  /// The word before a key of a step: in front of it in braces, or else in a line of its own.
  private static func softening(at place: SourcePosition, in source: SourceFile) -> [UInt8] {
    let before = source.text(ofLine: place.line).unicodeScalars.prefix(place.column - 1)
    if before.contains("{") { return Array("soft: true, ".utf8) }
    return Array(("soft: true\n" + String(repeating: " ", count: before.count)).utf8)
  }

  /// Every value below an `expect` that can be made wrong by writing another one.
  ///
  /// Values that come from variables are left out, and names that must exist.
  static func all(in node: Node) -> [ExpectedValue] {
    var lists = 0
    func all(in node: Node, isStep: Bool = false) -> [ExpectedValue] {
      switch node.content {
      case .list(let nodes): return nodes.flatMap { all(in: $0, isStep: true) }
      case .map(let entries):
        // What holds after each step is no step.
        let isStep = isStep && !entries.contains { ["soft", "when"].contains($0.key.name) }
        return entries.flatMap { entry in
          guard entry.key.name == "expect" else { return all(in: entry.value) }
          return leaves(of: entry.value, key: "expect", nil).map {
            ExpectedValue(
              range: $0.range, wrong: $0.wrong,
              softness: isStep ? entry.key.range.start : nil, list: $0.list)
          }
        }
      default: return []
      }
    }
    func leaves(of node: Node, key: String, _ list: Int?) -> [Leaf] {
      if key == "none-of" { return [] }
      switch node.content {
      case .list(let nodes) where !nodes.isEmpty:
        lists += 1
        let list = list ?? lists
        return nodes.flatMap { leaves(of: $0, key: key, list) }
      case .map(let entries):
        let isMatcher = entries.contains { $0.key.name.hasPrefix("$") }
        if isMatcher { return [(node.range, "zz", list)] }
        return entries.flatMap { leaves(of: $0.value, key: $0.key.name, list) }
      default: return wrong(node, key).map { [(node.range, $0, list)] } ?? []
      }
    }
    return all(in: node)
  }

  private typealias Leaf = (range: SourceRange, wrong: String, list: Int?)

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
