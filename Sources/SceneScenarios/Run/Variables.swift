internal import SceneSimulator

/// The names that `${…}` can use at one place of a scenario.
package struct Variables: Sendable {
  private var nodes: [String: Node] = [:]
  /// Whether those of `LateText` stay as they are.
  var leavesLate = false
  /// Those that the app knows of its window.
  private var own: Set<String> = []

  package init() {}

  package subscript(name: String) -> Node? {
    get { nodes[name] }
    set { nodes[name] = newValue }
  }

  package var names: [String] { nodes.keys.sorted() }

  /// How many bytes `${…}` may put into one step, one app, or all columns of the cases.
  static let byteLimit = 16 << 20

  /// The variables of a case: those of the scenario as they stand, and its columns, which may use
  /// them and the columns before them.
  init(
    _ vars: [Entry], _ columns: [Entry], of source: SourceFile, made: inout Int,
    _ mistakes: inout DiagnosticList
  ) {
    for entry in vars { nodes[entry.key.name] = entry.value }
    for entry in columns {
      nodes[entry.key.name] = replaced(
        in: entry.value, of: source, made: &made, mistakes: &mistakes)
    }
  }

  /// Gives a variable that the app knows of its window; what the scenario calls so stays.
  mutating func add(own name: String, _ value: Node) {
    guard nodes[name] == nil else { return }
    nodes[name] = value
    own.insert(name)
  }

  /// The node with every `${…}` in its values and its keys replaced.
  ///
  /// A text that is nothing but one variable becomes its value, whatever kind it is. What is
  /// put in is not looked at again, and takes the place of the variable.
  package func replaced(in node: Node, of source: SourceFile) throws(Diagnostic) -> Node {
    var (made, mistakes) = (0, DiagnosticList())
    let result = replaced(in: node, of: source, made: &made, mistakes: &mistakes)
    if let first = mistakes.first { throw first }
    return result
  }

  /// The same; a text whose variable is missing, or is too big, stays as it is, and the mistake is
  /// collected.
  func replaced(
    in node: Node, of source: SourceFile, made: inout Int, mistakes: inout DiagnosticList
  ) -> Node {
    switch node.content {
    case .list(let nodes):
      var result: [Node] = []
      result.reserveCapacity(nodes.count)
      for node in nodes {
        result.append(replaced(in: node, of: source, made: &made, mistakes: &mistakes))
      }
      return node.holding(.list(result))
    case .map(let entries) where GeneratedValue.isOne(entries):
      guard made <= Self.byteLimit else { return node }
      do throws(Diagnostic) {
        return try GeneratedValue.made(entries[0], by: self, of: source, made: &made)
      } catch {
        mistakes.append(error)
        return node
      }
    case .map(let entries):
      var result: [Entry] = []
      result.reserveCapacity(entries.count)
      for entry in entries {
        var inner = DiagnosticList()
        let value = replaced(in: entry.value, of: source, made: &made, mistakes: &inner)
        mistakes.append(contentsOf: inner.sorted.map { Self.within(entry.key.name, $0) })
        let key = replaced(in: entry.key, of: source, made: &made, mistakes: &mistakes)
        if key.name != entry.key.name,
          let first = result.first(where: { $0.key.name == key.name })
        {
          mistakes.append(source.duplicateKey(key, firstLine: first.key.range.start.line))
        }
        result.append(Entry(key: key, value: value))
      }
      return node.holding(.map(result))
    case .text(let text):
      // What is too big already does not grow, and was told.
      guard made <= Self.byteLimit, VariableText.isIn(text) else { return node }
      do throws(Diagnostic) {
        return try replaced(in: VariableText.parts(of: text, node, source), node, source, &made)
      } catch {
        mistakes.append(error)
        return node
      }
    default: return node
    }
  }

  /// The key of a map with its variables replaced.
  private func replaced(
    in key: PlacedName, of source: SourceFile, made: inout Int, mistakes: inout DiagnosticList
  ) -> PlacedName {
    guard VariableText.isIn(key.name) else { return key }
    let node = Node(.text(key.name), range: key.range)
    var inner = DiagnosticList()
    let value = replaced(in: node, of: source, made: &made, mistakes: &inner)
    mistakes.append(
      contentsOf: inner.sorted.map { key.name.contains("://") ? Self.within(key.name, $0) : $0 })
    if let name = ScenarioWorld.text(of: value) { return PlacedName(name: name, range: key.range) }
    var mistake = source.wrongKind(value, for: "a key", wanted: "a text")
    mistake.hint =
      VariableText.name(alone: node).flatMap { Self.fieldHint($0, value) } ?? mistake.hint
    mistakes.append(mistake)
    return key
  }

  /// A part of a pattern is written as patterns are: `article/{id}`.
  static func within(_ pattern: String, _ mistake: Diagnostic) -> Diagnostic {
    guard mistake.code == .noSuchVariable, pattern.contains("{"),
      let part = mistake.message.split(separator: "`").dropFirst().first,
      pattern.contains("{\(part)}")
    else { return mistake }
    var result = mistake
    result.hint = "a part of the pattern is written without `$`: `{\(part)}`"
    return result
  }

  private func replaced(
    in parts: [VariableText.Part], _ node: Node, _ source: SourceFile, _ made: inout Int
  ) throws(Diagnostic) -> Node {
    func count(_ bytes: Int) throws(Diagnostic) {
      made += bytes
      guard made > Self.byteLimit else { return }
      throw source.diagnostic(
        .tooBig, at: node.range, "variables make more than \(Self.byteLimit >> 20) MiB of this",
        hint: "values that put in each other several times grow with each step")
    }
    if parts.count == 1, case .variable(let name) = parts[0], !isLate(parts[0]) {
      let value = try value(name, node, source)
      try count(value.byteCount)
      return Self.moved(value, to: node.range)
    }
    let isLate = parts.contains { self.isLate($0) }
    var text = ""
    for part in parts {
      switch part {
      case .literal(let literal): text += isLate ? literal.replacing("${", with: "$${") : literal
      case .variable(let name) where self.isLate(part):
        try checkIsFree(name, node, source)
        text += "${\(name)}"
      case .variable(let name):
        let value = try value(name, node, source)
        guard let plain = ScenarioWorld.text(of: value) else {
          throw source.diagnostic(
            .wrongKind, at: node.range,
            "`${\(name)}` is \(value.kindName) and cannot stand inside a text",
            hint: value.isNull ? Self.nothingHint(name) : Self.fieldHint(name, value))
        }
        try count(plain.utf8.count)
        text += plain
      }
    }
    return node.holding(.text(text))
  }

  /// Whether a part waits until it is used; `row` and `windows` may be variables of the scenario.
  private func isLate(_ part: VariableText.Part) -> Bool {
    guard leavesLate, case .variable(let name) = part, LateText.waits(name) else { return false }
    let root = String(name.prefix { $0 != "." })
    return !LateText.common.contains(root) || nodes[root] == nil
  }

  /// What a late variable is called cannot be a variable of the scenario, too.
  private func checkIsFree(
    _ name: String, _ node: Node, _ source: SourceFile
  ) throws(Diagnostic) {
    let root = String(name.prefix { $0 != "." })
    guard nodes[root] != nil else { return }
    throw source.diagnostic(
      .contradiction, at: node.range,
      "`${\(name)}` is what the window has then, and `\(root)` is a variable of the scenario",
      hint: "give the variable another name")
  }

  private func hint(_ name: String, _ path: String, _ known: [String]) -> String {
    if let hint = SourceFile.hint(forOwn: name, among: known) { return hint }
    let other = SourceFile.choice(ofVariable: name, path, among: known)
    guard leavesLate, !other.hasPrefix("did you mean") else { return other }
    let last = name.split(separator: ".").last ?? ""
    return "`${values.\(last)}` is the value that the window shows then; \(other)"
  }

  private func value(
    _ name: String, _ node: Node, _ source: SourceFile
  ) throws(Diagnostic) -> Node {
    var parts = VariableText.path(name)
    let isNested = VariableText.isIn(name)
    for index in parts.indices where isNested {
      parts[index] = try text(parts[index], node, source)
    }
    var known = names
    var path = parts.removeFirst()
    var value = nodes[path]
    let isOwn = own.contains(path)
    for part in parts {
      guard let outer = value else { break }
      // What is missing is inside: names beside the last part are the near ones.
      known = (outer.map ?? []).map { "\(path).\($0.key.name)" }
      let isInside = path.contains(".") || path == LateText.row
      path += ".\(part)"
      value = outer.part(part)
      // What its type may have, a value of the window need not have.
      if value == nil, isNested || isInside && isOwn { value = Node(.null, range: node.range) }
    }
    if let value { return value }
    if let mistake = MeantVariable.mistake(in: name, among: names, at: node.range, of: source) {
      throw mistake
    }
    throw source.diagnostic(
      .noSuchVariable, at: node.range, "there is no variable `\(name)` here",
      hint: hint(name, path, known))
  }

  /// A part of a name that may be a variable itself.
  private func text(
    _ part: String, _ node: Node, _ source: SourceFile
  ) throws(Diagnostic) -> String {
    let value = try replaced(in: Node(.text(part), range: node.range), of: source)
    if let text = ScenarioWorld.text(of: value) { return text }
    throw source.diagnostic(
      .wrongKind, at: node.range, "`\(part)` is \(value.kindName) and names no entry",
      hint: Self.fieldHint(String(part.dropFirst(2).dropLast()), value))
  }

  /// What to write where a window has nothing of a name.
  private static func nothingHint(_ name: String) -> String? {
    switch name {
    case "window.value":
      "this window was opened for nothing: `if: { window.scene: … }` beside the step says in which kind "
        + "it is done; with `in:` beside it, as `in: opener`, each of those windows has its own, and "
        + "`act: { NAME: { n: \"${window.value}\" } }` takes that of the first one along"
    case "window.opener":
      "no step of the app opened this window: `if: { window.opener: $any }` beside the step says in "
        + "which it is done"
    default: nil
    }
  }

  /// What to write where a map stands for a text.
  private static func fieldHint(_ name: String, _ value: Node) -> String? {
    value.map?.first.map { "a field of it is meant, such as `${\(name).\($0.key.name)}`" }
  }

  /// The same data at another place: mistakes are shown where the variable is used.
  private static func moved(_ node: Node, to range: SourceRange) -> Node {
    let content: Node.Content =
      switch node.content {
      case .list(let nodes): .list(nodes.map { moved($0, to: range) })
      case .map(let entries):
        .map(entries.map { Entry(key: $0.key, value: moved($0.value, to: range)) })
      default: node.content
      }
    return Node(content, style: node.style, range: range)
  }
}

