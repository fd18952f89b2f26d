import SceneLifecycle
import SceneState

/// A text of an app whose last variables are replaced when it is used: `${values.KEY}`,
/// `${window.value}`, `${window.scene}` and `${tab.id}`.
package struct LateText: Sendable {
  /// What such variables begin with.
  static let names: Set<String> = ["values", "window", "tab"]

  private let node: Node
  private let source: SourceFile

  /// Reads a text.
  ///
  /// - Parameters:
  ///   - node: The text, after the variables of the case are replaced.
  ///   - known: The names that can be used here, such as `values.draft`.
  ///   - source: The file.
  /// - Throws: `no-such-variable` for another name.
  init(_ node: Node, known: [String], in source: SourceFile) throws(Diagnostic) {
    (self.node, self.source) = (node, source)
    let text = try source.text(node, for: "a text")
    for case .variable(let name) in try VariableText.parts(of: text, node, source)
    where !known.contains(name) {
      throw Diagnostic(
        .noSuchVariable, file: source.path, range: node.range,
        "there is no variable `\(name)` here",
        hint: SourceFile.hint(forOwn: name, among: known)
          ?? SourceFile.choice(for: name, among: known))
    }
  }

  /// The text now; what is nil leaves nothing.
  package func text(_ value: (_ name: String) -> ScenarioValue?) -> String {
    // It was taken apart before, when it was read.
    let parts = (try? VariableText.parts(of: node.text ?? "", node, source)) ?? []
    return parts.map { part in
      switch part {
      case .literal(let text): text
      case .variable(let name): value(name)?.inText ?? ""
      }
    }.joined()
  }

  /// The texts now: a list stands for each of its entries.
  func texts(_ value: (_ name: String) -> ScenarioValue?) -> [String] {
    // It was taken apart before, when it was read.
    let parts = (try? VariableText.parts(of: node.text ?? "", node, source)) ?? []
    return parts.reduce([""]) { texts, part in
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

  /// Whether a name is one of those that wait.
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

extension AppDeclaration {
  /// The late names that stand for what a window has; the fields of its value can be named, too,
  /// if its type is known.
  func lateValues(of kind: ValueType? = nil) -> [String] {
    // A key with a mistake of its own is there all the same.
    let names = node?["storage"]?.map?.map(\.key.name) ?? keys.map(\.name)
    return names.map { "values.\($0)" } + ["window.value", "window.scene"]
      + (kind?.fields ?? []).map { "window.value.\($0.name)" } + (hasTabs ? ["tab.id"] : [])
  }

  /// The names that steps of the app and conditions of handlers can use, in whatever window.
  var ownNames: [String] {
    let fields = scenes.flatMap { $0.value?.fields ?? [] }.map { "window.value.\($0.name)" }
    return lateValues() + fields
  }

  /// What a window was opened for, or the default of its kind if that is no such value any more.
  func windowValue(_ record: SceneRecord?) -> ScenarioValue {
    let kind = scenes.first { $0.name == record?.scene }
    guard let type = kind?.value, let bytes = record?.value,
      let given = ScenarioValue(json: String(decoding: bytes, as: UTF8.self))
    else { return kind?.initial ?? .null }
    // An app that changed the type gets its default, too.
    return (try? type.value(from: given)) ?? kind?.initial ?? .null
  }
}

extension ScenarioScene {
  /// A text of the app as it is in this window now, in the selected tab.
  func text(_ late: LateText) -> String { text(late, tab: selectedTab) }

  /// The same in any tab.
  func text(_ late: LateText, tab: String?) -> String {
    late.text { lateValue($0, tab: tab) }
  }

  /// What a text of the app stands for in this window now, where a list has a text for each entry.
  func texts(_ late: LateText) -> [String] {
    late.texts { lateValue($0, tab: selectedTab) }
  }

  private func lateValue(_ name: String, tab: String?) -> ScenarioValue? {
    let parts = name.split(separator: ".", maxSplits: 2).map(String.init)
    switch parts[0] {
    case "tab": return tab.map { .text($0) }
    case "window" where parts[1] == "scene": return .text(scene.session.record.scene)
    case "window":
      let value = declaration.windowValue(scene.session.record)
      guard parts.count > 2 else { return value }
      if case .map(let fields) = value { return fields[parts[2]] }
      return nil
    default:
      let key = declaration.key(String(name.dropFirst("values.".count)))
      return key.map { value(of: $0, tab: tab) }
    }
  }

  /// The same as variables for steps of the app, as far as these use them.
  func ownVariables(in used: Set<String>) -> [(String, Node)] {
    LateText.names.intersection(used).map { root in
      let names =
        switch root {
        case "tab": ["tab.id"]
        case "window": ["window.value", "window.scene"]
        default: declaration.keys.map { "values.\($0.name)" }
        }
      let range = SourceRange(at: .start)
      let entries = names.map { name in
        let content = lateValue(name, tab: selectedTab)?.content ?? .null
        return Entry(
          key: Entry.Key(name: String(name.dropFirst(root.count + 1)), range: range),
          value: Node(content, range: range))
      }
      return (root, Node(.map(entries), range: range))
    }
  }
}
