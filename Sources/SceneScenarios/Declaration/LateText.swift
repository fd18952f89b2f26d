import SceneSimulator

/// A text of an app whose last variables are replaced when it is used: `${values.KEY}`,
/// `${window.value}`, `${window.scene}`, `${tab.id}` and `${row.FIELD}`; or one of several, such as
/// `{ if: { window.count: 1 }, then: "${window.value}", else: "${window.value}:${window.number}" }`.
package struct LateText: Sendable {
  /// What such variables begin with.
  static let names: Set<String> = ["values", "window", "windows", "tab", row, rows, now, today]
  /// What such variables begin with that a scenario may well call its own.
  static let common: Set<String> = ["windows", row, rows, now, today]
  /// The row that a window or a place is about, or that `$row` has found.
  static let row = "row"
  /// The tables, with their rows and how many these are.
  static let rows = "rows"
  /// What time it is, in steps of the app.
  static let now = "now"
  /// How the process before this one ended, in steps of the app: the step that ended it, `crash` for
  /// one that ended by itself, and nothing in the first one.
  static let lastEnd = "launch.after"
  /// Which day it is, such as 2026-01-01.
  static let today = "today"

  /// One of the texts, and when it is the one; nil for what is left.
  private typealias Choice = (condition: Node?, node: Node)

  private let choices: [Choice]
  let source: SourceFile

  /// Reads a text.
  ///
  /// - Parameters:
  ///   - node: The text, after the variables of the case are replaced; in an app also a choice.
  ///   - known: The names that can be used here, such as `values.draft`.
  ///   - app: The app, where its values may say which text it is.
  ///   - source: The file.
  /// - Throws: `no-such-variable` for another name, and the first mistake of a condition.
  init(
    _ node: Node, known: OwnNames, of app: AppDeclaration? = nil, in source: SourceFile
  ) throws(Diagnostic) {
    var (choices, rest) = ([] as [Choice], node)
    if app != nil, node.list != nil {
      throw source.diagnostic(
        .wrongKind, at: node.range, "this is a list, and one text is wanted",
        hint: "one of two is chosen by `{ if: { … }, then: …, else: … }`")
    }
    while let app, rest.map != nil {
      let map = try NodeMap(rest, in: source, of: "this text")
      try map.checkKeys(known: ScenarioLanguage.choice.names)
      let condition = try map.required("if")
      try HandlerDeclaration.checkCondition(condition, source)
      try ValueCondition.checkNames(condition, "here", of: app, known)
      choices.append((condition, try map.required("then")))
      rest = try map.required("else")
    }
    choices.append((nil, rest))
    (self.choices, self.source) = (choices, source)
    for (_, node) in choices {
      let text = try source.text(node, for: "a text")
      for case .variable(let name) in try VariableText.parts(of: text, node, source)
      where !known.contains(name) {
        throw source.diagnostic(
          .noSuchVariable, at: node.range, "there is no variable `\(name)` here",
          hint: known.hint(for: name) ?? SourceFile.hint(forOwn: name, among: known.texts)
            ?? SourceFile.choice(for: name, among: known.texts))
      }
    }
  }

  /// The parts of the text that is meant now.
  private func parts(_ holds: (Node) -> Bool) -> [VariableText.Part] {
    let chosen = choices.first { $0.condition.map(holds) ?? true }
    guard let node = chosen?.node else { return [] }
    // It was taken apart before, when it was read.
    return (try? VariableText.parts(of: node.text ?? "", node, source)) ?? []
  }

  /// The text now; what is nil leaves nothing.
  package func text(
    _ holds: (Node) -> Bool, _ value: (_ name: String) -> ScenarioValue?
  ) -> String {
    parts(holds).map { part in
      switch part {
      case .literal(let text): text
      case .variable(let name): value(name)?.inText ?? ""
      }
    }.joined()
  }

  /// The texts now: a list stands for each of its entries.
  func texts(
    _ holds: (Node) -> Bool, _ value: (_ name: String) -> ScenarioValue?
  ) -> [String] {
    parts(holds).reduce([""]) { texts, part in
      let ends: [String]
      switch part {
      case .literal(let text): ends = [text]
      case .variable(let name):
        let value = value(name)
        if case .list(let entries)? = value {
          ends = entries.map(\.inText)
        } else {
          ends = [value?.inText ?? ""]
        }
      }
      return texts.flatMap { text in ends.map { text + $0 } }
    }
  }

  static func waits(_ name: String) -> Bool {
    guard let dot = name.firstIndex(of: ".") else { return false }
    return names.contains(String(name[..<dot]))
  }
}

extension ScenarioValue {
  /// The value inside a text: texts as they are, others as in JSON, nothing for nil.
  fileprivate var inText: String {
    if self == .null { return "" }
    return plainText ?? json()
  }
}