/// A text with variables, taken apart.
package enum VariableText {
  enum Part {
    case literal(String), variable(String)
  }

  /// Whether a node holds a variable anywhere in its values and keys, or a value that is made.
  static func isIn(_ node: Node) -> Bool {
    switch node.content {
    case .text(let text): isIn(text)
    case .list(let nodes): nodes.contains { isIn($0) }
    case .map(let entries):
      GeneratedValue.isOne(entries) || entries.contains { isIn($0.key.name) || isIn($0.value) }
    default: false
    }
  }

  /// Whether a text holds a variable, or the beginning of one.
  static func isIn(_ text: String) -> Bool {
    // Most texts hold no dollar, which bytes tell at once.
    guard text.utf8.contains(UInt8(ascii: "$")) else { return false }
    return text.contains("${")
  }

  /// The parts of a name, of which one may be a variable itself: `drafts.${values.chosen}`.
  static func path(_ name: String) -> [String] {
    var (parts, depth) = ([""], 0)
    for character in name {
      if character == "{" { depth += 1 } else if character == "}" { depth -= 1 }
      if character == ".", depth == 0 {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    return parts
  }

  /// The brace that ends a name, in which a variable may stand.
  private static func end(of text: Substring) -> String.Index? {
    var depth = 0
    return text.indices.first { index in
      if text[index...].hasPrefix("${") { depth += 1 }
      guard text[index] == "}" else { return false }
      depth -= 1
      return depth < 0
    }
  }

  static func parts(
    of text: String, _ node: Node, _ source: SourceFile
  ) throws(Diagnostic) -> [Part] {
    var parts: [Part] = []
    var literal = ""
    var rest = text[...]
    while let start = rest.firstRange(of: "${") {
      if rest[..<start.lowerBound].hasSuffix("$") {
        literal += rest[..<start.lowerBound].dropLast() + "${"
        rest = rest[start.upperBound...]
        continue
      }
      literal += rest[..<start.lowerBound]
      guard let end = end(of: rest[start.upperBound...]) else {
        throw source.diagnostic(
          .wrongValue, at: node.range, "`${` without a closing `}`",
          hint: "end the name with `}`; `$${` writes it literally")
      }
      if !literal.isEmpty { parts.append(.literal(literal)) }
      literal = ""
      parts.append(.variable(String(rest[start.upperBound..<end])))
      rest = rest[rest.index(after: end)...]
    }
    literal += rest
    if !literal.isEmpty { parts.append(.literal(literal)) }
    return parts
  }
}
