import SceneLifecycle
import SceneState

/// A text of an app whose last variables are replaced when it is used: `${values.KEY}`,
/// `${window.value}`, `${window.scene}`, `${tab.id}` and `${row.FIELD}`.
package struct LateText: Sendable {
  /// What such variables begin with.
  static let names: Set<String> = ["values", "window", "windows", "tab", row, rows, now]
  /// What such variables begin with that a scenario may well call its own.
  static let common: Set<String> = ["windows", row, rows, now]
  /// The row that a window or a place is about, or that `$row` has found.
  static let row = "row"
  /// The tables, with their rows and how many these are.
  static let rows = "rows"
  /// What time it is, in steps of the app.
  static let now = "now"

  private let node: Node
  private let source: SourceFile

  /// Reads a text.
  ///
  /// - Parameters:
  ///   - node: The text, after the variables of the case are replaced.
  ///   - known: The names that can be used here, such as `values.draft`.
  ///   - source: The file.
  /// - Throws: `no-such-variable` for another name.
  init(_ node: Node, known: OwnNames, in source: SourceFile) throws(Diagnostic) {
    (self.node, self.source) = (node, source)
    let text = try source.text(node, for: "a text")
    for case .variable(let name) in try VariableText.parts(of: text, node, source)
    where !known.contains(name) {
      throw source.diagnostic(
        .noSuchVariable, at: node.range, "there is no variable `\(name)` here",
        hint: known.hint(for: name) ?? SourceFile.hint(forOwn: name, among: known.texts)
          ?? SourceFile.choice(for: name, among: known.texts))
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
    let parts = name.split(separator: ".").map(String.init)
    guard parts.count > 1 else { return nil }
    if parts[0] == LateText.row {
      let value = rowOfPlace.flatMap { Self.part(parts[1...], of: ScenarioValue($0.content)) }
      return value
    }
    if parts[0] == LateText.rows {
      let node = parts[2...].reduce(rows(of: parts[1]) as Node?) { $0?.part($1) }
      return node.map { ScenarioValue($0.content) }
    }
    return part(of: Array(parts[..<2]), tab: tab).flatMap { Self.part(parts[2...], of: $0) }
  }

  /// What a name of two parts stands for.
  private func part(of name: [String], tab: String?) -> ScenarioValue? {
    switch (name[0], name[1]) {
    case ("tab", ListEnd.count): return .int(tabs.count)
    case ("tab", _): return tab.map { .text($0) }
    case ("windows", _): return windowCount
    case ("window", "scene"): return .text(scene.session.record.scene)
    case ("window", "name"): return .text(scene.id.rawValue)
    case ("window", "opener"):
      return app.box.world.openers[scene.id].map { .text($0.rawValue) } ?? .null
    case ("window", "number"): return windowNumber
    case ("window", ListEnd.count): return alikeCount
    case ("window", "waits"): return .bool(scene.awaitsRestoration)
    case ("window", _): return declaration.windowValue(scene.session.record)
    default: return declaration.key(name[1]).map { value(of: $0, tab: tab) }
    }
  }

  /// The part of a value to which a path leads; nil if there is none.
  private static func part(_ path: ArraySlice<String>, of value: ScenarioValue) -> ScenarioValue? {
    path.reduce(value as ScenarioValue?) { value, name in
      switch value {
      case .map(let fields)?: fields[name]
      case .list(let list)? where name == ListEnd.count: .int(list.count)
      case .list(let list)?: ListEnd(rawValue: name)?.entry(of: list)
      default: nil
      }
    }
  }

  /// The row that the shown place is about, else the one of the window; nil for none.
  private var rowOfPlace: Node? {
    guard app.hasLoadedData else { return nil }
    let place = shownPlace
    if let place, let row = declaration.places.first(where: { $0.name == place.kind })?.row {
      return row.row(named: .text(place.id), in: app.box.world)
    }
    return kind?.row?.row(
      named: declaration.windowValue(scene.session.record).content, in: app.box.world)
  }

  /// The same as variables for steps of the app, as far as these use them.
  func ownVariables(in used: Set<String>) -> [(String, Node)] {
    LateText.names.intersection(used).compactMap { root in
      if root == LateText.row { return rowOfPlace.map { (root, $0) } }
      let range = SourceRange(at: .start)
      if root == LateText.now {
        return (root, Node(.text(DateText.text(of: scene.now)), range: range))
      }
      if root == LateText.rows {
        let tables = declaration.tables.map { table in
          Entry(key: Entry.Key(name: table.name, range: range), value: rows(of: table.name))
        }
        return (root, Node(.map(tables), range: range))
      }
      let names =
        switch root {
        case "tab": ["tab.id", "tab.\(ListEnd.count)"]
        case "window": (OwnNames.ofWindow + ["value"]).map { "window.\($0)" }
        case "windows": ["windows.\(ListEnd.count)"]
        default: declaration.keys.map { "values.\($0.name)" }
        }
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
