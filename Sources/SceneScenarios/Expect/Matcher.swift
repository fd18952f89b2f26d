/// Where an expected value and the real one part.
struct Mismatch {
  /// The innermost expected value that differs.
  let node: Node
  /// The names on the way to it, below the value that was compared.
  let path: String
  /// What is really there; nil if nothing is.
  let actual: ScenarioValue?
  /// The first place where two lists of different lengths, or two maps, part.
  var parting: Parting?
  /// Whether it is in a list that has just the elements that are expected, in another order.
  var isOfOrder = false

  struct Parting {
    /// The way from the value: `[2]`, `.note`.
    let path: String
    /// What is expected there; nil if nothing is.
    let node: Node?
    let actual: ScenarioValue?
  }
}

extension Mismatch {
  /// Whether another value of the same type has what was expected, at the place where this differs.
  func isMet(by whole: ScenarioValue) -> Bool {
    whole.part(at: path).map { Matcher.mismatch(node, $0) == nil } ?? false
  }

  /// Whether it is asked for something that there might be.
  var asksForValue: Bool {
    !node.isNull && node.text != "$absent" && node.map?.contains { $0.key.name == "$not" } != true
  }

  /// The same below an address of the store: `.A/list[0]` is `[0]` of `A/list`.
  func inside(_ address: String) -> Mismatch {
    Mismatch(node: node, path: String(path.dropFirst(1 + address.count)), actual: actual)
  }

  /// The same of a value by itself.
  var asWhole: Mismatch { Mismatch(node: node, path: "", actual: actual) }

  /// What another value of the same type has of what was expected; nil if it has nothing of it.
  func found(in whole: ScenarioValue) -> String? {
    if isMet(by: whole) { return "this value" }
    guard case .list(let values)? = whole.part(at: listPath), !missing.isEmpty,
      missing.allSatisfy({ Self.has(values, $0) })
    else { return nil }
    return "what is missing"
  }

  /// The way to the list that differs, or in which an element does.
  private var listPath: String {
    guard path.last == "]", let start = path.lastIndex(of: "[") else { return path }
    return String(path[..<start])
  }

  /// Whether another list has some of what is missing.
  func hasPart(in whole: ScenarioValue) -> Bool {
    guard case .list(let values)? = whole.part(at: listPath) else { return false }
    return missing.contains { Self.has(values, $0) }
  }

  /// The elements that a list should have and has not.
  var missing: [Node] {
    if path.last == "]" { return [node] }
    guard case .list(let values)? = actual else { return [] }
    let wanted: [Node] =
      switch node.content {
      case .list(let nodes): nodes
      case .map(let entries) where entries.count == 1 && entries[0].key.name == "$contains":
        [entries[0].value]
      case .map(let entries) where entries.count == 1 && entries[0].key.name == "$ends-with":
        entries[0].value.list ?? []
      default: []
      }
    return wanted.filter { !Self.has(values, $0) }
  }

  static func has(_ values: [ScenarioValue], _ node: Node) -> Bool {
    values.contains { Matcher.mismatch(node, $0) == nil }
  }
}

extension ScenarioValue {
  /// What stands inside it: `.list[2].title`; nil if nothing does.
  func part(at path: String) -> ScenarioValue? {
    let names = path.replacing("[", with: ".").replacing("]", with: "").split(separator: ".")
    return names.reduce(self as ScenarioValue?) { value, name in
      switch value {
      case .map(let fields)?: return fields[String(name)]
      case .list(let values)?:
        return Int(name).flatMap { values.indices.contains($0) ? values[$0] : nil }
      case .null, .bool, .int, .double, .text, .data, .date, .url, nil: return nil
      }
    }
  }
}

/// Compares expected nodes with real values: maps partially, lists wholly, matchers by their rule.
enum Matcher {
  static func mismatch(
    _ expected: Node, _ actual: ScenarioValue?, path: String = ""
  ) -> Mismatch? {
    switch expected.content {
    case .map(let entries) where entries.first?.key.name == "$exactly" && entries.count == 1:
      // What differs is inside, unless there is more than there should be.
      if let inner = mismatch(entries[0].value, actual, path: path) { return inner }
      if MatcherRule.hold(entries, actual) { return nil }
      let parting = surplus(entries[0].value, actual)
      return Mismatch(node: expected, path: path, actual: actual, parting: parting)
    case .map(let entries) where entries.contains { $0.key.name.hasPrefix("$") }:
      return MatcherRule.hold(entries, actual)
        ? nil : Mismatch(node: expected, path: path, actual: actual)
    case .map(let entries):
      guard case .map(let fields)? = actual else { break }
      for entry in entries {
        let below = "\(path).\(entry.key.name)"
        if let found = mismatch(entry.value, fields[entry.key.name], path: below) { return found }
      }
      return nil
    case .list(let nodes):
      guard case .list(let values)? = actual else { break }
      guard values.count == nodes.count else {
        let parting = parting(nodes, values)
        return Mismatch(node: expected, path: path, actual: actual, parting: parting)
      }
      for (index, node) in nodes.enumerated() {
        if var found = mismatch(node, values[index], path: "\(path)[\(index)]") {
          found.isOfOrder = found.isOfOrder || hasAll(nodes, values)
          return found
        }
      }
      return nil
    default: if isEqual(expected, actual) { return nil }
    }
    return Mismatch(node: expected, path: path, actual: actual)
  }

