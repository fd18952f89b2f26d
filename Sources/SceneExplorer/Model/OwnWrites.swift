import SceneScenarios

/// What the steps of an app write, and when it takes them by itself.
package struct OwnWrites: Sendable {
  /// What an action does that the app puts off.
  struct PutOff: Sendable {
    /// The keys that it alone writes, in whatever window and tab is shown then.
    var writes: Set<String> = []
    /// The keys in memory alone whose values it is to keep.
    var awaits: Set<String> = []
  }

  /// An order to take an action later; nil calls it off.
  struct Order: Sendable {
    let action: String
    let delay: Duration?
    let isOfApp: Bool
    /// What the action gets.
    let payload: Node?
  }

  /// A key that is set to what another one has.
  private struct Copy {
    let from: String
    let to: String
    let isAdded: Bool
  }

  /// What the app writes by itself, whenever it is: keys, `tab`, `tabs`, `path` and `place`.
  let all: Set<String>
  /// The same without the values of each tab that it writes as one is closed.
  let allButClosing: Set<String>
  /// What it writes when a window comes back, and what of that whatever there is.
  package let atStart: Set<String>
  package let alwaysAtStart: Set<String>
  /// What it writes when another tab is shown, or one is closed.
  let atTabs: Set<String>
  /// What it writes on its way to the end of a quit, or of a window.
  let atEnd: Set<String>
  /// What it takes away as a window is closed, and at no other end: `undo-close` is to bring it back.
  let wipedAtClose: Set<String>
  /// What handlers set to the same in all windows, whatever there is.
  let inAll: Set<String>
  /// What it takes away, or sets to what is written there, whenever a window goes to the background.
  let wiped: Set<String>
  /// The keys of which each tab has its own value, and into which `on-select` puts another one's.
  let onSelect: [String: String]
  /// The keys of which each window has its own value, and into which the app puts one of its own when
  /// a window comes to the front.
  let inFront: [String: String]
  /// The keys that the app keeps in another one when a window goes, and takes from there when it
  /// comes back.
  package let kept: [String: String]
  /// The keys of the app in which it keeps by itself what windows have.
  let ofApp: Set<String>
  /// Those of them of which it keeps the last one alone, and not to bring it back.
  let lastOnes: Set<String>
  /// The actions that put what a window has where the app keeps it, by the key of the window.
  let keepers: [String: [String]]
  private let actions: [String: [Order]]
  private let putOff: [String: PutOff]

  init(_ app: AppDeclaration) {
    let own = app.own
    func written(_ steps: [ParsedStep]) -> Set<String> { Self.written(by: steps, of: app) }
    func isOfTab(_ name: String) -> Bool { app.key(name)?.scope == .selectedTab }
    func isOfApp(_ name: String) -> Bool { app.key(name)?.scope == .app }
    let orders = Dictionary(
      uniqueKeysWithValues: app.actions.map { ($0.name, Self.orders(in: $0.steps)) })
    let later = Dictionary(grouping: orders.values.flatMap(\.self), by: \.action)
    let leaving =
      Self.copies(in: own.all)
      + app.actions.flatMap { action -> [Copy] in
        let given = (later[action.name] ?? []).filter { $0.delay != nil }
        return given.isEmpty
          ? [] : Self.copies(in: action.steps, given: given.compactMap(\.payload))
      }
    let back = own[.launch] + own[.inactive] + own[.active] + own[.front]
    let taken = Self.copies(in: back)
    all = written(own.all + app.putOff)
    allButClosing = all.subtracting(written(own[.tabClose]).filter(isOfTab))
      .union(written(own.withoutPayload + app.putOff))
    var start = written(back)
    if start.contains("tab") { start.formUnion(written(own[.select])) }
    // Any window changes the tabs that all of them show, as the app itself does.
    if app.hasTabsOfApp { start.formUnion(["tab", "tabs", "path"]) }
    (atStart, alwaysAtStart) = (start, Self.written(byEach: Self.certain(back), of: app))
    atTabs = written(own[.select] + own[.tabClose])
    atEnd = written(own[.inactive] + own[.background] + own[.quit] + own[.close])
    wipedAtClose = Self.constants(in: own[.close])
      .subtracting(written(own[.inactive] + own[.background] + own[.quit]))
    inAll = Self.constants(in: app.handlers.flatMap(\.steps)) { $0.window?.text == "all" }
    wiped = Self.constants(in: own[.background])
    func sources(_ copies: [Copy], _ counts: (Copy) -> Bool) -> [String: String] {
      Dictionary(
        copies.filter(counts).map { ($0.to, $0.from) }, uniquingKeysWith: { first, _ in first })
    }
    onSelect = sources(Self.copies(in: own[.select])) { isOfTab($0.to) && !isOfTab($0.from) }
    inFront = sources(Self.copies(in: own[.active] + own[.front])) {
      isOfApp($0.from) && !isOfApp($0.to)
    }
    kept = Self.kept(by: leaving, taken, app)
    let ofWindows = leaving.filter { !isOfApp($0.from) }
    let lost = ofWindows.filter { copy in !copy.isAdded && !taken.contains { $0.from == copy.to } }
    (ofApp, lastOnes) = (Set(ofWindows.map(\.to)), Set(lost.map(\.to)))
    keepers = Self.keepers(of: app)
    actions = orders
    putOff = Dictionary(
      uniqueKeysWithValues: app.actions.filter { later[$0.name] != nil }.map { action in
        let awaited = Self.copies(in: action.steps).filter { copy in
          app.key(copy.from)?.isTransient == true && app.key(copy.to)?.isTransient == false
        }
        let here = action.steps.filter { $0.place == nil && !$0.isTakenElsewhere }
        return (
          action.name,
          PutOff(
            writes: written(here).subtracting(written(own.all)), awaits: Set(awaited.map(\.from)))
        )
      })
  }

  /// The keys in memory alone whose values are not to be lost all the same.
  package var awaited: Set<String> { Set(kept.keys).union(putOff.values.flatMap(\.awaits)) }

  /// Whether any action is put off.
  var putsOff: Bool { !putOff.isEmpty }

  /// What an action puts off, or calls off.
  func orders(of action: String) -> [Order] { actions[action] ?? [] }

  /// What an action does that was put off.
  func deed(_ action: String) -> PutOff { putOff[action] ?? PutOff() }

  private static func kept(
    by leaving: [Copy], _ taken: [Copy], _ app: AppDeclaration
  ) -> [String: String] {
    // What lives in memory alone keeps nothing.
    let copies = leaving.filter { app.key($0.to)?.isTransient == false }.filter { copy in
      taken.contains { $0.from == copy.to && $0.to == copy.from }
    }
    return Dictionary(copies.map { ($0.from, $0.to) }, uniquingKeysWith: { first, _ in first })
  }

  private static func keepers(of app: AppDeclaration) -> [String: [String]] {
    func isOfApp(_ name: String) -> Bool { app.key(name)?.scope == .app }
    let taking = app.actions.flatMap { action in
      // What it puts off it does as well.
      let later = orders(in: action.steps).filter { $0.delay != nil }.flatMap { order in
        copies(
          in: app.actions.filter { $0.name == order.action }.flatMap(\.steps),
          given: [order.payload].compactMap(\.self))
      }
      return (copies(in: action.steps) + later).filter { isOfApp($0.to) && !isOfApp($0.from) }
        .map { copy in (key: copy.from, action: action.name) }
    }
    return Dictionary(grouping: taking, by: \.key).mapValues { $0.map(\.action) }
  }

  private static func orders(in steps: [ParsedStep]) -> [Order] {
    steps.andInner.filter { $0.verb.name == "later" }.flatMap { $0.argument?.map ?? [] }.map {
      entry in
      let time = entry.value.text ?? entry.value["after"]?.text
      return Order(
        action: entry.key.name, delay: time.flatMap { Duration(written: $0) },
        isOfApp: entry.value["in"]?.text == "app", payload: entry.value["payload"])
    }
  }

  /// Which keys are set to what others have.
  private static func copies(in steps: [ParsedStep], given payloads: [Node] = []) -> [Copy] {
    var copies: [Copy] = []
    var variables: [String: String] = [:]
    func key(_ name: String) -> String? {
      name.hasPrefix("values.")
        ? name.split(separator: ".").dropFirst().first.map(String.init) : variables[name]
    }
    /// The key of which a value is made.
    func source(_ node: Node) -> String? {
      VariableUse.variables(in: node).lazy.map(\.name).compactMap(key).first
    }
    for field in payloads.flatMap({ $0.map ?? [] }) {
      variables["payload.\(field.key.name)"] = source(field.value)
    }
    for step in steps.andInner {
      let entries = step.argument?.map ?? []
      switch step.verb.name {
      case "get": for entry in entries { variables[entry.value.text ?? ""] = entry.key.name }
      case "for-each":
        for entry in entries { variables[entry.key.name] = source(entry.value) }
      case "set", "append", "prepend":
        for entry in entries {
          for from in VariableUse.variables(in: entry.value).map(\.name).compactMap(key)
          where from != entry.key.name {
            copies.append(Copy(from: from, to: entry.key.name, isAdded: step.verb.name != "set"))
          }
        }
      default: break
      }
    }
    return copies
  }

  /// The keys that steps clear, or set to what says nothing of any other, whatever there is.
  private static func constants(
    in steps: [ParsedStep], if counts: (ParsedStep) -> Bool = { !$0.isTakenElsewhere }
  ) -> Set<String> {
    var names: Set<String> = []
    for step in certain(steps, if: counts) {
      switch step.verb.name {
      case "clear": names.formUnion((step.argument?.list ?? []).compactMap(\.text))
      case "set":
        let entries = (step.argument?.map ?? []).filter {
          VariableUse.variables(in: $0.value).isEmpty
        }
        names.formUnion(entries.map(\.key.name))
      default: break
      }
    }
    return names
  }

  /// The steps that are taken whatever there is, and those inside them.
  private static func certain(
    _ steps: [ParsedStep], if counts: (ParsedStep) -> Bool = { !$0.isTakenElsewhere }
  ) -> [ParsedStep] {
    steps.filter { $0.condition == nil && counts($0) }
      .flatMap { [$0] + certain($0.body, if: counts) }
  }

  /// What steps write, and those inside them: keys, `tab`, `tabs`, `path` and `place`.
  static func written(by steps: [ParsedStep], of app: AppDeclaration) -> Set<String> {
    written(byEach: steps.andInner, of: app)
  }

  static func written(byEach steps: [ParsedStep], of app: AppDeclaration) -> Set<String> {
    var names: Set<String> = []
    for step in steps {
      switch step.verb.name {
      case "set", "append", "prepend", "remove":
        names.formUnion((step.argument?.map ?? []).map(\.key.name))
      case "clear": names.formUnion((step.argument?.list ?? []).compactMap(\.text))
      case "discard-state":
        names.formUnion(app.keys.filter { ![.scene, .app].contains($0.scope) }.map(\.name))
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
