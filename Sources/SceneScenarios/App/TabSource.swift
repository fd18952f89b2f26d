/// Tabs that the user opens and closes: the entries of a value.
package struct TabSource: Sendable {
  /// The key whose entries they are.
  package let key: String
  let range: SourceRange
  /// The title of each; nil is its name.
  private(set) var title: LateText?
  /// Whether the window goes with its last tab.
  let lastClosesWindow: Bool

  /// Reads `tabs: {$from: openTabs}`; nil if the map names fixed tabs.
  static func read(_ map: NodeMap, _ mistakes: inout DiagnosticList) -> TabSource? {
    guard let node = map.optional("tabs"), node["$from"] != nil else { return nil }
    return mistakes.collect { () throws(Diagnostic) in
      let body = try NodeMap(node, in: map.source, of: "`tabs`")
      try body.checkKeys(known: ScenarioLanguage.openTabs.names)
      let range = try body.required("$from").range
      let last = try body.optionalWord("$last", of: lastWords)
      return TabSource(
        key: try body.text("$from"), range: range, lastClosesWindow: last == lastWords[0])
    }
  }

  /// What becomes of a window whose last tab is closed.
  static let lastWords = ["closes-window", "stays-empty"]

  /// Tabs are texts that each window has for itself.
  mutating func check(
    _ app: AppDeclaration, _ map: NodeMap, _ mistakes: inout DiagnosticList
  ) {
    let source = app.source
    title = map.optional("tabs")?["$title"].flatMap { node in
      mistakes.collect { () throws(Diagnostic) in
        try LateText(node, known: app.lateValues(), in: source)
      }
    }
    guard let declared = app.key(key) else {
      // A key with a mistake of its own is not missing.
      guard map.optional("storage")?[key] == nil else { return }
      return mistakes.append(
        Diagnostic(
          .wrongValue, file: source.path, range: range, "the app declares no key `\(key)`",
          hint: SourceFile.choice(for: key, among: app.keys.map(\.name))
            ?? "declare it: `storage: { \(key): [string] }`"))
    }
    if declared.type != .list(.string) || declared.scope != .scene || declared.via != .store {
      mistakes.append(
        Diagnostic(
          .contradiction, file: source.path, range: range,
          "tabs come from a `[string]` of the window that lives in the store",
          hint: "declare it: `storage: { \(key): [string] }`"))
    }
    for other in ["navigator", "tree"] where map.optional(other) != nil {
      mistakes.append(
        Diagnostic(
          .contradiction, file: source.path, range: range,
          "an app with `\(other)` has fixed tabs",
          hint: "write an app in Swift, which may have both"))
    }
  }
}
