import SceneSimulator

/// Makes the message of a check that failed: both values, who wrote the value, what is around.
struct FailureReport {
  /// A key as seen from a window and tab.
  struct Place {
    let key: StorageKey
    let window: String
    let tab: String?
  }

  private let context: StepContext

  init(_ context: StepContext) { self.context = context }

  /// The message for one difference.
  ///
  /// - Parameters:
  ///   - mismatch: The difference.
  ///   - subject: What was compared, such as `A.values.draft`.
  ///   - place: The key behind the value, if there is one.
  ///   - whole: The whole value, if `mismatch` is inside it.
  /// - Returns: The message, still without case and step.
  func diagnostic(
    _ mismatch: Mismatch, subject: String, place: Place? = nil, whole: ScenarioValue? = nil
  ) -> Diagnostic {
    let comparison = comparison(mismatch, subject: subject)
    let (expected, actual) = (comparison.expected.text, comparison.actual.text)
    let cut = CutValues(expected, actual, limit: 60)
    var diagnostic = Diagnostic(
      .notAsExpected, file: context.source.path, range: mismatch.node.range,
      "\(comparison.lookedAt): expected \(cut.expected), got \(cut.actual)")
    if context.source.text(in: mismatch.node.range).contains("${") {
      diagnostic.frame?.resolved = expected
    }
    diagnostic.comparison = comparison
    if let place {
      diagnostic.cameFrom = cameFrom(place)
      diagnostic.hint = hint(place)
    }
    diagnostic.around = around(place)
    return diagnostic
  }

  private func comparison(_ mismatch: Mismatch, subject: String) -> Comparison {
    Comparison(
      lookedAt: subject + mismatch.path,
      expected: Comparison.Value(
        text: Self.text(mismatch.node), kind: Self.kind(of: mismatch.node),
        json: Self.json(mismatch.node)),
      actual: Comparison.Value(
        text: mismatch.actual.map { $0 == .null ? "~" : $0.json() } ?? "nothing",
        kind: Self.kind(of: mismatch.actual), json: mismatch.actual?.json()))
  }

  // MARK: Where the value came from

  private func cameFrom(_ place: Place) -> String {
    let stored = context.place(of: place.key, window: place.window, tab: place.tab)
    let target = "key \(place.key.name), scope \(scopeText(place))"
    if place.key.via != .store { return liveSource(place) + " → \(target)" }
    if context.simulation.stored[stored] == nil {
      let line = place.key.range.start.line
      if let origin = context.origins[stored] {
        return "step \(origin.step), line \(origin.line), `\(origin.verb)` removed \(target)"
      }
      return "the default of \(target), line \(line): nothing is stored"
    }
    guard let origin = context.origins[stored] else {
      return "the store as it was before this run → \(target)"
    }
    let tab = origin.tab.map { " in tab \($0)" } ?? ""
    return "step \(origin.step), line \(origin.line), `\(origin.verb)`\(tab) → \(target)"
  }

  /// Where a value comes from that is not in the store.
  private func liveSource(_ place: Place) -> String {
    let scene = try? context.inside(context.simulation.window(place.window))
    switch scene?.source(of: place.key, tab: place.tab) {
    case "default"?: return "the default, line \(place.key.range.start.line)"
    case let source?: return "the \(source) of \(place.window), nothing in the store"
    case nil: return "\(place.window)"
    }
  }

  private func scopeText(_ place: Place) -> String {
    switch place.key.scope {
    case .scene: context.declaration.tabs.isEmpty ? "scene" : "scene (one value for all tabs)"
    case .selectedTab: "tab (\(place.tab ?? "none"))"
    case .tab(let tab): "tab(\(tab))"
    case .nested(let tab, let name): tab.map { "tab/\(name) (in \($0))" } ?? "scene/\(name)"
    case .app: "app (one value for all windows)"
    }
  }

  /// The usual mistake: a value that should belong to a tab belongs to the window.
  private func hint(_ place: Place) -> String? {
    guard place.key.scope == .scene, place.key.name != StorageKey.selectedTab,
      context.declaration.tabs.count > 1
    else { return nil }
    let stored = context.place(of: place.key, window: place.window, tab: place.tab)
    guard let origin = context.origins[stored], origin.tab != place.tab else { return nil }
    let name = place.key.name
    return "give every tab its own value: `scope: tab` (line \(place.key.range.start.line)), "
      + "in Swift @SceneStorage(\"\(name)\", scope: .selectedTab)"
  }

  // MARK: The state around