  /// Whether a list has each of some elements, as often as it is expected.
  private static func hasAll(_ nodes: [Node], _ values: [ScenarioValue]) -> Bool {
    // Of long lists only the failing element is told.
    guard nodes.count <= 64, !nodes.contains(where: isMeant) else { return false }
    var rest = values
    return nodes.allSatisfy { node in
      guard let index = rest.firstIndex(where: { mismatch(node, $0) == nil }) else { return false }
      rest.remove(at: index)
      return true
    }
  }

  /// Where lists of different lengths part.
  private static func parting(_ nodes: [Node], _ values: [ScenarioValue]) -> Mismatch.Parting {
    let index =
      zip(nodes, values).enumerated().first { mismatch($1.0, $1.1) != nil }?.offset
      ?? min(nodes.count, values.count)
    return Mismatch.Parting(
      path: "[\(index)]", node: nodes.indices.contains(index) ? nodes[index] : nil,
      actual: values.indices.contains(index) ? values[index] : nil)
  }

  /// The first field that there should not be.
  private static func surplus(_ wanted: Node, _ actual: ScenarioValue?) -> Mismatch.Parting? {
    guard case .map(let fields)? = actual, let entries = wanted.map else { return nil }
    let names = fields.keys.filter { name in !entries.contains { $0.key.name == name } }
    return names.min().map {
      Mismatch.Parting(path: ".\($0)", node: nil, actual: fields[$0])
    }
  }

  /// Compares scalars: numbers by value, texts by bytes, dates as instants.
  private static func isEqual(_ expected: Node, _ actual: ScenarioValue?) -> Bool {
    if expected.text == "$any" { return actual != nil && actual != .null }
    if expected.text == "$absent" { return actual == nil }
    guard let actual else { return expected.isNull }
    switch (expected.content, actual) {
    case (.null, .null): return true
    case (.bool(let wanted), .bool(let found)): return wanted == found
    case (.int(let wanted), .int(let found)): return wanted == found
    case (.int, .double(let found)), (.double, .double(let found)):
      return expected.double == found
    case (.double(let wanted), .int(let found)): return wanted == Double(found)
    case (.text(let wanted), .text(let found)), (.text(let wanted), .url(let found)):
      return wanted.utf8.elementsEqual(found.utf8)
    case (.text(let wanted), .data): return .text(wanted) == actual.content
    case (.text(let wanted), .date(let found)): return DateText.date(orDay: wanted) == found
    case (.text(let wanted), .double(let found)):
      return !found.isFinite && wanted == "\(found)"
    default: return false
    }
  }

  /// Whether an expected value is a matcher, and not itself what is expected.
  static func isMeant(_ expected: Node) -> Bool {
    switch expected.content {
    case .map(let entries): entries.contains { $0.key.name.hasPrefix("$") }
    case .text(let text): ScenarioLanguage.matcherWords.contains { $0.name == text }
    default: false
    }
  }

  /// Whether a map says how it is compared; the key of a map may be a variable.
  static func isRule(_ entries: [Entry]) -> Bool {
    entries.contains { $0.key.name.hasPrefix("$") && !VariableText.isIn($0.key.name) }
  }

  /// Finds what no value can be compared with: unknown matchers, bad regular expressions.
  static func check(_ expected: Node, in source: SourceFile) throws(Diagnostic) {
    switch expected.content {
    case .list(let nodes): for node in nodes { try check(node, in: source) }
    case .map(let entries) where GeneratedValue.isOne(entries): return
    case .map(let entries):
      let hasMatcher = isRule(entries)
      for entry in entries {
        if hasMatcher, !VariableText.isIn(entry.key.name) {
          try MatcherRule.check(entry, among: entries, in: source)
        }
        try check(entry.value, in: source)
      }
    case .text(let text) where text.hasPrefix("$") && !text.hasPrefix("${"):
      if text.hasPrefix("$${") || text == "$any" || text == "$absent" { return }
      // `$5` is a price.
      guard text.dropFirst().first?.isLetter == true else { return }
      throw MatcherRule.unknown(text, at: expected.range, in: source, isAlone: true)
    default: break
    }
  }
}
