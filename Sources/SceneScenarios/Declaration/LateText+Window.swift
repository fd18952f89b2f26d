import SceneLifecycle
import SceneState

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
    late.text {
      holds($0, tab: tab, in: late.source)
    } _: {
      lateValue($0, tab: tab)
    }
  }

  /// What a text of the app stands for in this window now, where a list has a text for each entry.
  func texts(_ late: LateText) -> [String] {
    let tab = selectedTab
    return late.texts {
      holds($0, tab: tab, in: late.source)
    } _: {
      lateValue($0, tab: tab)
    }
  }

  /// Whether a condition of what the app shows or hands over holds in this window now.
  ///
  /// Of what it names, that there is such a thing was looked at when the app was read.
  func holds(_ condition: Node, tab: String?, in source: SourceFile) -> Bool {
    var variables = Variables()
    let used = VariableUse.names(inCondition: condition)
    for (name, value) in ownVariables(in: used, tab: tab) { variables.add(own: name, value) }
    do throws(Diagnostic) {
      let node = try variables.replaced(in: condition, of: source)
      guard let entries = node.map else { return node.bool ?? true }
      let others = entries.filter { !ValueCondition.words.contains($0.key.name) }
      guard try StepCounter(source).unmet(others, variables) == nil else { return false }
      guard let values = try ValueCondition(node, in: source) else { return true }
      let tables = app.hasLoadedData ? app.box.world.tables : nil
      guard values.unmetRow(in: tables) == nil else { return false }
      return try values.holds(in: self, tab: tab, of: declaration) { key, _ in key }
    } catch {
      // A row that it asks about may not be there.
      return false
    }
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
    ownVariables(in: used, tab: selectedTab)
  }

  private func ownVariables(in used: Set<String>, tab: String?) -> [(String, Node)] {
    LateText.names.intersection(used).compactMap { root in
      if root == LateText.row { return rowOfPlace.map { (root, $0) } }
      if root == LateText.now { return (root, .text(DateText.text(of: scene.now))) }
      if root == LateText.today {
        return (root, .text(String(DateText.text(of: scene.now).prefix { $0 != "T" })))
      }
      if root == LateText.rows {
        return (root, .map(declaration.tables.map { ($0.name, rows(of: $0.name)) }))
      }
      let names =
        switch root {
        case "tab": ["tab.id", "tab.\(ListEnd.count)"]
        case "window": (OwnNames.ofWindow + ["value"]).map { "window.\($0)" }
        case "windows": ["windows.\(ListEnd.count)"]
        default: declaration.keys.map { "values.\($0.name)" }
        }
      let facts = names.map { name in
        (
          String(name.dropFirst(root.count + 1)),
          Node.made(lateValue(name, tab: tab)?.content ?? .null)
        )
      }
      return (root, .map(facts))
    }
  }
}