  private func around(_ place: Place?) -> [String] {
    let simulation = context.simulation
    let names = simulation.windows.map(\.name)
    let width = names.map(\.unicodeScalars.count).max() ?? 1
    var lines = names.map { name in
      windowLine(name, width: width, isFront: simulation.front?.name == name)
    }
    if names.isEmpty { lines.append(simulation.isRunning ? "no window" : "the app is not running") }
    let blamed = place.map { context.place(of: $0.key, window: $0.window, tab: $0.tab) }
    let windows = place.map { [$0.window, ""] } ?? names + [""]
    let shown = simulation.stored.keys.filter { windows.contains($0.window) }.sorted()
    return lines + storeLines(shown, blamed)
  }

  private func windowLine(_ name: String, width: Int, isFront: Bool) -> String {
    var line = Self.padded(name, width) + "   "
    line += context.simulation.phase(of: name)?.rawValue ?? "closed"
    if let scene = try? context.inside(context.simulation.window(name)) {
      if let tab = scene.selectedTab { line += "   tab \(tab)" }
      let path = ScenarioValue.list(scene.path(in: scene.selectedTab).map { .text($0) })
      line += "   " + Self.padded("path \(path.json())", isFront ? 24 : 0)
    }
    guard isFront else { return line }
    return line + (line.hasSuffix(" ") ? "front" : "   front")
  }

  private func storeLines(_ places: [StoredPlace], _ blamed: StoredPlace?) -> [String] {
    let limit = 12
    let rows = places.prefix(limit).map { place -> (String, String, String) in
      let value = context.simulation.stored[place].map { context.decoded($0, at: place) }
      let json = Self.shortened(value?.json(as: context.declaration.key(place.key)?.type) ?? "")
      return ("\(place)", json, remark(place, isBlamed: place == blamed))
    }
    let addresses = rows.map(\.0.unicodeScalars.count).max() ?? 0
    let values = rows.map(\.1.unicodeScalars.count).max() ?? 0
    var lines = rows.enumerated().map { index, row in
      let start = index == 0 ? "store  " : "       "
      return start + Self.padded(row.0, addresses + 2) + Self.padded(row.1, values + 3) + row.2
    }
    if places.count > limit { lines.append("       and \(places.count - limit) more") }
    return lines
  }

  private func remark(_ place: StoredPlace, isBlamed: Bool) -> String {
    let tabs = context.declaration.tabs
    if isBlamed, context.declaration.key(place.key)?.scope == .scene, !tabs.isEmpty,
      place.key != StorageKey.selectedTab
    {
      return "shared by \(tabs.joined(separator: ", "))"
    }
    return context.origins[place].map { "changed in step \($0.step)" } ?? "from an earlier run"
  }

  // MARK: Words

  /// An expected value as it is compared: JSON, with `~` for nil.
  static func text(_ node: Node) -> String {
    switch node.content {
    case .null: "~"
    case .bool(let bool): String(bool)
    case .int(let int): String(int)
    case .double(let double): "\(double)"
    case .text(let text): isMatcher(text) ? text : ScenarioValue.quoted(text)
    case .list(let nodes): "[" + nodes.map(text).joined(separator: ", ") + "]"
    case .map(let entries):
      "{" + entries.map { "\($0.key.name): \(text($0.value))" }.joined(separator: ", ") + "}"
    }
  }

  /// An expected value for programs; matchers are as they are written.
  private static func json(_ node: Node) -> String {
    switch node.content {
    case .null: "null"
    case .list(let nodes): "[" + nodes.map(json).joined(separator: ", ") + "]"
    case .map(let entries):
      "{"
        + entries.map { "\(ScenarioValue.quoted($0.key.name)): \(json($0.value))" }
        .joined(separator: ", ") + "}"
    case .text(let text): ScenarioValue.quoted(text)
    case .bool, .int, .double: text(node)
    }
  }

  private static func isMatcher(_ text: String) -> Bool { text == "$any" || text == "$absent" }

  private static func kind(of node: Node) -> String {
    switch node.content {
    case .null: "nil"
    case .bool: "bool"
    case .int: "int"
    case .double: "double"
    case .text(let text): isMatcher(text) ? "matcher" : "string"
    case .list: "list"
    case .map(let entries): entries.contains { $0.key.name.hasPrefix("$") } ? "matcher" : "map"
    }
  }

  private static func kind(of value: ScenarioValue?) -> String {
    switch value {
    case .text(let text)?: "string, \(Self.bytes(text.utf8.count))"
    case .data(let data)?: "data, \(Self.bytes(data.count))"
    case .list(let list)?: "list of \(list.count)"
    case let value?: value.kindName
    case nil: "absent"
    }
  }

  private static func bytes(_ count: Int) -> String { count == 1 ? "1 byte" : "\(count) bytes" }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.unicodeScalars.count))
  }

  private static func shortened(_ text: String) -> String {
    let scalars = text.unicodeScalars
    return scalars.count <= 60 ? text : String(scalars.prefix(59)) + "…"
  }
}
