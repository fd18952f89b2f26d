/// Tabs that the user opens and closes: the entries of a value of the window, of the app or of the
/// shown place.
package struct TabSource: Sendable {
  /// The key whose entries they are.
  package let key: String
  let range: SourceRange
  /// The title of each; nil is its name.
  private(set) var title: LateText?
  /// Whether the window goes with its last tab.
  let lastClosesWindow: Bool
  /// Which closed tabs a window keeps, in apps with tombstones.
  private(set) var kept = KeptTabs()

  /// Reads `tabs: {$from: openTabs}`; nil if the map names fixed tabs.
  static func read(_ map: NodeMap, _ mistakes: inout DiagnosticList) -> TabSource? {
    guard isMeant(in: map), let node = map.optional("tabs") else { return nil }
    if node["$from"] == nil {
      let near = node.map?.first {
        NearestName.nearest(to: $0.key.name, among: ["$from"]) != nil || $0.key.name == "from"
      }
      let from = near?.value.text
      let start = SourceRange(at: node.range.start)
      var mistake = map.source.missingKey("$from", of: "`tabs`", at: start)
      mistake.hint = "write `$from: \(from ?? "…")`"
      mistakes.append(mistake)
      return from.map { TabSource(key: $0, range: node.range, lastClosesWindow: false) }
    }
    let known = ScenarioLanguage.openTabs.names
    guard let body = mistakes.map(node, in: map.source, of: "`tabs`", known: known),
      let key = mistakes.collect(try body.text("$from"))
    else { return nil }
    let last = mistakes.read(try body.optionalWord("$last", of: lastWords))
    let kept = mistakes.read(try KeptTabs(body))
    return TabSource(
      key: key, range: body.optional("$from")?.range ?? node.range,
      lastClosesWindow: last == lastWords[0], kept: kept ?? KeptTabs())
  }

  /// Whether the tabs come from a value: one with the title of a key is hardly meant by `from`.
  static func isMeant(in map: NodeMap) -> Bool {
    guard let node = map.optional("tabs") else { return false }
    let from = node["from"]?.text.flatMap { map.optional("storage")?[$0] }
    if from != nil || ScenarioLanguage.openTabs.contains(where: { node[$0.name] != nil }) {
      return true
    }
    return node.map?.contains { NearestName.nearest(to: $0.key.name, among: ["$from"]) != nil }
      == true
  }

  /// What becomes of a window whose last tab is closed.
  static let lastWords = ["closes-window", "stays-empty"]

  /// Tabs are texts in the store.
  mutating func check(
    _ app: AppDeclaration, _ map: NodeMap, _ mistakes: inout DiagnosticList
  ) {
    let source = app.source
    title = map.optional("tabs")?["$title"].flatMap { node in
      mistakes.collect { () throws(Diagnostic) in
        try LateText(node, known: app.lateValues(), of: app, in: source)
      }
    }
    guard let declared = app.key(key) else {
      // A key with a mistake of its own is not missing.
      guard map.optional("storage")?[key] == nil else { return }
      return mistakes.add(
        in: source, .wrongValue, at: range, "the app declares no key `\(key)`",
        hint: SourceFile.choice(for: key, among: app.keys.map(\.name))
          ?? "declare it: `storage: { \(key): [string] }`")
    }
    if let mistake = Self.mistake(declared, of: app, at: range) { mistakes.append(mistake) }
    if case .list(let tabs) = declared.initial,
      let twice = tabs.indices.first(where: { tabs[..<$0].contains(tabs[$0]) })
    {
      mistakes.add(
        in: source, .contradiction, at: declared.range,
        "the tab `\(tabs[twice].plainText ?? "")` stands twice in the default of `\(key)`",
        hint: "each tab has a name of its own")
    }
    for (other, way) in [
      ("navigator", "handlers with `on: \"notes://note/{id}\"` take links without one; "),
      ("tree", ""),
    ] where map.optional(other) != nil {
      mistakes.add(
        in: source, .contradiction, at: range, "an app with `\(other)` has fixed tabs",
        hint: "\(way)an app in Swift may have both")
    }
  }
}
