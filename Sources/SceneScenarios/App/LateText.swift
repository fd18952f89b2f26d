import SceneLifecycle
import SceneState

/// A text of an app whose last variables are replaced when it is used: `${values.KEY}`,
/// `${window.value}` and `${tab.id}`.
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
        "there is no variable `\(name)` here", hint: SourceFile.choice(for: name, among: known))
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
  /// The late names that stand for what a window has.
  var lateValues: [String] {
    keys.map { "values.\($0.name)" } + ["window.value"] + (tabs.isEmpty ? [] : ["tab.id"])
  }
}

extension ScenarioScene {
  /// A text of the app as it is in this window now.
  func text(_ late: LateText) -> String {
    late.text { name in
      switch name {
      case "tab.id": return selectedTab.map { .text($0) }
      case "window.value":
        return scene.session.record.value.flatMap {
          ScenarioValue(json: String(decoding: $0, as: UTF8.self))
        }
      default:
        let key = declaration.key(String(name.dropFirst("values.".count)))
        return key.map { value(of: $0, tab: selectedTab) }
      }
    }
  }
}
