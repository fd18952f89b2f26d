import SceneScenarios

/// What the steps of an app write, and when it takes them by itself.
package struct OwnWrites: Sendable {
  /// What an action does that the app puts off.
  struct PutOff: Sendable {
    /// The keys that it alone writes, in whatever window and tab is shown then.
    let writes: Set<String>
    /// The keys in memory alone whose values it is to keep.
    let awaits: Set<String>
  }

  /// An order to take an action later; nil calls it off.
  struct Order: Sendable {
    let action: String
    let delay: Duration?
    let isOfApp: Bool
  }

  /// What the app writes by itself, whenever it is: keys, `tab`, `tabs`, `path` and `place`.
  let all: Set<String>
  /// What it writes when a window comes back.
  package let atStart: Set<String>
  /// What it writes on its way to the end of a quit, or of a window.
  let atEnd: Set<String>
  /// The keys of which each tab has its own value, and into which `on-select` puts another one's.
  let onSelect: [String: String]
  /// The keys that the app keeps in another one when a window goes, and takes from there when it
  /// comes back.
  package let kept: [String: String]
  /// The keys of the app in which it keeps by itself what windows have.
  let ofApp: Set<String>
  /// Those of them of which it keeps the last one alone, and not to bring it back.
  let lastOnes: Set<String>
  private let actions: [String: [Order]]
  private let putOff: [String: PutOff]

  init(_ app: AppDeclaration) {
    let own = app.own
    let atStart = own.launch + own.inactive + own.active + own.front
    let atEnd = own.inactive + own.background + own.quit + own.close
    let leaving = own.all + app.putOff
    all = Self.written(by: own.all + app.putOff, of: app)
    var start = Self.written(by: atStart, of: app)
    if start.contains("tab") { start.formUnion(Self.written(by: own.select, of: app)) }
    // Any window changes the tabs that all of them show, as the app itself does.
    if app.hasTabsOfApp { start.formUnion(["tab", "tabs", "path"]) }
    self.atStart = start
    self.atEnd = Self.written(by: atEnd, of: app)
    func isOfTab(_ name: String) -> Bool { app.key(name)?.scope == .selectedTab }
    onSelect = Dictionary(
      Self.copies(in: own.select).filter { isOfTab($0.to) && !isOfTab($0.from) }
        .map { ($0.to, $0.from) }, uniquingKeysWith: { first, _ in first })
    let back = Self.copies(in: atStart)
    kept = Dictionary(
      Self.copies(in: leaving).filter { copy in
        back.contains { $0.from == copy.to && $0.to == copy.from }
      }.map { ($0.from, $0.to) }, uniquingKeysWith: { first, _ in first })
    ofApp = Set(Self.copies(in: leaving).filter { app.key($0.from)?.scope != .app }.map(\.to))
    lastOnes = Set(
      Self.copies(in: leaving, by: ["set"]).filter { copy in
        app.key(copy.from)?.scope != .app && !back.contains { $0.from == copy.to }
      }.map(\.to))
    actions = Dictionary(
      uniqueKeysWithValues: app.actions.map { ($0.name, Self.orders(in: $0.steps)) })
    let names = Set(actions.values.flatMap(\.self).map(\.action))
    putOff = Dictionary(
      uniqueKeysWithValues: app.actions.filter { names.contains($0.name) }.map { action in
        let awaited = Self.copies(in: action.steps).filter { copy in
          app.key(copy.from)?.isTransient == true && app.key(copy.to)?.isTransient == false
        }
        let here = action.steps.filter { $0.place == nil && !$0.isTakenElsewhere }
        let writes = Self.written(by: here, of: app).subtracting(Self.written(by: own.all, of: app))
        return (action.name, PutOff(writes: writes, awaits: Set(awaited.map(\.from))))
      })
  }

  /// The keys in memory alone whose values are not to be lost all the same.
  package var awaited: Set<String> { Set(kept.keys).union(putOff.values.flatMap(\.awaits)) }

  /// Whether any action is put off.
  var putsOff: Bool { !putOff.isEmpty }

  /// What an action puts off, or calls off.
  func orders(of action: String) -> [Order] { actions[action] ?? [] }

  /// What an action does that was put off.
  func deed(_ action: String) -> PutOff { putOff[action] ?? PutOff(writes: [], awaits: []) }

  private static func orders(in steps: [ParsedStep]) -> [Order] {
    steps.flatMap { step -> [Order] in
      guard step.verb.name == "later" else { return orders(in: step.body) }
      return (step.argument?.map ?? []).map { entry in
        let time = entry.value.text ?? entry.value["after"]?.text
        return Order(
          action: entry.key.name, delay: time.flatMap { Duration(written: $0) },
          isOfApp: entry.value["in"]?.text == "app")
      }
    }
  }

  /// Which keys are set to what others have.
  private static func copies(
    in steps: [ParsedStep], by verbs: Set<String> = ["set", "append", "prepend"]
  ) -> [(from: String, to: String)] {
    var copies: [(from: String, to: String)] = []
    var variables: [String: String] = [:]
    func read(_ steps: [ParsedStep]) {
      for step in steps {
        let entries = step.argument?.map ?? []
        switch step.verb.name {
        case "get":
          for entry in entries { variables[entry.value.text ?? ""] = entry.key.name }
        case _ where verbs.contains(step.verb.name):
          for entry in entries {
            for name in VariableText.names(in: entry.value) {
              let parts = name.split(separator: ".").map(String.init)
              let isValue = parts.count > 1 && parts[0] == "values"
              guard let from = isValue ? parts[1] : variables[name], from != entry.key.name
              else { continue }
              copies.append((from, entry.key.name))
            }
          }
        default: break
        }
        read(step.body)
      }
    }
    read(steps)
    return copies
  }

  /// What steps write: keys, `tab`, `tabs`, `path` and `place`.
  static func written(by steps: [ParsedStep], of app: AppDeclaration) -> Set<String> {
    var names: Set<String> = []
    for step in steps {
      names.formUnion(written(by: step.body, of: app))
      switch step.verb.name {
      case "set", "append", "prepend", "remove":
        names.formUnion((step.argument?.map ?? []).map(\.key.name))
      case "clear": names.formUnion((step.argument?.list ?? []).compactMap(\.text))
      case "select": names.insert("tab")
      case "show", "push", "pop": names.insert("path")
      case "show-place": names.insert("place")
      case "open-url": names.formUnion(["tab", "path"])
      case "open-tab", "close-tab", "move-tab", "undo-close-tab":
        names.formUnion(["tab", "tabs"])
        // Another place of tabs is shown then.
        if step.argument?["to"]?.text?.contains("/") == true { names.insert("place") }
      default: break
      }
    }
    if names.contains(StorageKey.selectedTab) { names.insert("tab") }
    if let key = app.tabSource?.key, names.contains(key) { names.formUnion(["tab", "tabs"]) }
    return names
  }
}
