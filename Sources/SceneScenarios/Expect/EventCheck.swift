import SceneSimulator
internal import SceneState

/// `events: {A: [willConnect, …], app: […]}`: what was told since the last look, in order.
struct EventCheck {
  let context: StepContext

  static func validate(_ node: Node, in source: SourceFile) throws(Diagnostic) {
    if node.text?.contains("${") == true { return }
    let lists = try source.filled(node, for: "`events`")
    for entry in lists {
      if entry.key.name == "since" {
        _ = try source.word(entry.value, of: ["launch"], for: "`since`")
        continue
      }
      guard entry.key.name == "app" || Names.isWindow(entry.key.name) else {
        throw source.unknownCheck(entry.key, ScenarioLanguage.eventLists.names)
      }
      if VariableText.isIn(entry.value) { continue }
      if entry.value.map != nil {
        let map = try NodeMap(entry.value, in: source, of: "the events of `\(entry.key.name)`")
        try map.checkKeys(known: ScenarioLanguage.strictly.names)
        _ = try source.texts(try map.required("exactly"), for: "`exactly`")
      } else if try source.texts(entry.value, for: "the events of `\(entry.key.name)`").isEmpty {
        throw source.vacuous(entry.value, "an empty list of events")
      }
    }
  }

  func check(_ node: Node) throws(Diagnostic) {
    let launch = context.log.heard.lastIndex {
      $0.window == nil && $0.text == "willFinishLaunching"
    }
    let start = node["since"] == nil ? context.eventMark : launch ?? 0
    let news = Array(context.log.heard[start...])
    context.eventMark = context.log.heard.count
    for entry in node.map ?? [] where entry.key.name != "since" {
      let name = entry.key.name
      // Details are there for those who name one of their kind.
      let wanted = Set((entry.value["exactly"] ?? entry.value).list?.compactMap(\.firstWord) ?? [])
      let told = news.filter {
        ($0.window ?? "app") == name && (!$0.isDetail || wanted.contains($0.word))
      }
      let had = told.map(\.text)
      if let exactly = entry.value["exactly"] {
        try FailureReport(context).compare(
          exactly.asNames, .list(had.map { .text($0) }), subject: "events of \(name)")
      } else {
        try checkOrder(entry.value.list ?? [], told, name)
      }
    }
  }

  private func checkOrder(
    _ wanted: [Node], _ told: [HeardEvent], _ name: String
  ) throws(Diagnostic) {
    let had = told.map(\.text)
    var rest = had[...]
    var missing: Node?
    var marks: [String] = []
    for node in wanted {
      let text = node.text ?? ""
      if missing == nil, let index = rest.firstIndex(of: text) {
        rest = rest[(index + 1)...]
        marks.append("\(text) ✓")
      } else {
        missing = missing ?? node
        marks.append("\(text) ✗")
      }
    }
    guard let missing else { return }
    var diagnostic = context.source.diagnostic(
      .events, at: missing.range, "expected events of \(name) not found: \(missing.text ?? "")")
    diagnostic.facts = [
      Diagnostic.Fact("wanted", marks.joined(separator: "  ")),
      Diagnostic.Fact("had", had.isEmpty ? "nothing" : had.joined(separator: ", ")),
    ]
    func value(_ texts: [String]) -> Comparison.Value {
      let json = ScenarioValue.list(texts.map { .text($0) }).json()
      return Comparison.Value(text: json, kind: "list of \(texts.count)", json: json)
    }
    diagnostic.comparison = Comparison(
      lookedAt: "events.\(name)", expected: value(wanted.compactMap(\.text)), actual: value(had))
    diagnostic.comparison?.isShown = false
    diagnostic.hint = EventHint(context, of: name, told).hint(for: missing.text ?? "")
    throw diagnostic
  }
}

/// Problems noticed since the last `expect`; none are expected unless it says so.
enum ProblemCheck {
  static func check(
    _ problems: [NoticedProblem], expected: Node?, at range: SourceRange, in context: StepContext
  ) throws(Diagnostic) {
    if let expected {
      let wanted = Self.full(expected)
      let actual = problems.map(\.fields)
      guard let mismatch = Matcher.mismatch(wanted, .list(actual)) else { return }
      // A code is compared with all codes, a field with the field.
      let isField = !mismatch.path.isEmpty && !mismatch.path.hasSuffix(".code")
      let codes = (wanted.list ?? []).compactMap { $0["code"]?.text }
      // The same codes in another order are no matter of one of them.
      let isReordered = codes.sorted() == problems.map(\.code.rawValue).sorted()
      var diagnostic = FailureReport(context).diagnostic(
        isField
          ? mismatch
          : Mismatch(
            // The list as it is written, codes alone.
            node: mismatch.path.isEmpty || isReordered ? expected : mismatch.node, path: "",
            actual: .list(problems.map { .text($0.code.rawValue) })),
        subject: "problems")
      // Of several with one code the places tell which they are.
      diagnostic.notes += problems.prefix(6).map { problem in
        "step \(problem.step): \(problem.code)  \(ProblemMessage(context).particulars(problem))"
      }
      throw diagnostic
    }
    guard let first = problems.first else { return }
    throw ProblemMessage(context).diagnostic(first, at: range)
  }

  /// A text stands for `{code: text}`, in a list and in what rules say.
  private static func full(_ node: Node) -> Node {
    switch node.content {
    case .text:
      return Node(.map([Entry("code", at: node.range, node)]), range: node.range)
    case .list(let nodes):
      // A rule in a list is one for a code, unless it names fields itself.
      let elements = nodes.map { node in
        let isOfCode = node.map?.allSatisfy { $0.key.name.hasPrefix("$") && $0.value.map == nil }
        return isOfCode == true
          ? Node(.map([Entry("code", at: node.range, node)]), range: node.range) : full(node)
      }
      return node.holding(.list(elements))
    case .map(let entries) where Matcher.isMeant(node):
      let rules = entries.map { Entry(key: $0.key, value: full($0.value)) }
      return node.holding(.map(rules))
    case .map, .null, .bool, .int, .double: return node
    }
  }
}

extension Node {
  fileprivate var firstWord: String? { text.map { String($0.prefix { $0 != " " }) } }
}

extension NoticedProblem {
  /// The problem as `problems: [{code, key, at, window}]` compares it.
  var fields: ScenarioValue {
    var fields: [String: ScenarioValue] = ["code": .text(code.rawValue)]
    fields["key"] = key.map { .text($0) }
    fields["at"] = at.map { .text($0) }
    fields["window"] = window.isEmpty ? nil : .text(window)
    return .map(fields)
  }
}
